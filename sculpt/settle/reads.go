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
	bodies, statuses map[*plan.Step]bool
	meta             map[*plan.Operation]bool // of which status or headers are read
	problems         map[*plan.Operation][]*plan.Answer
	undone           map[*plan.Operation]bool // that can be taken back
	repeated         map[*plan.Operation]bool // of which an answer says whether to call again
	optional         map[*plan.Param]bool     // that a step leaves out, or passes as an optional
	options, cached  map[*plan.Operation]bool // see [plan.Operation]
}

func readIn(tools []*plan.Tool) *serviceReads {
	r := &serviceReads{
		bodies: map[*plan.Step]bool{}, statuses: map[*plan.Step]bool{}, meta: map[*plan.Operation]bool{}, problems: map[*plan.Operation][]*plan.Answer{},
		undone: map[*plan.Operation]bool{}, repeated: map[*plan.Operation]bool{}, optional: map[*plan.Param]bool{},
		options: map[*plan.Operation]bool{}, cached: map[*plan.Operation]bool{},
	}
	for _, t := range tools {
		steps := map[string]*plan.Step{}
		for _, s := range t.Steps() {
			steps[s.Name] = s
			r.step(s)
		}
		for _, n := range t.All() {
			for root := range reads.Roots(n) {
				r.root(root, steps[root.Name])
			}
		}
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
	}
}

// root notes what is read of the answers of a step; nil is none.
func (r *serviceReads) root(root *ir.Root, s *plan.Step) {
	if s == nil {
		return
	}
	switch root.Kind {
	case ir.BodyRoot:
		r.bodies[s] = true
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		r.meta[s.Call], r.statuses[s] = true, true
	case ir.ProblemRoot:
		r.meta[s.Call] = r.meta[s.Call] || root.Part == "headers"
	case ir.StepRoot:
		switch root.Part {
		case "status", "headers":
			r.meta[s.Call], r.statuses[s] = true, true
		case "items", "more":
		default:
			r.bodies[s] = true
		}
	}
}

// anyBody reports whether a step reads the body of an operation's answer.
func (r *serviceReads) anyBody(op *plan.Operation) bool {
	for s := range r.bodies {
		if s.Call == op {
			return true
		}
	}
	return false
}

// statusAlone reports whether a step reads the status or the headers of an answer, and nothing of the body.
func (r *serviceReads) statusAlone(s *plan.Step) bool { return r.statuses[s] && !r.bodies[s] }

// unread reports whether a step reads the status or the headers of an operation's answer alone. Where others read the body, it takes
// whatever that holds.
func (r *serviceReads) unread(op *plan.Operation) bool {
	for s := range r.statuses {
		if s.Call == op && r.statusAlone(s) {
			return true
		}
	}
	return false
}
