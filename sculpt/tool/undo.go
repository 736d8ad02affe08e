package tool

import (
	"cmp"
	"slices"
	"time"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
)

// defaultUndoLimit is the time that there is to take back a step that says nothing about it.
const defaultUndoLimit = 10 * time.Second

// undo checks the call that takes a step back, which calls op; that is nil if it could not be found.
func (c *checker) undo(s *schedule.Step, m *manifest.Step, op *operation.Operation) {
	by := c.calls.Of(m)
	if op == nil || by == nil {
		return
	}
	switch {
	case !op.Writes():
		c.found.ErrorAt(m.Call, "undo", "%s is %s, which changes nothing, so there is nothing to take back; leave out \"undo\"", op.ID, op.Phrase())
		return
	case !by.Writes():
		c.found.ErrorAt(m.Call, "undo", "%s is %s, which changes nothing, so it takes nothing back; name the operation that does", by.ID, by.Phrase())
		return
	}
	call := &plan.Step{Name: m.Name.V, Call: by.Operation, Line: m.Name.Pos.Line}
	inside := *c
	inside.scope = c.scope.Of(s.Name.V)
	call.Args = inside.arguments(m, by)
	inside.body(call, m, by, inside.key(call, m, by))
	s.Undo = &schedule.Undo{Call: call, Limit: cmp.Or(m.Timeout.V, defaultUndoLimit), Kept: keeping{c}.kept(m)}
}

// keeping checks with which ends of a tool a step is not taken back.
type keeping struct{ *checker }

// kept returns the ends of the tool with which a step stays as it is, by the condition on which it is taken back: an expression of the failure,
// which is decided here for each that there can be.
func (c keeping) kept(m *manifest.Step) []string {
	if m.When == nil {
		return nil
	}
	failures := c.ends()
	ends := append(slices.Clone(failures), plan.Fault)
	taken, problems := c.compiler.OfFailure(m.When.Text, failures, ends)
	for _, p := range problems {
		c.found.Errorf(m.When.At(p.Offset), p.Length, "expression", "%s", p.Message)
	}
	if len(problems) > 0 {
		return nil
	}
	kept := slices.DeleteFunc(ends, func(end string) bool { return taken[end] })
	switch {
	case len(kept) == 0:
		c.found.ErrorAt(m.When, "undo", "this holds however the tool ends; leave out \"when\"")
	case len(kept) == len(failures)+1:
		c.found.ErrorAt(m.When, "undo", "this holds for no end of the tool, so that nothing is ever taken back; leave out \"undo\"")
	}
	return kept
}

// ends returns the failures that the tool declares; of a part, those of the tools that use it, in their order.
func (c keeping) ends() []string {
	if c.part == nil {
		return failuresOf(c.tool)
	}
	var names []string
	for _, t := range c.manifest.Tools {
		if !slices.Contains(c.manifest.Used([]*manifest.Tool{t}), c.part) {
			continue
		}
		for _, name := range failuresOf(t) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func failuresOf(t *manifest.Tool) []string {
	return lists.Map(t.Failures, func(f *manifest.Named) string { return f.Name.V })
}
