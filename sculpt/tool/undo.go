package tool

import (
	"cmp"
	"time"

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
		c.found.ErrorAt(m.Call, "undo", "%s is a %s, which changes nothing, so there is nothing to take back; leave out \"undo\"", op.ID, op.Method)
		return
	case !by.Writes():
		c.found.ErrorAt(m.Call, "undo", "%s is a %s, which changes nothing, so it takes nothing back; name the operation that does", by.ID, by.Method)
		return
	}
	call := &plan.Step{Name: m.Name.V, Call: by.Operation, Line: m.Name.Pos.Line}
	inside := *c
	inside.scope = c.scope.Of(s.Name.V)
	call.Args = inside.arguments(m, by)
	inside.body(call, m, by, nil)
	inside.keyHeader(call, m, by)
	s.Undo = &schedule.Undo{Call: call, Limit: cmp.Or(m.Timeout.V, defaultUndoLimit)}
}
