package sculpt

import (
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// pairs is a parameter that is an object, its members written out: each is encoded as text.
func (t *toolChecker) pairs(n *manifest.Node, p *spec.Parameter) ir.Node {
	if n.Kind != manifest.Map {
		t.nodeErrorf(n, "type", "the parameter %s is an object; write its members out", p.Name)
		return nil
	}
	pairs := &ir.Pairs{}
	given := map[string]bool{}
	ok := true
	for _, e := range n.Entries {
		given[e.Key.V] = true
		value := t.pair(e, p)
		ok = ok && value != nil
		pairs.Members = append(pairs.Members, ir.RecordMember{Name: e.Key.V, Value: value})
	}
	for _, property := range p.Schema.Properties {
		if property.Required && !property.ReadOnly && !given[property.Name] {
			t.nodeErrorf(n, "missing-member", "the parameter %s lacks the member %s (%s), which the document requires",
				p.Name, property.Name, shape.Describe(property.Schema))
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return pairs
}

// pair is the text of a member of an object parameter.
func (t *toolChecker) pair(e *manifest.Entry, p *spec.Parameter) ir.Node {
	schema := p.Schema.Additional
	if property := p.Schema.Property(e.Key.V); property != nil {
		schema = property.Schema
	} else if (len(p.Schema.Properties) > 0 || p.Schema.Closed) && schema == nil {
		t.errorf(e.Key, "unknown-parameter", "the parameter %s has no member %q%s", p.Name, e.Key.V, known(e.Key.V, propertyNames(p.Schema)))
		return nil
	}
	if schema == nil {
		schema = anything
	}
	if e.Value.Kind != manifest.Scalar {
		t.nodeErrorf(e.Value, "type", "a member of the parameter %s is a single value", p.Name)
		return nil
	}
	value := t.scalar(e.Value, schema, scalarType(schema), true)
	if value == nil {
		return nil
	}
	if c, ok := value.(*ir.Const); ok {
		return &ir.Const{T: ir.StringType, Value: show(c.Value)}
	}
	text, err := expr.Text(value)
	if err != nil {
		t.nodeErrorf(e.Value, "type", "%s", err)
		return nil
	}
	return text
}

func propertyNames(s *spec.Schema) []string {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.Name
	}
	return names
}

// document is a parameter that travels as a document of its own.
func (t *toolChecker) document(n *manifest.Node, p *spec.Parameter) ir.Node {
	if !isJSON(p.ContentType) {
		if n.Kind == manifest.Scalar {
			return t.scalar(n, p.Schema, ir.StringType, p.Required)
		}
		t.nodeErrorf(n, "type", "the parameter %s travels as %s, which is not built from a tree in this release; give its text", p.Name, p.ContentType)
		return nil
	}
	value := t.json(n, p.Schema, p.Name)
	switch {
	case value == nil:
		return nil
	case value.Type().Kind != ir.Optional:
		return encoded(value)
	case p.Required:
		t.nodeErrorf(n, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
		return nil
	}
	local := &ir.Local{T: value.Type().Elem, Name: "value"}
	return &ir.Then{X: value, Local: local, Body: &ir.Some{X: encoded(&ir.Ref{To: local})}}
}

// encoded is a value as JSON text.
func encoded(value ir.Node) ir.Node {
	return ir.FnEncodeJSON.Call(value)
}
