package schedule

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// expressions are all those of a step.
func (s *Step) expressions() []ir.Node { return nodes(append(s.before(), s.after()...)) }

// before are the expressions of a step that are evaluated before its call, or in the place of its answer.
func (s *Step) before() []plan.Expression {
	var list []plan.Expression
	if s.When != nil {
		list = append(list, s.When.Own()...)
	}
	if s.Each != nil {
		list = append(list, s.Each.Own()...)
	}
	list = slices.Concat(list, own(s.Require), s.action().Own())
	if s.Pages != nil {
		list = append(list, plan.Expression{Place: s.Pages.LimitWhere.Place, Node: s.Pages.Limit})
	}
	return list
}

// after are the expressions of a step that are evaluated after its call.
func (s *Step) after() []plan.Expression {
	list := own(s.Expect)
	if s.Pages != nil {
		list = append(list, s.Pages.OfPage()...)
	}
	if s.Poll != nil {
		list = append(list, s.Poll.OfAnswer()...)
	}
	if s.Undo != nil {
		list = append(list, s.Undo.Call.Own()...)
	}
	return list
}

// own are the expressions of conditions.
func own(checks []*plan.Check) []plan.Expression { return lists.FlatMap(checks, (*plan.Check).Own) }

func nodes(list []plan.Expression) []ir.Node {
	return lists.Map(list, func(e plan.Expression) ir.Node { return e.Node })
}

// expressions are those of all steps that are arranged.
func (a *arrangement) expressions() []ir.Node { return lists.FlatMap(a.steps(), (*Step).expressions) }

// read is what expressions read of steps, and the vars by way of which they do.
type read struct {
	steps   map[string]bool // of which anything is read
	results map[string]bool // the steps of which the outcome is read (steps.x of a list, or any part of a step that may not run), which is there only once the step has ended
	pages   map[string]bool // the steps of which the list collected from pages is read
	bodies  map[string]bool // the steps of which the body of an answer is read, for which something can stand in
	vars    []string        // each once, in the order in which they are met
}

// read returns what expressions read, themselves or by way of vars. nil is no expression.
func (v Vars) read(nodes ...ir.Node) read {
	r := read{steps: map[string]bool{}, results: map[string]bool{}, pages: map[string]bool{}, bodies: map[string]bool{}}
	for root := range (reads.Through{Var: v.value}).Roots(nodes...) {
		switch {
		case root.Kind == ir.ProblemRoot: // an answer to an error: the rule that reads it has it, whatever has run before
		case root.OfStep():
			r.steps[root.Name] = true
			r.results[root.Name] = r.results[root.Name] || root.Kind == ir.StepRoot
			r.pages[root.Name] = r.pages[root.Name] || root.Kind == ir.PagesRoot
			r.bodies[root.Name] = r.bodies[root.Name] || ofBody(root)
		case root.Kind == ir.VarRoot && v[root.Name] != nil && !slices.Contains(r.vars, root.Name):
			r.vars = append(r.vars, root.Name)
		}
	}
	return r
}

// value is that of a var; nil: there is none of that name.
func (v Vars) value(name string) ir.Node {
	if named := v[name]; named != nil {
		return named.Value
	}
	return nil
}

// ofBody reports whether what a step's root stands for is of the body of an answer.
func ofBody(root *ir.Root) bool {
	switch root.Kind {
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		return false
	case ir.StepRoot:
		return root.Part != "status" && root.Part != "headers"
	}
	return true
}

// StepsRead returns the steps whose answers expressions read, themselves or by way of vars. nil is no expression.
func (v Vars) StepsRead(nodes ...ir.Node) map[string]bool { return v.read(nodes...).steps }

// withIdle marks the stand-ins for bodies that nothing reads as idle. An idle stand-in is not computed, so that what only it reads is read
// no longer, and others can become idle in turn.
func withIdle(steps []*Step, vars Vars, outputs []*plan.Output) []*Step {
	for {
		read, known := bodiesRead(steps, vars, outputs), slices.Clone(steps)
		for i, step := range steps {
			if step.Plan != nil && !read[step.Name.V] && slices.ContainsFunc(step.Plan.OnError, func(r plan.ErrorRule) bool { return r.StandIn() != nil }) {
				known[i] = step.idle()
			}
		}
		if slices.Equal(known, steps) {
			return steps
		}
		steps = known
	}
}

// idle returns the step as one whose body nothing reads.
func (s *Step) idle() *Step {
	step, call := *s, *s.Plan
	call.OnError = slices.Clone(call.OnError)
	for i, rule := range call.OnError {
		call.OnError[i].Idle = rule.Use != nil
	}
	step.Plan = &call
	return &step
}

// bodiesRead are the steps of which something reads the body of an answer.
func bodiesRead(steps []*Step, vars Vars, outputs []*plan.Output) map[string]bool {
	values := lists.Map(outputs, func(out *plan.Output) ir.Node { return out.Value })
	return vars.read(append(values, lists.FlatMap(steps, (*Step).expressions)...)...).bodies
}
