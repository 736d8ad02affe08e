package value

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Multipart is a tree of the manifest as the parts of a multipart body. Its value is a list of ir.PartType.
func (s *Scope) Multipart(n *manifest.Node, op *operation.Operation, name string) ir.Node {
	m := multipart{Scope: s, op: op, name: name, schema: op.BodyMedia().Schema}
	switch {
	case n.Kind == manifest.Wrong:
		return nil
	case n.Kind == manifest.Map:
		return m.parts(n)
	case n.Kind == manifest.List || n.IsLiteral():
		return s.found.refuse(n, "type", "this is %s where the document has %s; write the parts out", phrase(n), shape.Describe(m.schema))
	}
	return m.whole(n)
}

// multipart reads the parts of a body.
type multipart struct {
	*Scope
	op     *operation.Operation
	name   string
	schema *spec.Schema
}

// whole is an expression of all parts, none of which is a file.
func (m multipart) whole(n *manifest.Node) ir.Node {
	for _, p := range m.schema.Properties {
		if operation.IsFile(p.Schema) || p.Schema.Kind == spec.Array && operation.IsFile(p.Schema.Items) {
			return m.found.refuse(n, "type", "%s is a file; write the parts out", p.Name)
		}
	}
	body := m.JSON(n, m.schema, m.name)
	if body == nil || !isObject(n, body, m.found.List) {
		return nil
	}
	if body.Type().Kind == ir.Optional {
		return body // which is reported
	}
	return ir.FnPartsOf.Call(body)
}

// parts are the parts of a body that is written out.
func (m multipart) parts(n *manifest.Node) ir.Node {
	list := &ir.ListLit{T: ir.ListOf(ir.PartType), OptionalAt: map[int]bool{}}
	ok := true
	given := map[string]bool{}
	for _, e := range n.Entries {
		given[e.Key.V] = true
		parts := m.member(e)
		ok = ok && len(parts) > 0
		for _, part := range parts {
			if part.Type().Kind == ir.Optional {
				list.OptionalAt[len(list.Elems)] = true
			}
			list.Elems = append(list.Elems, part)
		}
	}
	if !complete(m.Scope, n, "this", m.schema, given) || !ok {
		return nil
	}
	return list
}

// member returns the parts of a member of the body, or nothing if one is wrong.
func (m multipart) member(e *manifest.Entry) []ir.Node {
	t := tree{Scope: m.Scope, name: m.name + "_" + e.Key.V, within: e.Key.V, placed: true, path: "." + e.Key.V}
	schema, required := memberSchema(m.Scope, e.Key, m.schema)
	if schema == nil || !m.constantHeaders(e) {
		return nil
	}
	f := filePart{tree: t, name: e.Key.V, required: required, encoding: m.op.BodyMedia().EncodingOf(e.Key.V)}
	switch {
	case e.Value.Kind == manifest.Wrong:
		return nil
	case f.is(e.Value, schema):
		return one(f.part(e.Value))
	case e.Value.Kind == manifest.List && schema.Kind == spec.Array && operation.IsFile(schema.Items):
		return f.list(e.Value)
	}
	return one(m.text(t, e, schema, required))
}

func one(part ir.Node) []ir.Node {
	if part == nil {
		return nil
	}
	return []ir.Node{part}
}

// constantHeaders reports whether all headers that the part of a member needs are constants: no others are sent. One that is none is a finding.
func (m multipart) constantHeaders(e *manifest.Entry) bool {
	encoding := m.op.BodyMedia().EncodingOf(e.Key.V)
	if encoding == nil {
		return true
	}
	for _, h := range encoding.Headers {
		if _, constant := operation.Constant(h.Schema); h.Required && !constant {
			m.found.ErrorAt(e.Key, "form", "the document requires the header %s of this part, and gives it no one value; only such headers of parts are sent", h.Name)
			return false
		}
	}
	return true
}

// text is a part that is no file.
func (m multipart) text(t tree, e *manifest.Entry, schema *spec.Schema, required bool) ir.Node {
	value := t.value(e.Value, schema)
	f := formField{Scope: m.Scope, name: e.Key.V, field: m.op.FieldOf(e.Key.V), part: true}
	switch {
	case value == nil, !f.canHold(e.Value, value), !f.canWrite(e.Value, 0, m.schema):
		return nil
	case value.Type().Kind != ir.Optional:
		return ir.FnNewPart.Call(ir.Text(e.Key.V), value)
	case required:
		return m.found.refuse(e.Value, "type", "this may be absent, and the document requires %s; say what stands for it, with .orValue(...)", e.Key.V)
	}
	return perhaps(value, e.Key.V, func(value ir.Node) ir.Node { return ir.FnNewPart.Call(ir.Text(e.Key.V), value) })
}

// perhaps is what f makes of the content of an optional, as an optional.
func perhaps(value ir.Node, name string, f func(ir.Node) ir.Node) ir.Node {
	local := &ir.Local{T: value.Type().Elem, Name: name}
	return &ir.Then{X: value, Local: local, Body: &ir.Some{X: f(&ir.Ref{To: local})}}
}
