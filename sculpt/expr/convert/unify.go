package convert

import "github.com/nactgen/nactgen/sculpt/ir"

// Unify returns a type that holds the values of a and of b. a may be nil: nothing yet.
func Unify(a, b *ir.Type) *ir.Type {
	switch {
	case a == nil || ir.Same(a, b):
		return b
	case a.Kind == ir.Optional || b.Kind == ir.Optional:
		if a.Kind == b.Kind {
			return ir.OptionalOf(Unify(a.Elem, b.Elem))
		}
		return ir.DynType
	case a.Kind == ir.Null: // an enum has no value for null
		return b.Plain().OrNull()
	case b.Kind == ir.Null:
		return a.Plain().OrNull()
	case a.Enum != b.Enum && a.Kind == ir.String && b.Kind == ir.String:
		return withNull(ir.StringType, a.Nullable || b.Nullable)
	case a.Nullable != b.Nullable && ir.Same(a.Plain(), b.Plain()):
		return a.OrNull()
	case a.Kind != b.Kind:
		return ir.DynType
	case a.Kind == ir.List:
		return withNull(ir.ListOf(unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	case a.Kind == ir.Map && ir.Same(a.Key, b.Key):
		return withNull(ir.MapOf(a.Key, unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	}
	return ir.DynType
}

// UnifyWith is Unify with the type of a node. A literal that holds nothing is of whatever type the others are.
func UnifyWith(t *ir.Type, n ir.Node) *ir.Type {
	if t != nil && t.Kind == n.Type().Kind && ir.IsEmpty(n) {
		return t
	}
	return Unify(t, n.Type())
}

// unifyElem unifies element types, where that of an empty literal gives way.
func unifyElem(a, b *ir.Type) *ir.Type {
	if a.Kind == ir.Dyn && b.Kind != ir.Dyn {
		return a
	}
	return Unify(a, b)
}

func withNull(t *ir.Type, nullable bool) *ir.Type {
	if nullable {
		return t.OrNull()
	}
	return t
}
