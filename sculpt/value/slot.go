package value

import (
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// slot is a place in a request or an answer for which a document has a schema.
type slot struct {
	*Scope
	schema *spec.Schema
}

// scalar is a scalar as a value of type want, or an Optional of it where it may be left out. What is known of its value must
// be among the values that the schema allows.
func (s slot) scalar(n *manifest.Node, want *ir.Type, required bool) ir.Node {
	if n.IsLiteral() {
		return s.literal(n, want)
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			s.found.ErrorAt(n, "type", "this is text where %s is needed; write a single ${...}", want.Phrase())
			return nil
		}
		return s.Text(n.Scalar)
	}
	return s.expression(e, want, required)
}

// literal is a literal as a value of type want that the schema allows.
func (s slot) literal(n *manifest.Node, want *ir.Type) ir.Node {
	value, message := Literal(n, want)
	if message == "" {
		message = allowed(s.schema, value)
	}
	if message != "" {
		s.found.ErrorAt(n, "type", "%s", message)
		return nil
	}
	return &ir.Const{T: want, Value: value}
}

// expression is the value of an expression as one of type want.
func (s slot) expression(e *manifest.Expr, want *ir.Type, required bool) ir.Node {
	value := s.Compile(e)
	if value == nil {
		return nil
	}
	if value.Type().Kind == ir.Optional {
		if required {
			s.found.ErrorAt(e, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
			return nil
		}
		want = ir.OptionalOf(want)
	}
	if s.schema.Kind == spec.Any && want.Kind == ir.String {
		if text, err := expr.Text(value); err == nil {
			value = text
		}
	}
	if !s.allows(e, value) {
		return nil
	}
	return s.Assign(e, value, want)
}

// allows reports a value that an expression can have and that the schema's enum excludes.
func (s slot) allows(e *manifest.Expr, value ir.Node) bool {
	for _, v := range s.Possible(value) {
		if message := allowed(s.schema, v); message != "" {
			s.found.ErrorAt(e, "enum", "%s", message)
			return false
		}
	}
	return true
}
