package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

var comparisons = map[string]string{"_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">="}

// compare lowers < <= > >= on static types.
func (l *lowerer) compare(name string, nodes []ir.Node) (ir.Node, bool) {
	op, ok := comparisons[name]
	if !ok {
		return nil, false
	}
	if mayBeNaN(nodes[0]) && nodes[1].Type().Nullable { // before the types are looked at, NaN is neither less nor greater
		return dynamicComparison(name, l.dyn(nodes[0]), l.dyn(nodes[1])), true
	}
	x, y := plainString(notNull(nodes[0])), plainString(notNull(nodes[1]))
	kx, ky := x.Type().Kind, y.Type().Kind
	switch {
	case kx == ky && hasOrder(kx):
		return &ir.Binary{T: ir.BoolType, Op: op, X: x, Y: y}, true
	case kx != ky && isNumber(kx) && isNumber(ky):
		return mixedComparison(op, x, y), true
	}
	return dynamicComparison(name, l.dyn(x), l.dyn(y)), true
}

// ordered reports whether Go's < on values of that kind is CEL's.
func ordered(k ir.Kind) bool {
	switch k {
	case ir.Int, ir.Uint, ir.Double, ir.String, ir.Duration:
		return true
	}
	return false
}

// mayBeNaN reports whether n is a double that was computed: JSON has no NaN.
func mayBeNaN(n ir.Node) bool {
	if n.Type().Kind != ir.Double {
		return false
	}
	switch n := n.(type) {
	case *ir.Const, *ir.Member:
		return false
	case *ir.Root:
		return n.Kind == ir.VarRoot
	case *ir.NotNull:
		return mayBeNaN(n.X)
	}
	return true
}

// hasOrder reports whether values of that kind can be compared.
func hasOrder(k ir.Kind) bool {
	return ordered(k) || k == ir.Bool || k == ir.Bytes || k == ir.Timestamp
}

func isNumber(k ir.Kind) bool { return k == ir.Int || k == ir.Uint || k == ir.Double }

// less and lessEqual compare numbers of two kinds as if both were exact.
var (
	less = map[[2]ir.Kind]*ir.Function{
		{ir.Int, ir.Uint}: ir.FnLessIntUint, {ir.Int, ir.Double}: ir.FnLessIntFloat, {ir.Uint, ir.Int}: ir.FnLessUintInt,
		{ir.Uint, ir.Double}: ir.FnLessUintFloat, {ir.Double, ir.Int}: ir.FnLessFloatInt, {ir.Double, ir.Uint}: ir.FnLessFloatUint,
	}
	lessEqual = map[[2]ir.Kind]*ir.Function{
		{ir.Int, ir.Uint}: ir.FnLessEqualIntUint, {ir.Int, ir.Double}: ir.FnLessEqualIntFloat, {ir.Uint, ir.Int}: ir.FnLessEqualUintInt,
		{ir.Uint, ir.Double}: ir.FnLessEqualUintFloat, {ir.Double, ir.Int}: ir.FnLessEqualFloatInt, {ir.Double, ir.Uint}: ir.FnLessEqualFloatUint,
	}
)

// mixedComparison compares numbers of two kinds.
func mixedComparison(op string, x, y ir.Node) ir.Node {
	if op == ">" || op == ">=" {
		x, y = y, x
	}
	kinds := [2]ir.Kind{x.Type().Kind, y.Type().Kind}
	if strings.HasSuffix(op, "=") {
		return lessEqual[kinds].Call(x, y)
	}
	return less[kinds].Call(x, y)
}

func dynamicComparison(name string, x, y ir.Node) ir.Node {
	return byName[name].Call(x, y)
}

// special lowers the functions whose Go depends on more than their overload.
func (l *lowerer) special(name string, ids []string, nodes []ir.Node, args []ast.Expr) (ir.Node, bool) {
	switch name {
	case "_+_":
		if nodes[0].Type().Kind == ir.List && nodes[1].Type().Kind == ir.List {
			return l.concat(nodes, args), true
		}
	case "size":
		if loop, ok := nodes[0].(*ir.Loop); ok && isFilter(loop) {
			loop.Kind, loop.T, loop.Elem = ir.Count, ir.IntType, nil
			return loop, true
		}
	case "join":
		return l.joinStrings(nodes, args), true
	case "slice", "first", "last":
		return l.untypedList(name, nodes, args)
	case "sort", "distinct", "@sortByAssociatedKeys":
		return l.reorder(name, nodes), true
	case "flatten":
		return l.flatten(nodes, args), true
	case "math.@max", "math.@min":
		if len(ids) == 1 {
			if _, static := ruleOf(ids[0]); static {
				return nil, false
			}
		}
		return l.dynamic(byName[name], nodes), true
	case "sets.contains", "hasAll":
		return l.set(ir.FnContainsAll, ir.FnDynContainsAll, nodes), true
	case "hasOnly":
		return l.set(ir.FnContainsAll, ir.FnDynContainsAll, []ir.Node{nodes[1], nodes[0]}), true
	case "sets.intersects", "hasAny":
		return l.set(ir.FnIntersects, ir.FnDynIntersects, nodes), true
	case "sets.equivalent", "hasExactly":
		return l.set(ir.FnEquivalent, ir.FnDynEquivalent, nodes), true
	case "format":
		return l.format(nodes, args), true
	case "-_":
		x := notNull(nodes[0])
		if x.Type().Kind == ir.Double && isGoConstant(x) {
			return ir.FnNegFloat.Call(x), true
		}
		if x.Type().Kind == ir.Double {
			return &ir.Unary{Op: "-", X: x}, true
		}
	}
	return nil, false
}

// concat joins two lists.
func (l *lowerer) concat(nodes []ir.Node, args []ast.Expr) ir.Node {
	t := unify(nodes[0].Type().Plain(), nodes[1].Type().Plain())
	return ir.FnConcat.Call(l.convert(nodes[0], t, args[0]), l.convert(nodes[1], t, args[1]))
}

func (l *lowerer) joinStrings(nodes []ir.Node, args []ast.Expr) ir.Node {
	separator := ir.Node(&ir.Const{T: ir.StringType, Value: ""})
	if len(nodes) == 2 {
		separator = l.convert(nodes[1], ir.StringType, args[1])
	}
	if t := nodes[0].Type(); t.Kind != ir.List || t.Elem.Kind != ir.String || t.Elem.Nullable {
		return ir.FnDynJoin.Call(l.dyn(nodes[0]), separator)
	}
	list := l.convert(nodes[0], ir.ListOf(ir.StringType), args[0])
	if !isConst(separator) { // an upstream could make the result larger than memory
		return ir.FnJoin.Call(list, separator)
	}
	return ir.FnStringsJoin.Call(list, separator)
}

// untypedList lowers functions of a list that is dyn itself.
func (l *lowerer) untypedList(name string, nodes []ir.Node, args []ast.Expr) (ir.Node, bool) {
	if name == "first" {
		if first, ok := l.firstMayWhere(nodes[0], &ir.Const{T: ir.IntType, Value: int64(0)}); ok {
			return first, true
		}
	}
	t := nodes[0].Type()
	if name != "slice" && t.Kind == ir.List && t.Elem.Kind == ir.Object && !t.Elem.Nullable {
		return endOfObjects(name, notNull(nodes[0])), true
	}
	if t.Kind != ir.Dyn {
		return nil, false
	}
	switch name {
	case "slice":
		start, end := l.convert(nodes[1], ir.IntType, args[1]), l.convert(nodes[2], ir.IntType, args[2])
		return ir.FnDynSlice.Call(nodes[0], start, end), true
	case "first":
		return ir.FnDynFirst.Call(nodes[0]), true
	}
	return ir.FnDynLast.Call(nodes[0]), true
}

// endOfObjects is the first or the last of a list of objects, of which optionals hold pointers.
func endOfObjects(name string, list ir.Node) ir.Node {
	if name == "last" {
		return ir.FnLastElem.Call(list)
	}
	return ir.FnOptElem.Call(list, &ir.Const{T: ir.IntType, Value: int64(0)})
}

// reorder lowers sort, sortBy and distinct, with the run-time function for the elements' kind.
func (l *lowerer) reorder(name string, nodes []ir.Node) ir.Node {
	list := notNull(nodes[0])
	t := list.Type()
	if t.Kind == ir.Dyn {
		list = l.elements(list)
		t = list.Type()
	}
	switch name {
	case "@sortByAssociatedKeys":
		keys := notNull(nodes[1])
		if k := keys.Type().Elem; k != nil && ordered(k.Kind) && !k.Nullable && k.Enum == nil {
			return ir.FnSortBy.Call(list, keys)
		}
		return ir.FnSortByDyn.Call(list, l.elements(keys))
	case "sort":
		if ordered(t.Elem.Kind) && !t.Elem.Nullable {
			return ir.FnSort.Call(list)
		}
		return ir.FnDynSort.Call(l.dyn(list))
	}
	if comparable(t.Elem) && !t.Elem.Nullable {
		return ir.FnDistinct.Call(list)
	}
	return ir.FnDynDistinct.Call(l.dyn(list))
}

// convertElems is a list as a list of dyn.
func (l *lowerer) convertElems(list ir.Node) ir.Node {
	if list.Type().Elem.Kind == ir.Dyn {
		return list
	}
	l.env.usage.makeDyn(list.Type())
	return ir.FnDynList.Call(list)
}

func (l *lowerer) flatten(nodes []ir.Node, args []ast.Expr) ir.Node {
	t := nodes[0].Type()
	if len(nodes) == 1 && t.Kind == ir.List && t.Elem.Kind == ir.List && !t.Elem.Nullable {
		return ir.FnFlatten.Call(notNull(nodes[0]))
	}
	depth := ir.Node(&ir.Const{T: ir.IntType, Value: int64(1)})
	if len(nodes) == 2 {
		depth = l.convert(nodes[1], ir.IntType, args[1])
	}
	return ir.FnDynFlatten.Call(l.dyn(nodes[0]), depth)
}

// set lowers a comparison of two lists as sets, by the function for lists of known elements or that for any.
func (l *lowerer) set(static, dynamic *ir.Function, nodes []ir.Node) ir.Node {
	a, b := nodes[0].Type(), nodes[1].Type()
	if a.Kind == ir.List && ir.Same(a.Plain(), b.Plain()) && comparable(a.Elem) && !a.Elem.Nullable {
		return static.Call(notNull(nodes[0]), notNull(nodes[1]))
	}
	return dynamic.Call(l.dyn(nodes[0]), l.dyn(nodes[1]))
}

// elements is a list, or a dyn that holds one, as a list of dyn.
func (l *lowerer) elements(n ir.Node) ir.Node {
	if n.Type().Kind == ir.Dyn {
		return ir.FnAsList.Call(n)
	}
	return l.convertElems(notNull(n))
}

func optionalAt(lit *ir.ListLit) map[int]bool {
	if lit == nil {
		return nil
	}
	return lit.OptionalAt
}
