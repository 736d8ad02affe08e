package schedule

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// withIdle returns steps of which it is known which stand-ins for bodies nothing reads. What an idle one reads is read by it no longer,
// which can leave others idle.
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
	var nodes []ir.Node
	for _, step := range steps {
		nodes = append(nodes, step.expressions()...)
	}
	for _, out := range outputs {
		nodes = append(nodes, out.Value)
	}
	return vars.read(nodes...).bodies
}
