package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// listLiteral lowers a list literal, its elements with element.
func listLiteral(cx context, e ast.Expr, element lowering) ir.Node {
	literal := e.AsList()
	lit := &ir.ListLit{OptionalAt: map[int]bool{}}
	for _, i := range literal.OptionalIndices() {
		lit.OptionalAt[int(i)] = true
	}
	var elem *ir.Type
	for i, x := range literal.Elements() {
		n := element(cx, x)
		lit.Elems = append(lit.Elems, n)
		if t := n.Type(); lit.OptionalAt[i] && t.Kind == ir.Optional {
			elem = convert.Unify(elem, t.Elem)
		} else {
			elem = convert.UnifyWith(elem, n)
		}
	}
	if elem == nil {
		elem = cx.typeOf(e).Elem
	}
	lit.T = ir.ListOf(elem)
	for i, n := range lit.Elems {
		lit.Elems[i] = convertTo(cx, n, elementType(elem, lit.OptionalAt[i]), literal.Elements()[i])
	}
	return lit
}

// elementType is the type of an element of a literal that holds t. One that is left out if it is absent is an optional.
func elementType(t *ir.Type, optional bool) *ir.Type {
	if optional {
		return ir.OptionalOf(t)
	}
	return t
}

// mapLiteral lowers a map literal.
func mapLiteral(cx context, e ast.Expr) ir.Node {
	lit := &ir.MapLit{OptionalAt: map[int]bool{}}
	seen := map[any]bool{}
	var key, value *ir.Type
	entries := e.AsMap().Entries()
	for i, x := range entries {
		entry := x.AsMapEntry()
		k, v := lower(cx, entry.Key()), lower(cx, entry.Value())
		if c, ok := k.(*ir.Const); ok && c.T.Kind != ir.Bytes {
			if seen[c.Value] {
				cx.fail(entry.Key(), "this key stands twice in the map")
			}
			seen[c.Value] = true
		}
		if k.Type().Nullable {
			cx.fail(entry.Key(), "the key of a map cannot be null, and this may be")
		}
		lit.OptionalAt[i] = entry.IsOptional()
		t := v.Type()
		if entry.IsOptional() && t.Kind == ir.Optional {
			t = t.Elem
		}
		lit.Keys, lit.Values = append(lit.Keys, k), append(lit.Values, v)
		key, value = convert.Unify(key, k.Type()), convert.Unify(value, t)
	}
	if len(entries) == 0 {
		lit.T = cx.typeOf(e)
		return lit
	}
	switch key.Kind {
	case ir.String, ir.Int, ir.Uint, ir.Bool, ir.Dyn:
	case ir.Double:
		key = ir.DynType
	default:
		return cx.fail(e, "the keys of a map must be strings, numbers or bools, not %s", key.Noun())
	}
	if key.Kind == ir.Dyn {
		value = ir.DynType
	}
	lit.T = ir.MapOf(key.Plain(), value)
	for i, x := range entries {
		lit.Keys[i] = convertTo(cx, lit.Keys[i], lit.T.Key, x.AsMapEntry().Key())
		lit.Values[i] = convertTo(cx, lit.Values[i], elementType(value, lit.OptionalAt[i]), x.AsMapEntry().Value())
	}
	return lit
}
