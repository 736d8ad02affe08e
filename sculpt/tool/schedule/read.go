package schedule

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// expression is an expression of a step, and what the manifest's reader knows it by: steps.point.with.latitude.
type expression struct {
	place string
	node  ir.Node // nil: there is none
}

// expressions are all those of a step.
func (s *Step) expressions() []ir.Node {
	var list []ir.Node
	for _, e := range append(s.before(), s.after()...) {
		list = append(list, e.node)
	}
	return list
}

// before are the expressions of a step that are evaluated before its call, or in the place of its answer.
func (s *Step) before() []expression {
	var list []expression
	if s.When != nil {
		list = append(list, expression{s.When.Where.Name, s.When.If})
	}
	if s.Each != nil {
		list = append(list, expression{s.Each.Where.Name, s.Each.List})
	}
	for _, check := range s.Require {
		list = append(list, expression{check.Where.Name, check.That}, expression{check.Where.Name, check.Detail})
	}
	return append(append(list, s.call()...), s.beforePages()...)
}

// call are those of the expressions before that belong to the call itself.
func (s *Step) call() []expression {
	if s.Go != nil {
		return s.function()
	}
	return append(sent(s.Plan), rules(s.Plan.OnError)...)
}

// sent are those of what a call sends.
func sent(s *plan.Step) []expression {
	var list []expression
	for _, arg := range s.Args {
		list = append(list, expression{arg.Where.Name, arg.Value})
	}
	return append(list, expression{s.BodyWhere.Name, s.Body})
}

// function is call for a step that calls a function.
func (s *Step) function() []expression {
	var list []expression
	for _, arg := range s.Go.Args {
		list = append(list, expression{arg.Where.Name, arg.Value})
	}
	return append(list, rules(s.Go.OnError)...)
}

// rules are those of on_error.
func rules(rules []plan.ErrorRule) []expression {
	var list []expression
	for _, rule := range rules {
		list = append(list, expression{rule.Where.Name, rule.That}, expression{rule.Where.Name, rule.Detail}, expression{rule.Where.Name, rule.StandIn()})
	}
	return list
}

// after are the expressions of a step that are evaluated after its call.
func (s *Step) after() []expression {
	list := slices.Concat(s.expected(), s.ofPages(), s.ofPoll())
	if s.Undo != nil {
		list = append(list, sent(s.Undo.Call)...)
	}
	return list
}

// expected are those of what is expected of the answer.
func (s *Step) expected() []expression {
	var list []expression
	for _, check := range s.Expect {
		list = append(list, expression{check.Where.Name, check.That}, expression{check.Where.Name, check.Detail})
	}
	return list
}

// expressions are those of all steps that are arranged.
func (a *arrangement) expressions() []ir.Node {
	var list []ir.Node
	for _, s := range a.steps() {
		list = append(list, s.expressions()...)
	}
	return list
}

// reads are the steps and the vars that expressions read.
type reads struct {
	steps   map[string]bool
	results map[string]bool // those of the steps of which that is read what comes of them, and not an answer
	pages   map[string]bool // those of which that is read what is collected of their pages
	bodies  map[string]bool // those of which that is read what a stand-in gives
	vars    []string        // each once, in the order in which they are met
}

// read returns what expressions read, themselves or by way of vars, each of which is looked at once. nil is no expression.
func (v Vars) read(nodes ...ir.Node) reads {
	r, followed := reads{steps: map[string]bool{}, results: map[string]bool{}, pages: map[string]bool{}, bodies: map[string]bool{}}, map[string]bool{}
	var visit func(n ir.Node)
	visit = func(n ir.Node) {
		root, ok := n.(*ir.Root)
		if !ok {
			return
		}
		switch {
		case root.Kind == ir.ProblemRoot: // said to the rule that reads it
		case root.OfStep():
			r.steps[root.Name] = true
			r.results[root.Name] = r.results[root.Name] || root.Kind == ir.StepRoot
			r.pages[root.Name] = r.pages[root.Name] || root.Kind == ir.PagesRoot
			r.bodies[root.Name] = r.bodies[root.Name] || ofBody(root)
		case root.Kind == ir.VarRoot:
			if named := v[root.Name]; named != nil && !followed[root.Name] {
				followed[root.Name] = true
				r.vars = append(r.vars, root.Name)
				ir.Walk(named.Value, visit)
			}
		}
	}
	for _, n := range nodes {
		if n != nil {
			ir.Walk(n, visit)
		}
	}
	return r
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
