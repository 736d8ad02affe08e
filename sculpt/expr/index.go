package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// index lowers x[i].
func (l *lowerer) index(e ast.Expr, args []ast.Expr) ir.Node {
	l.checkOperand(args[0])
	x, i := l.lower(args[0]), l.lower(args[1])
	if loop, ok := firstWhere(x, i); ok {
		return loop
	}
	t := x.Type()
	if root, ok := x.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return l.row(root, i, args[1])
	}
	if dyn, ok := x.(*ir.ToDyn); ok && dyn.X.Type().Kind == ir.Optional { // of one without a value the index does not count
		return l.dyn(l.optIndex(dyn.X, i, e))
	}
	switch {
	case t.Kind == ir.Optional:
		return l.optIndex(x, i, e)
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return &ir.Element{List: notNull(x), Index: notNull(i)}
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return ir.FnAtDyn.Call(notNull(x), l.dyn(i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return ir.FnKey.Call(notNull(x), l.convert(i, t.Key, args[1]))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return ir.FnKeyDyn.Call(notNull(x), l.dyn(i))
	}
	return ir.FnDynIndex.Call(l.dyn(x), l.dyn(i))
}

// row is a look-up in a table. A key from an enum input whose values the table covers is always found.
func (l *lowerer) row(table *ir.Root, key ir.Node, at ast.Expr) ir.Node {
	enum := key.Type().Enum
	proven := false
	if enum != nil {
		missing := l.env.missingRows(table.Name, enum)
		if len(missing) > 0 {
			return l.fail(at, "the table %s has no row for %s, which the input %s can be", table.Name, strings.Join(missing, ", "), enum.Owner)
		}
		proven = true
	}
	return &ir.Row{Table: table, Key: l.convert(key, ir.StringType, at), Proven: proven}
}

// missingRows are the values of the enum for which the table has no row.
func (e *Env) missingRows(table string, enum *ir.Enum) []string {
	var missing []string
	for _, v := range enum.Values {
		if !e.scope.TableKeys[table][v] {
			missing = append(missing, v)
		}
	}
	return missing
}

// optIndex lowers x[?i], and x[i] where x is an optional.
func (l *lowerer) optIndex(x, i ir.Node, e ast.Expr) ir.Node {
	if first, ok := l.firstMayWhere(x, i); ok {
		return first
	}
	t := x.Type()
	switch {
	case t.Kind == ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.optIndex(v, i, e) })
	case t.Nullable && i.Type().Kind == ir.Dyn: // what cannot be an index is an error, also of null
		return ir.FnDynOptIndex.Call(l.dyn(x), i)
	case t.Nullable && (t.Kind == ir.List || t.Kind == ir.Map):
		return l.strictly(notNull(i), "index", func(i ir.Node) ir.Node {
			return l.then(unlessNull(x), func(v ir.Node) ir.Node { return l.optIndex(v, i, e) })
		})
	case t.Kind == ir.List && i.Type().Kind == ir.Int && t.Elem.Kind == ir.Object && !t.Elem.Nullable:
		return ir.FnOptElem.Call(x, notNull(i))
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return ir.FnOptAt.Call(x, notNull(i))
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return ir.FnOptAtDyn.Call(x, l.dyn(i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return ir.FnOptKey.Call(x, l.convert(i, t.Key, e))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return ir.FnOptKeyDyn.Call(x, l.dyn(i))
	}
	return ir.FnDynOptIndex.Call(l.dyn(x), l.dyn(i))
}

// strictly computes a value before anything else that body does with it.
func (l *lowerer) strictly(n ir.Node, name string, body func(ir.Node) ir.Node) ir.Node {
	switch n.(type) {
	case *ir.Const, *ir.Root, *ir.Ref:
		return body(n)
	}
	local := &ir.Local{T: n.Type(), Name: name}
	return &ir.Let{Local: local, Value: n, Body: body(&ir.Ref{To: local}), Strict: true}
}

// in lowers x in y.
func (l *lowerer) in(e ast.Expr, args []ast.Expr) ir.Node {
	x := l.lower(args[0])
	if x.Type().Enum != nil && args[1].Kind() == ast.ListKind {
		return l.inEnum(x, args[1])
	}
	y := l.lower(args[1])
	if lit, ok := y.(*ir.ListLit); ok && args[1].Kind() == ast.ListKind {
		for i, elem := range lit.Elems {
			l.doubtValue(args[1].AsList().Elements()[i], x, elem)
		}
	}
	tx, ty := x.Type().Plain(), y.Type()
	if root, ok := y.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return ir.FnHasKey.Call(root, l.convert(x, ir.StringType, args[0]))
	}
	switch {
	case ty.Kind == ir.List && x.Type().Enum == nil && haveEquality(x.Type(), ty.Elem) && (tx.Scalar() || !ty.Elem.Nullable):
		return &ir.In{X: x, List: notNull(y)}
	case ty.Kind == ir.List && comparable(tx) && ir.Same(tx, ty.Elem) && !x.Type().Nullable:
		return &ir.In{X: plainString(x), List: notNull(y)}
	case ty.Kind == ir.Map && ty.Key.Kind != ir.Dyn && ir.Same(tx, ty.Key) && !x.Type().Nullable:
		return ir.FnHasKey.Call(notNull(y), plainString(x))
	}
	return ir.FnDynIn.Call(l.dyn(x), l.dyn(y))
}

// inEnum is a test of an enum input against literals, each of which must be one of its values.
func (l *lowerer) inEnum(x ir.Node, list ast.Expr) ir.Node {
	lit := &ir.ListLit{T: ir.ListOf(x.Type()), OptionalAt: map[int]bool{}}
	for _, elem := range list.AsList().Elements() {
		n := l.lower(elem)
		c, ok := enumConst(x.Type(), n)
		if !ok {
			return ir.FnDynIn.Call(l.dyn(x), l.dyn(l.lower(list)))
		}
		if !hasValue(x.Type().Enum, c.Value.(string)) {
			return l.fail(elem, "%s is no value of the input %s%s", quote(c.Value.(string)), x.Type().Enum.Owner, oneOf(c.Value.(string), x.Type().Enum.Values))
		}
		lit.Elems = append(lit.Elems, &ir.Const{T: x.Type(), Value: c.Value})
	}
	return &ir.In{X: x, List: lit}
}
