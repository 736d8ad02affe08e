package lint

import (
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// failuresAfterWrites warns of rules that fail the tool since the answer to a write cannot be read: the write was carried out, and nothing takes
// it back.
func (l *linter) failuresAfterWrites() {
	for _, t := range l.Sequences {
		for _, step := range t.Manifest.Calls() {
			op := l.Calls.Of(step)
			if op == nil || !op.Writes() || step.Undo != nil {
				continue
			}
			for _, rule := range step.OnError {
				if on := carried(rule); on != nil && rule.Fail.Set {
					l.found.WarnAt(on, "fail-after-write", "the tool fails with %s where %s answers a 2xx that cannot be read, and what it did stands; go on with \"use\", or say under \"undo\" what takes it back", rule.Fail.V, op.ID)
				}
			}
		}
	}
}

// carried returns the first cause of a rule with which a write was carried out, or nil.
func carried(rule *manifest.OnError) *manifest.Value[string] {
	for i := range rule.Status {
		if plan.CauseOf(rule.Status[i].V).Carried() {
			return &rule.Status[i]
		}
	}
	return nil
}
