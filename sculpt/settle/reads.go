package settle

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// serviceReads is what the tools of a service read of answers, and how they call operations.
type serviceReads struct {
	read            map[*plan.Operation]bool           // those of which an expression reads the body of an answer
	unread          map[*plan.Step]bool                // the steps of which the status or the headers are read, and not the body
	meta            map[*plan.Operation]bool           // those of which the status or the headers of an answer are read
	problems        map[*plan.Operation][]*plan.Answer // the answers to errors that rules read
	undone          map[*plan.Operation]bool           // those that can be taken back
	repeated        map[*plan.Operation]bool           // those of which an answer says whether to call again
	optional        map[*plan.Param]bool               // those that a step leaves out, or passes as an optional
	options, cached map[*plan.Operation]bool           // see [plan.Operation]
}

func readIn(tools []*plan.Tool) *serviceReads {
	r := &serviceReads{
		read: map[*plan.Operation]bool{}, unread: map[*plan.Step]bool{}, meta: map[*plan.Operation]bool{}, problems: map[*plan.Operation][]*plan.Answer{},
		undone: map[*plan.Operation]bool{}, repeated: map[*plan.Operation]bool{}, optional: map[*plan.Param]bool{},
		options: map[*plan.Operation]bool{}, cached: map[*plan.Operation]bool{},
	}
	for _, t := range tools {
		steps := map[string]*plan.Step{}
		for _, s := range t.Steps() {
			steps[s.Name] = s
			r.step(s)
		}
		r.answers(t, steps)
		plan.Walk(t.Actions, func(a plan.Action) { r.action(a, steps) })
	}
	return r
}

// step notes how a step calls its operation.
func (r *serviceReads) step(s *plan.Step) {
	op := s.Call
	r.options[op] = r.options[op] || s.HasOptions()
	r.cached[op] = r.cached[op] || s.Caching != nil && *s.Caching != plan.Caching{}
	for _, p := range op.Params {
		i := slices.IndexFunc(s.Args, func(arg plan.Arg) bool { return arg.Param == p })
		r.optional[p] = r.optional[p] || i < 0 || s.Args[i].Value.Type().Kind == ir.Optional
	}
	for _, rule := range s.OnError {
		if rule.Answer != nil && !slices.Contains(r.problems[op], rule.Answer) {
			r.problems[op] = append(r.problems[op], rule.Answer)
		}
	}
	slices.SortStableFunc(r.problems[op], func(a, b *plan.Answer) int { return cmp.Compare(a.Status, b.Status) })
}

// action notes what is read of answers beside what expressions read.
func (r *serviceReads) action(a plan.Action, steps map[string]*plan.Step) {
	switch a := a.(type) {
	case *plan.Poll:
		op := a.Step.Call
		r.meta[op] = true // Retry-After, and Location
		r.repeated[op] = true
		r.options[op] = r.options[op] || a.HasOptions()
	case *plan.Pages:
		r.repeated[a.Step.Call] = true
	case *plan.Undo:
		r.undone[steps[a.Of].Call] = true
	case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Together, *plan.When, *plan.Each, *plan.Answered: // nothing more
	}
}

// answers notes what a tool's expressions read of the answers of its steps.
func (r *serviceReads) answers(t *plan.Tool, steps map[string]*plan.Step) {
	bodies, statuses := map[*plan.Step]bool{}, map[*plan.Step]bool{}
	for _, n := range t.All() {
		for root := range reads.Roots(n) {
			s := steps[root.Name]
			if s == nil {
				continue
			}
			body, status := partsRead(root)
			bodies[s], statuses[s] = bodies[s] || body, statuses[s] || status
			r.meta[s.Call] = r.meta[s.Call] || status || root.Kind == ir.ProblemRoot && root.Part == "headers"
		}
	}
	for _, s := range steps {
		r.read[s.Call] = r.read[s.Call] || bodies[s]
		r.unread[s] = statuses[s] && !bodies[s]
	}
}

// partsRead says whether a read is of the body of a step's answer, or of what else that says.
func partsRead(root *ir.Root) (body, status bool) {
	switch root.Kind {
	case ir.BodyRoot:
		return true, false
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		return false, true
	case ir.StepRoot:
		switch root.Part {
		case "status", "headers":
			return false, true
		case "items", "more":
		default:
			return true, false
		}
	}
	return false, false
}

// anyUnread reports whether a step reads the status or the headers of an operation's answer alone. Where others read the body, it takes
// whatever that holds.
func (r *serviceReads) anyUnread(op *plan.Operation) bool {
	for s, unread := range r.unread {
		if unread && s.Call == op {
			return true
		}
	}
	return false
}
