// Package writes says what a service has to know of a tool that changes something: which of its steps a dry run shows, and whether a
// second call with the same arguments changes nothing further. Both are decided by what the tool does, and never declared.
package writes

import (
	"iter"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// DrySteps returns what a dry run of a tool has to know of its steps that write, in the order in which they run: after which of them it
// can go on, and which of them send what is made of a secret, or of answers. Of a step that sends ${config.key} as it is, the secret is found in the
// request; of one that sends ${base64.encode(bytes(config.key))} it is not. secret are the names of the config values that are.
func DrySteps(t *plan.Tool, secret []string) []plan.DryStep {
	d := dryRun{given: givenBy(t, secret)}
	d.tool(t, secret, plan.DryStep{})
	return d.found
}

// dryRun collects the steps that write, also of parts.
type dryRun struct {
	given []string // the secrets that any step gives to an upstream or a function
	found []plan.DryStep
}

// tool adds the steps of a tool, or of a part. around is what holds for all of them; its Name, that of the steps that use the part.
func (d *dryRun) tool(t *plan.Tool, secret []string, around plan.DryStep) {
	s := dryTool{d, readersOf(t), secrets{secret, reads.In(t)}, around.Name != ""}
	s.actions(t.Actions, around)
}

// dryTool goes through the actions of a tool, or of a part.
type dryTool struct {
	*dryRun
	readers map[string]int // how many expressions read the answers of a step, by step
	secrets secrets
	inPart  bool // what comes in can be made of what upstreams have answered
}

// actions adds the steps among actions. around is what holds for all of them.
func (s dryTool) actions(list []plan.Action, around plan.DryStep) {
	for _, a := range list {
		switch a := a.(type) {
		case *plan.Step:
			s.add(a, around, s.secrets.sentBy(a))
		case *plan.GoStep:
			if part := a.Part(); part != nil {
				inside := around
				inside.Name += a.Name + "."
				s.tool(part, s.secrets.config, inside)
				continue
			}
			s.add(a, around, s.secrets.takenBy(a))
		case *plan.When:
			inner := around
			inner.When = true
			s.actions(a.Actions, inner)
		case *plan.Each:
			inner := around
			inner.Each = true
			s.actions(a.Actions, inner)
		case *plan.Pages:
			s.readers[a.Step.Name]++ // for the next page
			s.actions(a.Actions, around)
		case *plan.Poll:
			s.readers[a.Step.Name]++ // for when to ask again
			s.actions([]plan.Action{a.Step}, around)
		case *plan.Together:
			for _, branch := range a.Branches {
				s.actions(branch, around)
			}
		case *plan.Answered:
			s.actions(a.Actions, around)
		case *plan.Check, *plan.Var, *plan.Undo: // nothing is taken back in a dry run
		}
	}
}

func (s dryTool) add(a plan.StepAction, around plan.DryStep, sent []ir.Node) {
	if !a.Writes() {
		return
	}
	around.Name += a.StepName()
	around.Step, around.Unread = a, s.readers[a.StepName()] == 0
	around.Sends, around.Opaque = s.secrets.in(sent), s.secrets.anyDerived(sent)
	if slices.ContainsFunc(sent, s.secrets.answered) || s.inPart && slices.ContainsFunc(sent, s.secrets.takesInput) {
		around.Echoes = s.given
	}
	s.found = append(s.found, around)
}

// readersOf counts what reads the answers and results of steps, by the step. What takes a step back does not count: in a dry run
// nothing is.
func readersOf(t *plan.Tool) map[string]int {
	readers := map[string]int{}
	count := func(expressions iter.Seq2[plan.Place, ir.Node], by int) {
		for _, n := range expressions {
			for root := range reads.Roots(n) {
				if root.OfStep() && root.Kind != ir.ProblemRoot {
					readers[root.Name] += by
				}
			}
		}
	}
	count(t.All(), 1)
	plan.Walk(t.Actions, func(a plan.Action) {
		if u, ok := a.(*plan.Undo); ok {
			count(plan.All(u.Actions), -1)
		}
	})
	return readers
}
