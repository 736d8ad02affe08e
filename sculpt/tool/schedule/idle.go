package schedule

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/plan"
)

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
	nodes := lists.FlatMap(steps, (*Step).expressions)
	for _, out := range outputs {
		nodes = append(nodes, out.Value)
	}
	return vars.read(nodes...).bodies
}
