package sculpt

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/answer"
	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// decideAnswers decides what needs all expressions of a plan to be known: what is read of each operation's answer, and which
// parameters may be left out.
func decideAnswers(p *plan.Plan, calls *operation.Calls, log expr.UsageLog) *usage.Usage {
	bodies, statuses, undone := map[*plan.Step]bool{}, map[*plan.Step]bool{}, map[*plan.Operation]bool{}
	for _, t := range p.Tools {
		steps := stepsByName(t)
		t.Expressions(func(n ir.Node) { ir.Walk(n, func(n ir.Node) { noteAnswer(n, steps, bodies, statuses) }) })
		for _, s := range t.Steps() {
			markOptional(s)
			noteProblems(s)
		}
		plan.Walk(t.Actions, func(a plan.Action) {
			if poll, ok := a.(*plan.Poll); ok {
				poll.Step.Call.Meta = true // Retry-After, and Location
			}
		})
		noteUndone(t, steps, undone)
	}
	read := map[*plan.Operation]bool{}
	for s := range bodies {
		read[s.Call] = true
	}
	for _, u := range p.Upstreams {
		for _, op := range calls.Upstream(u.Name) {
			if undone[op.Operation] {
				log.LackAll(op.Body)
			}
		}
	}
	used := usage.Of(log)
	for _, u := range p.Upstreams {
		for _, op := range calls.Upstream(u.Name) {
			switch {
			case !read[op.Operation]:
			case op.Body == nil: // of an answer for an element that has no body its status is kept
				op.Meta = true
			default:
				op.Answer = &plan.Answer{Type: op.Body}
			}
		}
		u.Shapes = answer.Decide(u.Operations, used)
	}
	decideHeads(p)
	decideNotations(p)
	decideUnread(p, bodies, statuses)
	decideLenient(p)
	return used
}

// decideHeads decides of which lists in answers the first elements are enough. Of what is written as JSON, or becomes a dyn, all is read.
func decideHeads(p *plan.Plan) {
	heads := demand.HeadsIn(p.Tools)
	for _, u := range p.Upstreams {
		for _, s := range u.Structs() {
			if s.Encode || s.Dyn {
				continue
			}
			for _, f := range s.Fields {
				f.Head = headOf(f, heads)
			}
		}
	}
}

// headOf returns how many elements are read of the fields that a field of a struct holds; 0: all.
func headOf(f *plan.StructField, heads *demand.Heads) int64 {
	most := int64(0)
	for _, field := range f.Fields {
		count, known := heads.Of(field)
		if !known {
			return 0
		}
		most = max(most, count)
	}
	return most
}

// decideUnread marks the steps that read the status alone of an answer of which other steps read the body: they take whatever that holds.
func decideUnread(p *plan.Plan, bodies, statuses map[*plan.Step]bool) {
	for _, t := range p.Tools {
		for _, s := range t.Steps() {
			if s.Call.Answer != nil && statuses[s] && !bodies[s] {
				s.Unread, s.Call.Options = true, true
			}
		}
	}
}

// decideLenient decides which operations that change something have answers that can do without a body: objects of which no member has to
// be there, and that are not passed on as a whole. The answers of pages, and those that are waited for, say what to do next.
func decideLenient(p *plan.Plan) {
	for _, u := range p.Upstreams {
		for _, op := range u.Operations {
			op.Lenient = op.Writes() && op.Answer != nil && !op.Notation.Form.Raw() && op.Answer.Type.ByValue() && canBeEmpty(op.Answer.Structs[0])
		}
	}
	for _, t := range p.Tools {
		plan.Walk(t.Actions, func(a plan.Action) {
			switch a := a.(type) {
			case *plan.Pages:
				a.Step.Call.Lenient = false
			case *plan.Poll:
				a.Step.Call.Lenient = false
			}
		})
	}
}

// canBeEmpty reports whether a struct without any member is a value like others.
func canBeEmpty(s *plan.Struct) bool {
	return !s.Encode && !s.Dyn && !slices.ContainsFunc(s.Fields, func(f *plan.StructField) bool { return f.Always })
}

// decideResults decides which structs of what functions return become dyn.
func decideResults(p *plan.Plan, usage *usage.Usage) {
	for _, f := range p.Functions {
		for _, s := range f.Structs {
			s.Dyn = usage.Dynamic(s.Objects[0])
		}
	}
}

// noteUndone notes the operations of steps that can be taken back. Any field of their answers may be missing: a decoder that insisted on
// one would leave nothing by which to take the step back.
func noteUndone(t *plan.Tool, steps map[string]*plan.Step, undone map[*plan.Operation]bool) {
	plan.Walk(t.Actions, func(a plan.Action) {
		if undo, ok := a.(*plan.Undo); ok {
			undone[steps[undo.Of].Call] = true
		}
	})
}

func stepsByName(t *plan.Tool) map[string]*plan.Step {
	steps := map[string]*plan.Step{}
	for _, s := range t.Steps() {
		steps[s.Name] = s
	}
	return steps
}

// noteAnswer notes what an expression reads of the answers of steps.
func noteAnswer(n ir.Node, steps map[string]*plan.Step, bodies, statuses map[*plan.Step]bool) {
	root, ok := n.(*ir.Root)
	if !ok || steps[root.Name] == nil {
		return
	}
	step := steps[root.Name]
	switch op := step.Call; root.Kind {
	case ir.BodyRoot:
		bodies[step] = true
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		op.Meta, statuses[step] = true, true
	case ir.ProblemRoot:
		op.Meta = op.Meta || root.Part == "headers"
	case ir.StepRoot:
		switch root.Part {
		case "status", "headers":
			op.Meta, statuses[step] = true, true
		case "items", "more":
		default:
			bodies[step] = true
		}
	}
}

// noteProblems notes which answers to errors a step reads.
func noteProblems(s *plan.Step) {
	for _, rule := range s.OnError {
		if rule.Answer != nil && !slices.Contains(s.Call.Problems, rule.Answer) {
			s.Call.Problems = append(s.Call.Problems, rule.Answer)
		}
	}
	slices.SortStableFunc(s.Call.Problems, func(a, b *plan.Answer) int { return cmp.Compare(a.Status, b.Status) })
}

// markOptional marks the parameters that a step leaves out or passes as an optional.
func markOptional(s *plan.Step) {
	for _, p := range s.Call.Params {
		i := slices.IndexFunc(s.Args, func(arg plan.Arg) bool { return arg.Param == p })
		if i < 0 || s.Args[i].Value.Type().Kind == ir.Optional {
			p.Optional = true
		}
	}
}
