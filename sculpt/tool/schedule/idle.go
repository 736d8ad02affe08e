package schedule

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// markIdle marks the stand-ins for bodies that nothing reads. What an idle one reads is read by it no longer, which can leave
// others idle.
func markIdle(steps []*Step, vars Vars, outputs []*plan.Output) {
	for marked := true; marked; {
		marked = false
		read := bodiesRead(steps, vars, outputs)
		for _, step := range steps {
			if step.Plan == nil || read[step.Name.V] {
				continue
			}
			for i := range step.Plan.OnError {
				rule := &step.Plan.OnError[i]
				marked = marked || rule.StandIn() != nil
				rule.Idle = rule.Use != nil
			}
		}
	}
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
