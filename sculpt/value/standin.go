package value

import (
	"slices"
	"strconv"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// StandIn is a tree of the manifest that stands in for the body of an answer, which is of type t. Fields that it does not give are
// absent, also such that the document requires. It is nil if something does not fit, with the reason reported.
func (s *Scope) StandIn(n *manifest.Node, t *ir.Type) ir.Node {
	value := standInTree{Scope: s}.value(n, t)
	if value != nil && value.Type().Kind == ir.Optional {
		return s.found.refuse(n, "type", "this may be absent, and a stand-in is there in any case; say what stands for it, with .orValue(...)")
	}
	return value
}

// standInTree reads a tree of values that becomes an answer, or a part of one.
type standInTree struct {
	*Scope
	allowed []string // the texts that the document allows here; none: any
}

// value is a tree as a value of type t, or as an optional of one.
func (a standInTree) value(n *manifest.Node, t *ir.Type) ir.Node {
	switch {
	case n.Kind == manifest.Wrong:
		return nil
	case n.Kind == manifest.Map:
		return a.assigned(n, a.object(n, t), t)
	case n.Kind == manifest.List:
		return a.assigned(n, a.list(n, t), t)
	case n.IsLiteral():
		return a.assigned(n, a.literal(n, t), t)
	}
	return a.computed(n, t)
}

// assigned converts a value that is not null to type t, or reports why that cannot be. Of nil it makes nil.
func (a standInTree) assigned(n *manifest.Node, value ir.Node, t *ir.Type) ir.Node {
	if value == nil {
		return nil
	}
	converted, err := a.expressions.Assign(value, t)
	if err != nil {
		return a.found.refuse(n, "type", "%s", err)
	}
	return a.compiled.converted(converted)
}

func (a standInTree) mismatch(n *manifest.Node, what string, t *ir.Type) ir.Node {
	return a.found.refuse(n, "type", "this is %s where the answer has %s", what, t.Phrase())
}

// object is a mapping as an object, or as a map.
func (a standInTree) object(n *manifest.Node, t *ir.Type) ir.Node {
	switch {
	case t.Kind == ir.Object:
		return a.fields(n, t.Object)
	case t.Kind == ir.Dyn:
		return a.entries(n, ir.MapOf(ir.StringType, ir.DynType))
	case t.Kind == ir.Map && t.Key.Kind == ir.String:
		return a.entries(n, t.Plain())
	}
	return a.mismatch(n, "an object", t)
}

// fields is a mapping as an object. Fields that may be absent in it are noted as such.
func (a standInTree) fields(n *manifest.Node, object *ir.ObjectType) ir.Node {
	record := &ir.Record{T: ir.ObjectOf(object)}
	a.compiled.Usage.StandIn(object)
	ok := true
	for _, e := range n.Entries {
		f := expr.FieldOf(object, e.Key.V)
		if f == nil {
			a.found.ErrorAt(e.Key, "unknown-member", "the document has no member %q here%s", e.Key.V, diag.Known(e.Key.V, object.Names()))
			ok = false
			continue
		}
		if f.Unread != "" {
			a.compiled.Warnings.WarnAt(e.Key, "write-only", "%s is write-only (%s): answers should not have it, so that a stand-in should not either", f.Name, f.Unread)
		}
		value := standInTree{a.Scope, f.Values}.value(e.Value, f.Type)
		ok = ok && value != nil
		record.Members = append(record.Members, ir.RecordMember{Name: e.Key.V, Value: value})
	}
	if !ok {
		return nil
	}
	for _, f := range object.Fields() {
		if value := record.Member(f.Name); value == nil || value.Type().Kind == ir.Optional {
			a.compiled.Usage.Lack(f)
		}
	}
	return record
}

// entries is a mapping as a map of type t.
func (a standInTree) entries(n *manifest.Node, t *ir.Type) ir.Node {
	m := &ir.MapLit{T: t, OptionalAt: map[int]bool{}}
	ok := true
	for i, e := range n.Entries {
		value := standInTree{Scope: a.Scope}.value(e.Value, t.Elem)
		ok = ok && value != nil
		m.Keys = append(m.Keys, ir.Text(e.Key.V))
		m.Values = append(m.Values, value)
		m.OptionalAt[i] = ok && value.Type().Kind == ir.Optional
	}
	if !ok {
		return nil
	}
	return m
}

func (a standInTree) list(n *manifest.Node, t *ir.Type) ir.Node {
	elem := ir.DynType
	switch t.Kind {
	case ir.List:
		elem = t.Elem
	case ir.Dyn:
	default:
		return a.mismatch(n, "a list", t)
	}
	list := &ir.ListLit{T: ir.ListOf(elem)}
	ok := true
	for _, item := range n.Items {
		value := standInTree{Scope: a.Scope}.value(item, elem)
		if value != nil && value.Type().Kind == ir.Optional {
			a.found.ErrorAt(item, "type", "this may be absent, and an element of a list cannot be; say what stands for it, with .orValue(...)")
			ok = false
		}
		ok = ok && value != nil
		list.Elems = append(list.Elems, value)
	}
	if !ok {
		return nil
	}
	return list
}

func (a standInTree) literal(n *manifest.Node, t *ir.Type) ir.Node {
	plain := t.Plain()
	switch {
	case n.Literal == nil && (t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null):
		return &ir.Const{T: ir.NullType}
	case t.Kind == ir.Dyn:
		plain = LiteralType(n.Literal)
	case !t.Scalar():
		return a.mismatch(n, phrase(n), t)
	}
	literal, message := a.Literal(n, plain)
	if message != "" {
		return a.found.refuse(n, "type", "%s", message)
	}
	if text, ok := literal.(string); ok && len(a.allowed) > 0 && !slices.Contains(a.allowed, text) {
		return a.found.refuse(n, "enum", "the document does not have %q here%s", text, diag.Known(text, a.allowed))
	}
	return &ir.Const{T: plain, Value: literal}
}

// phrase says what a tree is that is no expression.
func phrase(n *manifest.Node) string {
	switch {
	case n.Kind == manifest.Map:
		return "an object"
	case n.Kind == manifest.List:
		return "a list"
	case n.Literal == nil:
		return "null"
	}
	return strconv.Quote(n.Text())
}

// computed is a scalar with expressions. What may be absent stays an optional.
func (a standInTree) computed(n *manifest.Node, t *ir.Type) ir.Node {
	e := n.Scalar.Single()
	if e == nil {
		if t.Kind != ir.String && t.Kind != ir.Dyn {
			return a.mismatch(n, "text", t)
		}
		return a.assigned(n, a.Text(n.Scalar), t)
	}
	value := a.Compile(e)
	if value != nil && value.Type().Kind == ir.Optional {
		t = ir.OptionalOf(t)
	}
	return a.Assign(e, value, t)
}
