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
	case kx != ky && numberNames[kx] != "" && numberNames[ky] != "":
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

var numberNames = map[ir.Kind]string{ir.Int: "Int", ir.Uint: "Uint", ir.Double: "Float"}

// mixedComparison compares numbers of two kinds as if both were exact.
func mixedComparison(op string, x, y ir.Node) ir.Node {
	if op == ">" || op == ">=" {
		x, y = y, x
	}
	name := "Less"
	if strings.HasSuffix(op, "=") {
		name = "LessEqual"
	}
	return function(name+numberNames[x.Type().Kind]+numberNames[y.Type().Kind], ir.BoolType, x, y)
}

func dynamicComparison(name string, x, y ir.Node) ir.Node {
	return &ir.Call{T: ir.BoolType, Func: dynamics[name].fn, Args: []ir.Node{x, y}}
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
		if len(ids) != 1 || overloads[ids[0]].fn.Name == "" && !overloads[ids[0]].identity {
			return l.dynamic(name, dynamics[name], nodes), true
		}
	case "sets.contains", "hasAll":
		return l.set("ContainsAll", nodes), true
	case "hasOnly":
		return l.set("ContainsAll", []ir.Node{nodes[1], nodes[0]}), true
	case "sets.intersects", "hasAny":
		return l.set("Intersects", nodes), true
	case "sets.equivalent", "hasExactly":
		return l.set("Equivalent", nodes), true
	case "format":
		return l.format(nodes, args), true
	case "-_":
		x := notNull(nodes[0])
		if x.Type().Kind == ir.Double && isGoConstant(x) {
			return function("NegFloat", ir.DoubleType, x), true
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
	return function("Concat", t, l.convert(nodes[0], t, args[0]), l.convert(nodes[1], t, args[1]))
}

func (l *lowerer) joinStrings(nodes []ir.Node, args []ast.Expr) ir.Node {
	separator := ir.Node(&ir.Const{T: ir.StringType, Value: ""})
	if len(nodes) == 2 {
		separator = l.convert(nodes[1], ir.StringType, args[1])
	}
	if t := nodes[0].Type(); t.Kind != ir.List || t.Elem.Kind != ir.String || t.Elem.Nullable {
		return fallible("DynJoin", ir.StringType, l.dyn(nodes[0]), separator)
	}
	list := l.convert(nodes[0], ir.ListOf(ir.StringType), args[0])
	if !isConst(separator) { // an upstream could make the result larger than memory
		return fallible("Join", ir.StringType, list, separator)
	}
	return &ir.Call{T: ir.StringType, Func: ir.Func{Path: "strings", Name: "Join"}, Args: []ir.Node{list, separator}}
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
		return fallible("DynSlice", ir.ListOf(ir.DynType), nodes[0], start, end), true
	case "first":
		return fallible("DynFirst", ir.OptionalOf(ir.DynType), nodes[0]), true
	}
	return fallible("DynLast", ir.OptionalOf(ir.DynType), nodes[0]), true
}

// endOfObjects is the first or the last of a list of objects, of which optionals hold pointers.
func endOfObjects(name string, list ir.Node) ir.Node {
	result := ir.OptionalOf(list.Type().Elem)
	if name == "last" {
		return function("LastElem", result, list)
	}
	return function("OptElem", result, list, &ir.Const{T: ir.IntType, Value: int64(0)})
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
			return function("SortBy", t, list, keys)
		}
		return fallible("SortByDyn", t, list, l.elements(keys))
	case "sort":
		if ordered(t.Elem.Kind) && !t.Elem.Nullable {
			return function("Sort", t, list)
		}
		return fallible("DynSort", ir.ListOf(ir.DynType), l.dyn(list))
	}
	if comparable(t.Elem) && !t.Elem.Nullable {
		return function("Distinct", t, list)
	}
	return fallible("DynDistinct", ir.ListOf(ir.DynType), l.dyn(list))
}

// convertElems is a list as a list of dyn.
func (l *lowerer) convertElems(list ir.Node) ir.Node {
	if list.Type().Elem.Kind == ir.Dyn {
		return list
	}
	l.env.usage.take(list.Type(), l.env.usage.dynamic)
	return function("DynList", ir.ListOf(ir.DynType), list)
}

func (l *lowerer) flatten(nodes []ir.Node, args []ast.Expr) ir.Node {
	t := nodes[0].Type()
	if len(nodes) == 1 && t.Kind == ir.List && t.Elem.Kind == ir.List && !t.Elem.Nullable {
		return function("Flatten", t.Elem, notNull(nodes[0]))
	}
	depth := ir.Node(&ir.Const{T: ir.IntType, Value: int64(1)})
	if len(nodes) == 2 {
		depth = l.convert(nodes[1], ir.IntType, args[1])
	}
	return fallible("DynFlatten", ir.ListOf(ir.DynType), l.dyn(nodes[0]), depth)
}

// set lowers a comparison of two lists as sets.
func (l *lowerer) set(name string, nodes []ir.Node) ir.Node {
	a, b := nodes[0].Type(), nodes[1].Type()
	if a.Kind == ir.List && ir.Same(a.Plain(), b.Plain()) && comparable(a.Elem) && !a.Elem.Nullable {
		return function(name, ir.BoolType, notNull(nodes[0]), notNull(nodes[1]))
	}
	return fallible("Dyn"+name, ir.BoolType, l.dyn(nodes[0]), l.dyn(nodes[1]))
}

// elements is a list, or a dyn that holds one, as a list of dyn.
func (l *lowerer) elements(n ir.Node) ir.Node {
	if n.Type().Kind == ir.Dyn {
		return fallible("AsList", ir.ListOf(ir.DynType), n)
	}
	return l.convertElems(notNull(n))
}

func optionalAt(lit *ir.ListLit) map[int]bool {
	if lit == nil {
		return nil
	}
	return lit.OptionalAt
}
