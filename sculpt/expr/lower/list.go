package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// specialForLists returns the special of a function of lists, or nil.
func specialForLists(function string) special {
	switch function {
	case "slice":
		return slice
	case "first":
		return first
	case "last":
		return last
	case "sort":
		return sorted
	case "@sortByAssociatedKeys":
		return sortedByKeys
	case "take":
		return take
	case ir.GroupByKeys:
		return groupedByKeys
	case "distinct":
		return distinct
	case "flatten":
		return flatten
	case "sets.contains", "hasAll":
		return comparedSets(ir.FnContainsAll, ir.FnDynContainsAll)
	case "hasOnly":
		return swapped(comparedSets(ir.FnContainsAll, ir.FnDynContainsAll))
	case "sets.intersects", "hasAny":
		return comparedSets(ir.FnIntersects, ir.FnDynIntersects)
	case "sets.equivalent", "hasExactly":
		return comparedSets(ir.FnEquivalent, ir.FnDynEquivalent)
	}
	return nil
}

// concatLists lowers + of two lists.
func concatLists(cx context, c call) (ir.Node, bool) {
	x, y := c.args[0].Type(), c.args[1].Type()
	if x.Kind != ir.List || y.Kind != ir.List {
		return nil, false
	}
	t := convert.Unify(x.Plain(), y.Plain())
	return ir.FnConcat.Call(convertTo(cx, c.args[0], t, c.at[0]), convertTo(cx, c.args[1], t, c.at[1])), true
}

func joinStrings(cx context, c call) (ir.Node, bool) {
	separator := ir.Node(ir.Text(""))
	if len(c.args) == 2 {
		separator = convertTo(cx, c.args[1], ir.StringType, c.at[1])
	}
	if t := c.args[0].Type(); t.Kind != ir.List || t.Elem.Kind != ir.String || t.Elem.Nullable {
		return ir.FnDynJoin.Call(toDyn(cx, c.args[0]), separator), true
	}
	list := convertTo(cx, c.args[0], ir.ListOf(ir.StringType), c.at[0])
	if !ir.IsConst(separator) { // an upstream could make the result larger than memory
		return ir.FnJoin.Call(list, separator), true
	}
	return ir.FnStringsJoin.Call(list, separator), true
}

// countFilter lowers filter(...).size(): no list is made.
func countFilter(_ context, c call) (ir.Node, bool) {
	loop, ok := c.args[0].(*ir.Loop)
	if !ok || !isFilter(loop) {
		return nil, false
	}
	loop.Kind, loop.T, loop.Elem = ir.Count, ir.IntType, nil
	return loop, true
}

// slice lowers a slice of a dyn.
func slice(cx context, c call) (ir.Node, bool) {
	if c.args[0].Type().Kind != ir.Dyn {
		return nil, false
	}
	start, end := convertTo(cx, c.args[1], ir.IntType, c.at[1]), convertTo(cx, c.args[2], ir.IntType, c.at[2])
	return ir.FnDynSlice.Call(c.args[0], start, end), true
}

func first(_ context, c call) (ir.Node, bool) {
	if n, ok := optionalFirstOfFilter(c.args[0], ir.Int64(0)); ok {
		return n, true
	}
	switch {
	case holdsObjects(c.args[0]):
		return ir.FnOptElem.Call(convert.NotNull(c.args[0]), ir.Int64(0)), true
	case c.args[0].Type().Kind == ir.Dyn:
		return ir.FnDynFirst.Call(c.args[0]), true
	}
	return nil, false
}

func last(_ context, c call) (ir.Node, bool) {
	switch {
	case holdsObjects(c.args[0]):
		return ir.FnLastElem.Call(convert.NotNull(c.args[0])), true
	case c.args[0].Type().Kind == ir.Dyn:
		return ir.FnDynLast.Call(c.args[0]), true
	}
	return nil, false
}

// holdsObjects reports whether n is a list of objects, of which optionals hold pointers.
func holdsObjects(n ir.Node) bool {
	t := n.Type()
	return t.Kind == ir.List && t.Elem.ByValue()
}

// listOf is a list, or a dyn that holds one, as a list that is not null.
func listOf(cx context, n ir.Node) ir.Node {
	n = convert.NotNull(n)
	if n.Type().Kind == ir.Dyn {
		return untypedElements(cx, n)
	}
	return n
}

func sorted(cx context, c call) (ir.Node, bool) {
	list := listOf(cx, c.args[0])
	if hasTypedOrder(list.Type().Elem) {
		return ir.FnSort.Call(list), true
	}
	return ir.FnDynSort.Call(toDyn(cx, list)), true
}

// sortedByKeys lowers what sortBy expands to: the second argument is a list of the keys.
func sortedByKeys(cx context, c call) (ir.Node, bool) {
	list, keys := listOf(cx, c.args[0]), convert.NotNull(c.args[1])
	if key := keys.Type().Elem; key != nil && hasTypedOrder(key) && key.Enum == nil {
		return ir.FnSortBy.Call(list, keys), true
	}
	return ir.FnSortByDyn.Call(list, untypedElements(cx, keys)), true
}

// take lowers the first elements of a list. A number that is known is checked here.
func take(cx context, c call) (ir.Node, bool) {
	list, n := listOf(cx, c.args[0]), convertTo(cx, c.args[1], ir.IntType, c.at[1])
	count, known := n.(*ir.Const)
	switch {
	case !known:
		return ir.FnTake.Call(list, n), true
	case count.Value.(int64) < 0:
		return cx.fail(c.at[1], "the number of elements is not negative"), true
	}
	return ir.FnPrefix.Call(list, n), true
}

// groupedByKeys lowers what groupBy expands to: the second argument is a list of the keys.
func groupedByKeys(cx context, c call) (ir.Node, bool) {
	list, keys := listOf(cx, c.args[0]), convert.NotNull(c.args[1])
	if key := keys.Type().Elem; key.Comparable() && !key.Nullable {
		return ir.FnGroupBy.Call(list, keys), true
	}
	return ir.FnGroupByDyn.Call(list, untypedElements(cx, keys)), true
}

func distinct(cx context, c call) (ir.Node, bool) {
	list := listOf(cx, c.args[0])
	if elem := list.Type().Elem; elem.Comparable() && !elem.Nullable {
		return ir.FnDistinct.Call(list), true
	}
	return ir.FnDynDistinct.Call(toDyn(cx, list)), true
}

func flatten(cx context, c call) (ir.Node, bool) {
	t := c.args[0].Type()
	if len(c.args) == 1 && t.Kind == ir.List && t.Elem.Kind == ir.List && !t.Elem.Nullable {
		return ir.FnFlatten.Call(convert.NotNull(c.args[0])), true
	}
	depth := ir.Node(ir.Int64(1))
	if len(c.args) == 2 {
		depth = convertTo(cx, c.args[1], ir.IntType, c.at[1])
	}
	return ir.FnDynFlatten.Call(toDyn(cx, c.args[0]), depth), true
}

// comparedSets lowers a comparison of two lists as sets: by the first function where Go compares their elements, by the second for
// any lists.
func comparedSets(static, dynamic *ir.Function) special {
	return func(cx context, c call) (ir.Node, bool) {
		for i, other := range []ir.Node{c.args[1], c.args[0]} {
			if t := other.Type(); t.Kind == ir.List {
				c.args[i] = enumList(cx, t.Elem, c.args[i], c.at[i])
			}
		}
		a, b := c.args[0].Type(), c.args[1].Type()
		if a.Kind == ir.List && ir.Same(a.Plain(), b.Plain()) && a.Elem.Comparable() && !a.Elem.Nullable {
			return static.Call(convert.NotNull(c.args[0]), convert.NotNull(c.args[1])), true
		}
		return dynamic.Call(dyns(cx, c.args)...), true
	}
}

// swapped is a special for the arguments in the opposite order.
func swapped(lower special) special {
	return func(cx context, c call) (ir.Node, bool) {
		c.args, c.at = []ir.Node{c.args[1], c.args[0]}, []ast.Expr{c.at[1], c.at[0]}
		return lower(cx, c)
	}
}
