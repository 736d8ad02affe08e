package lower

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// indexed lowers x[i].
func indexed(cx context, e ast.Expr, args []ast.Expr) ir.Node {
	refuseHeld(cx, args[0])
	x, i := lower(cx, args[0]), lower(cx, args[1])
	refuseHeader(cx, x, i, args[1])
	if loop, ok := firstOfFilter(x, i); ok {
		return loop
	}
	t := x.Type()
	if root, ok := x.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return tableRow(cx, root, i, args[1])
	}
	if dyn, ok := x.(*ir.ToDyn); ok && dyn.X.Type().Kind == ir.Optional { // of one without a value the index does not count
		return toDyn(cx, optionalIndex(cx, dyn.X, i, e))
	}
	switch {
	case t.Kind == ir.Optional:
		return optionalIndex(cx, x, i, e)
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return &ir.Element{List: convert.NotNull(x), Index: convert.NotNull(i)}
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return ir.FnAtDyn.Call(convert.NotNull(x), toDyn(cx, i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return ir.FnKey.Call(convert.NotNull(x), convertTo(cx, i, t.Key, args[1]))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return ir.FnKeyDyn.Call(convert.NotNull(x), toDyn(cx, i))
	}
	return ir.FnDynIndex.Call(keyed(cx, e, x, i), toDyn(cx, i))
}

// keyed is x as a dyn, of which e reads what a key selects.
func keyed(cx context, e ast.Expr, x, key ir.Node) ir.Node {
	if name, ok := constantText(key); ok {
		cx.doubts.Undeclared(e, x, name)
	}
	return toDyn(cx, x)
}

// tableRow is a look-up in a table. A key from an enum input whose values the table covers is always found.
func tableRow(cx context, table *ir.Root, key ir.Node, at ast.Expr) ir.Node {
	enum := key.Type().Enum
	if enum != nil {
		missing := slices.DeleteFunc(slices.Clone(enum.Values), func(v string) bool { return cx.scope.HasRow(table.Name, v) })
		if len(missing) > 0 {
			return cx.fail(at, "the table %s has no row for %s, which the input %s can be", table.Name, strings.Join(missing, ", "), enum.Owner)
		}
	}
	return &ir.Row{Table: table, Key: convertTo(cx, key, ir.StringType, at), Proven: enum != nil}
}

// optionalIndex lowers x[?i], and x[i] where x is an optional.
func optionalIndex(cx context, x, i ir.Node, e ast.Expr) ir.Node {
	if first, ok := optionalFirstOfFilter(x, i); ok {
		return first
	}
	t := x.Type()
	switch {
	case t.Kind == ir.Optional:
		return then(x, func(v ir.Node) ir.Node { return optionalIndex(cx, v, i, e) })
	case t.Nullable && i.Type().Kind == ir.Dyn: // what cannot be an index is an error, also of null
		return ir.FnDynOptIndex.Call(toDyn(cx, x), i)
	case t.Nullable && (t.Kind == ir.List || t.Kind == ir.Map):
		return strictly(convert.NotNull(i), "index", func(i ir.Node) ir.Node {
			return then(convert.UnlessNull(x), func(v ir.Node) ir.Node { return optionalIndex(cx, v, i, e) })
		})
	case t.Kind == ir.List && i.Type().Kind == ir.Int && t.Elem.ByValue():
		return ir.FnOptElem.Call(x, convert.NotNull(i))
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return ir.FnOptAt.Call(x, convert.NotNull(i))
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return ir.FnOptAtDyn.Call(x, toDyn(cx, i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return ir.FnOptKey.Call(x, convertTo(cx, i, t.Key, e))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return ir.FnOptKeyDyn.Call(x, toDyn(cx, i))
	}
	return ir.FnDynOptIndex.Call(keyed(cx, e, x, i), toDyn(cx, i))
}

// strictly computes a value before anything else that body does with it.
func strictly(n ir.Node, name string, body func(ir.Node) ir.Node) ir.Node {
	switch n.(type) {
	case *ir.Const, *ir.Root, *ir.Ref:
		return body(n)
	}
	local := &ir.Local{T: n.Type(), Name: name}
	return &ir.Let{Local: local, Value: n, Body: body(&ir.Ref{To: local}), Strict: true}
}

// membership lowers x in y.
func membership(cx context, e ast.Expr, args []ast.Expr) ir.Node {
	x := lower(cx, args[0])
	y := lower(cx, args[1])
	if n, ok := enumMembership(cx, x, y, args); ok {
		return n
	}
	refuseHeader(cx, y, x, args[0])
	if lit, ok := y.(*ir.ListLit); ok && args[1].Kind() == ast.ListKind {
		for i, elem := range lit.Elems {
			cx.doubts.Value(args[1].AsList().Elements()[i], x, elem)
		}
	}
	if root, ok := y.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return ir.FnHasKey.Call(root, convertTo(cx, x, ir.StringType, args[0]))
	}
	if typed := typedMembership(x, y); typed != nil {
		return typed
	}
	return ir.FnDynIn.Call(toDyn(cx, x), keyed(cx, e, y, x))
}

// typedMembership is x in y where Go compares values of their types; nil elsewhere.
func typedMembership(x, y ir.Node) ir.Node {
	tx, ty := x.Type().Plain(), y.Type()
	switch {
	case ty.Kind == ir.List && x.Type().Enum == nil && haveEquality(x.Type(), ty.Elem) && (tx.Scalar() || !ty.Elem.Nullable):
		return &ir.In{X: x, List: convert.NotNull(y)}
	case ty.Kind == ir.List && tx.Comparable() && ir.Same(tx, ty.Elem) && !x.Type().Nullable:
		return &ir.In{X: convert.PlainString(x), List: convert.NotNull(y)}
	case ty.Kind == ir.Map && ty.Key.Kind != ir.Dyn && ir.Same(tx, ty.Key) && !x.Type().Nullable:
		return ir.FnHasKey.Call(convert.NotNull(y), convert.PlainString(x))
	}
	return nil
}

// enumMembership is x in y where one of them is of the values of an enum: of an input, or of the elements of one that is a list. Literals have to
// be values of it. ok is false where Go has no such test.
func enumMembership(cx context, x, y ir.Node, args []ast.Expr) (n ir.Node, ok bool) {
	if y.Type().Kind != ir.List {
		return nil, false
	}
	if t := x.Type(); t.Enum != nil {
		y = enumList(cx, t, y, args[1])
	}
	elem := y.Type().Elem
	if elem.Enum == nil || elem.Nullable || x.Type().Kind != ir.String || x.Type().Nullable {
		return nil, false
	}
	if c, literal := enumConst(elem, x); literal {
		x = enumValue(cx, elem, c, args[0])
	} else if x.Type().Enum != elem.Enum {
		x = &ir.ToEnum{T: elem, X: convert.PlainString(x)}
	}
	return &ir.In{X: x, List: convert.NotNull(y)}, true
}

// enumList returns a literal list of strings as a list of the values of an enum, which t is the type of, and any other list as it is.
func enumList(cx context, t *ir.Type, list ir.Node, at ast.Expr) ir.Node {
	lit, ok := list.(*ir.ListLit)
	if !ok || t.Enum == nil || at.Kind() != ast.ListKind {
		return list
	}
	values := &ir.ListLit{T: ir.ListOf(t), OptionalAt: map[int]bool{}}
	for i, n := range lit.Elems {
		c, literal := enumConst(t, n)
		if !literal {
			return list
		}
		values.Elems = append(values.Elems, enumValue(cx, t, c, at.AsList().Elements()[i]))
	}
	return values
}
