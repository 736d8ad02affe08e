package expr

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// list lowers a list literal, its elements with element.
func (l *lowerer) list(e ast.Expr, element func(ast.Expr) ir.Node) ir.Node {
	literal := e.AsList()
	lit := &ir.ListLit{OptionalAt: map[int]bool{}}
	for _, i := range literal.OptionalIndices() {
		lit.OptionalAt[int(i)] = true
	}
	var elem *ir.Type
	for i, x := range literal.Elements() {
		n := element(x)
		lit.Elems = append(lit.Elems, n)
		if t := n.Type(); lit.OptionalAt[i] && t.Kind == ir.Optional {
			elem = unify(elem, t.Elem)
		} else {
			elem = unifyWith(elem, n)
		}
	}
	if elem == nil {
		elem = l.checked(e).Elem
	}
	lit.T = ir.ListOf(elem)
	for i, n := range lit.Elems {
		want := elem
		if lit.OptionalAt[i] {
			want = ir.OptionalOf(elem)
		}
		lit.Elems[i] = l.convert(n, want, literal.Elements()[i])
	}
	return lit
}

// mapLiteral lowers a map literal.
func (l *lowerer) mapLiteral(e ast.Expr) ir.Node {
	lit := &ir.MapLit{OptionalAt: map[int]bool{}}
	seen := map[any]bool{}
	var key, value *ir.Type
	entries := e.AsMap().Entries()
	for i, x := range entries {
		entry := x.AsMapEntry()
		k, v := l.lower(entry.Key()), l.lower(entry.Value())
		if c, ok := k.(*ir.Const); ok && c.T.Kind != ir.Bytes {
			if seen[c.Value] {
				l.fail(entry.Key(), "this key stands twice in the map")
			}
			seen[c.Value] = true
		}
		if k.Type().Nullable {
			l.fail(entry.Key(), "the key of a map cannot be null, and this may be")
		}
		lit.OptionalAt[i] = entry.IsOptional()
		t := v.Type()
		if entry.IsOptional() && t.Kind == ir.Optional {
			t = t.Elem
		}
		lit.Keys, lit.Values = append(lit.Keys, k), append(lit.Values, v)
		key, value = unify(key, k.Type()), unify(value, t)
	}
	if len(entries) == 0 {
		lit.T = l.checked(e)
		return lit
	}
	switch key.Kind {
	case ir.String, ir.Int, ir.Uint, ir.Bool, ir.Dyn:
	case ir.Double:
		key = ir.DynType
	default:
		return l.fail(e, "the keys of a map must be strings, numbers or bools, not %s", key.Noun())
	}
	if key.Kind == ir.Dyn {
		value = ir.DynType
	}
	lit.T = ir.MapOf(key.Plain(), value)
	for i, x := range entries {
		want := value
		if lit.OptionalAt[i] {
			want = ir.OptionalOf(value)
		}
		lit.Keys[i] = l.convert(lit.Keys[i], lit.T.Key, x.AsMapEntry().Key())
		lit.Values[i] = l.convert(lit.Values[i], want, x.AsMapEntry().Value())
	}
	return lit
}

// unify returns a type that holds the values of a and of b. a may be nil: nothing yet.
func unify(a, b *ir.Type) *ir.Type {
	switch {
	case a == nil || ir.Same(a, b):
		return b
	case a.Kind == ir.Null && b.Kind != ir.Optional: // an enum has no value for null
		return b.Plain().OrNull()
	case b.Kind == ir.Null && a.Kind != ir.Optional:
		return a.Plain().OrNull()
	case a.Kind == ir.Optional && b.Kind == ir.Optional:
		return ir.OptionalOf(unify(a.Elem, b.Elem))
	case a.Enum != b.Enum && a.Kind == ir.String && b.Kind == ir.String:
		return withNull(ir.StringType, a.Nullable || b.Nullable)
	case a.Nullable != b.Nullable && ir.Same(a.Plain(), b.Plain()):
		return a.OrNull()
	case a.Kind == ir.List && b.Kind == ir.List:
		return withNull(ir.ListOf(unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	case a.Kind == ir.Map && b.Kind == ir.Map && ir.Same(a.Key, b.Key):
		return withNull(ir.MapOf(a.Key, unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	}
	return ir.DynType
}

// unifyWith is unify with the type of a node. A literal that holds nothing is of whatever type the others are.
func unifyWith(t *ir.Type, n ir.Node) *ir.Type {
	if t != nil && t.Kind == n.Type().Kind && ir.IsEmpty(n) {
		return t
	}
	return unify(t, n.Type())
}

// unifyElem unifies element types, where that of an empty literal gives way.
func unifyElem(a, b *ir.Type) *ir.Type {
	if a.Kind == ir.Dyn && b.Kind != ir.Dyn {
		return a
	}
	return unify(a, b)
}

func withNull(t *ir.Type, nullable bool) *ir.Type {
	if nullable {
		return t.OrNull()
	}
	return t
}
