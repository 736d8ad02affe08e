package tool

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// body checks the body that a step sends, which has more members than are written. It is nil if the step sends none, or a wrong one.
func (c *checker) body(s *plan.Step, m *manifest.Step, op *operation.Operation, more []value.Added) {
	n, body := m.Body, op.Spec.Body
	switch {
	case n == nil && body != nil && body.Required:
		c.found.ErrorAt(m.Call, "missing-body", "%s needs a body; give it under \"body\"", op.ID)
		return
	case n == nil:
		return
	case body == nil || op.BodyMedia() == nil:
		c.found.ErrorAt(n, "unknown-body", "%s takes no body", op.ID)
		return
	}
	s.Body = c.bodyValue(n, op, m.Name.V+"_body", more)
	if s.Body == nil {
		return
	}
	if s.Body.Type().Kind == ir.Optional {
		c.found.ErrorAt(n, "type", "this may be absent, and a body is sent with every call; say what stands for it, with .orValue(...)")
	}
	s.BodyWhere = c.scope.Where(placeIn(m, plan.PartBody, ""), s.Body)
	ir.Walk(s.Body, func(n ir.Node) {
		if placed, ok := n.(*ir.Placed); ok {
			s.Places = append(s.Places, c.scope.Where(placeIn(m, plan.PartBody, placed.Place), placed.X))
		}
	})
}

// bodyValue is the value of a body, in the form in which it is sent. nil: it is wrong.
func (c *checker) bodyValue(n *manifest.Node, op *operation.Operation, name string, more []value.Added) ir.Node {
	switch op.BodyForm {
	case plan.FormBody:
		return c.scope.Form(n, op, name, more...)
	case plan.PartsBody:
		return c.scope.Multipart(n, op, name)
	case plan.RawBody:
		return c.scope.Raw(n, op.BodyMedia())
	}
	return c.scope.Body(n, op.BodyMedia().Schema, name, more...)
}
