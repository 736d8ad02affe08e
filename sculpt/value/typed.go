package value

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Typed is a tree of the manifest as a value of type t, which the manifest declares: an argument of a function. name is what it is
// for, as names of Go types have it. It is nil if something does not fit, with the reason reported.
func (s *Scope) Typed(n *manifest.Node, t *ir.Type, name string) ir.Node {
	return typed{s, name}.value(n, t)
}

// typed reads trees of declared types.
type typed struct {
	*Scope
	name string
}

// value is a tree as a value of type t. Where t is an Optional, a value that is always there is one, too.
func (t typed) value(n *manifest.Node, want *ir.Type) ir.Node {
	if want.Kind == ir.Dyn || n.Kind == manifest.Wrong {
		return nil // which has been reported
	}
	if want.Kind != ir.Optional {
		return t.present(n, want)
	}
	if n.Kind == manifest.Scalar && n.Scalar.Single() != nil {
		return t.expression(n.Scalar.Single(), want)
	}
	return t.some(t.present(n, want.Elem))
}

// present returns a tree as a value of a type that is no Optional; nil if it is none, which is reported.
func (t typed) present(n *manifest.Node, want *ir.Type) ir.Node {
	switch {
	case n.Kind == manifest.Scalar && n.Scalar.Single() != nil:
		return t.expression(n.Scalar.Single(), want)
	case n.Kind == manifest.Map && want.Kind == ir.Object:
		return t.object(n, want)
	case n.Kind == manifest.List && want.Kind == ir.List:
		return t.list(n, want)
	case n.Kind != manifest.Scalar || !want.Scalar():
		return t.found.refuse(n, "type", "%s is needed here", want.Phrase())
	case !n.IsLiteral() && want.Kind == ir.String:
		return t.Text(n.Scalar)
	case !n.IsLiteral():
		return t.found.refuse(n, "type", "this is text where %s is needed; write a single ${...}", want.Phrase())
	}
	literal, message := t.Literal(n, want)
	if message != "" {
		return t.found.refuse(n, "type", "%s", message)
	}
	return &ir.Const{T: want, Value: literal}
}

func (t typed) object(n *manifest.Node, want *ir.Type) ir.Node {
	record := &ir.Record{Name: t.name, T: want}
	given := map[string]bool{}
	ok := true
	for _, e := range n.Entries {
		f := want.Object.Field(e.Key.V)
		if f == nil {
			t.found.ErrorAt(e.Key, "unknown-member", "%s has no member %q%s", want.Object.Noun(), e.Key.V, diag.Known(e.Key.V, want.Object.Names()))
			ok = false
			continue
		}
		given[f.Name] = true
		value := t.value(e.Value, f.Type)
		ok = ok && value != nil
		record.Members = append(record.Members, ir.RecordMember{Name: f.Name, Value: value})
	}
	for _, f := range want.Object.Fields() {
		if f.Type.Kind != ir.Optional && !given[f.Name] {
			t.found.ErrorAt(n, "missing-member", "this lacks the member %s, %s", f.Name, f.Type.Phrase())
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return record
}

func (t typed) list(n *manifest.Node, want *ir.Type) ir.Node {
	list := &ir.ListLit{T: want}
	for _, item := range n.Items {
		value := t.value(item, want.Elem)
		if value == nil {
			return nil
		}
		list.Elems = append(list.Elems, value)
	}
	return list
}

// expression is the value of an expression as one of type want. Objects are copied, member by member, into those that want has.
func (t typed) expression(e *manifest.Expr, want *ir.Type) ir.Node {
	value := t.compileJSON(e, t.name)
	if value == nil {
		return nil
	}
	optional := value.Type().Kind == ir.Optional
	switch {
	case want.Kind != ir.Optional && optional:
		return t.found.refuse(e, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
	case want.Kind == ir.Optional && !optional:
		return t.some(t.assigned(e, value, want.Elem))
	}
	return t.assigned(e, value, want)
}

// some is a value as an optional. Of nil it is nil.
func (t typed) some(value ir.Node) ir.Node {
	if value == nil {
		return nil
	}
	return &ir.Some{X: value}
}

func (t typed) assigned(e *manifest.Expr, value ir.Node, want *ir.Type) ir.Node {
	copied, err := t.expressions.Copy(value, want)
	if err != nil {
		return t.found.refuse(e, "type", "%s", err)
	}
	return t.compiled.converted(copied)
}
