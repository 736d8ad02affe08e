package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// comparison returns a comparison as Go has it for the type:
//
//	p.Temperature > 25
//	updated.After(cel.Now(ctx))
//	slices.Equal(names, []string{"a", "b"})
func comparison(b *block, n *ir.Binary) value {
	x, y := sides(b, n)
	switch n.Op {
	case "==":
		return equality(b, n, x, y)
	case "!=":
		return equality(b, n, x, y).not()
	}
	if x.count != nil && isZero(n.Y) && (n.Op == ">" || n.Op == "<=") { // a size is never below zero
		some, none := operation(">", x, y), operation("==", x, y)
		if n.Op == "<=" {
			some, none = none, some
		}
		return some.orNot(none)
	}
	return order(b.fn.file, n.X.Type(), n.Op, x, y)
}

// sides returns the two sides of a comparison. A null-able one can be read more than once. Sizes, indexes and small
// constants are compared as ints.
func sides(b *block, n *ir.Binary) (x, y value) {
	both := payAll(b, n.Costs, 0, []ir.Node{n.X, n.Y}, []value{side(b, n.X), side(b, n.Y)})
	x, y = both[0], both[1]
	if x.untyped && y.untyped {
		x = x.fixed(n.X.Type())
	}
	left, right := asInt(n.X, x), asInt(n.Y, y)
	if left == nil || right == nil || x.count == nil && y.count == nil {
		x.count, y.count = nil, nil
		return x, y
	}
	return value{code: left, prec: x.prec, count: left, constant: x.constant}, value{code: right, prec: y.prec, count: right, constant: y.constant}
}

func side(b *block, n ir.Node) value {
	if n.Type().Nullable {
		return reusable(b, n)
	}
	return expr(b, n)
}

// asInt returns a value as an int of Go's, or nil.
func asInt(n ir.Node, v value) *jen.Statement {
	if c, ok := n.(*ir.Const); ok {
		if i, ok := c.Value.(int64); ok && i == int64(int32(i)) {
			return v.clone()
		}
	}
	return v.count
}

func isZero(n ir.Node) bool {
	c, ok := n.(*ir.Const)
	return ok && c.Value == int64(0)
}

// order returns x < y, and the like.
func order(f *File, t *ir.Type, op string, x, y value) value {
	switch t.Kind {
	case ir.Timestamp:
		switch op {
		case "<":
			return operand(x.field("Before").Call(y.clone()))
		case ">":
			return operand(x.field("After").Call(y.clone()))
		case "<=":
			return operand(x.field("After").Call(y.clone())).not()
		}
		return operand(x.field("Before").Call(y.clone())).not()
	case ir.Bytes:
		return ordered(op, operand(jen.Qual("bytes", "Compare").Call(x.clone(), y.clone())), operand(gocode.Lit(0)))
	case ir.Bool:
		less := map[string]*ir.Function{"<": ir.FnLessBool, "<=": ir.FnLessEqualBool, ">": ir.FnLessBool, ">=": ir.FnLessEqualBool}[op]
		if op[0] == '>' {
			x, y = y, x
		}
		return operand(f.function(less).Call(x.clone(), y.clone()))
	case ir.Double: // of which neither might hold
		return operation(op, x, y)
	}
	return ordered(op, x, y)
}

// operation returns a comparison with an operator of Go's.
func operation(op string, x, y value) value {
	v := value{code: x.in(comparePrec).Op(op).Add(y.in(comparePrec + 1)), prec: comparePrec}
	switch {
	case y.constant:
		v.compares, v.compared = op, x.code
	case x.constant:
		v.compares, v.compared = op, y.code
	}
	return v
}

// ordered returns a comparison whose negation is the opposite one: not x < y is x >= y. That does not hold for floats, where NaN is neither.
func ordered(op string, x, y value) value {
	opposite := map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}[op]
	return operation(op, x, y).orNot(operation(opposite, x, y))
}

// equality returns x == y. Null equals null.
//
//	period.Gust.Valid && period.Gust.Value == 3.0
func equality(b *block, n *ir.Binary, x, y value) value {
	tx, ty := n.X.Type(), n.Y.Type()
	switch {
	case tx.Nullable == ty.Nullable:
		return equal(b.fn.file, tx, x, y)
	case ty.Nullable:
		x, y, tx, ty = y, x, ty, tx
	}
	present, content := notNullOf(tx, x)
	return both(present, equal(b.fn.file, ty, content, y))
}

// notNullOf returns the condition that a null-able value is not null, and the value then.
func notNullOf(t *ir.Type, v value) (present, content value) {
	if t.Scalar() {
		return operand(v.field("Valid")), operand(v.field("Value"))
	}
	return isNil(v.in(comparePrec)).not(), v
}

func equal(f *File, t *ir.Type, x, y value) value {
	if isComparable(t) {
		return ordered("==", x, y)
	}
	if t.Nullable {
		return operand(f.function(ir.FnEqualNull).Call(x.clone(), y.clone(), equalFunc(f, t.Plain())))
	}
	switch t.Kind {
	case ir.Timestamp:
		return operand(x.field("Equal").Call(y.clone()))
	case ir.Optional:
		return operand(f.function(ir.FnEqualOpt).Call(x.clone(), y.clone(), equalFunc(f, t.Elem)))
	case ir.List:
		return operand(equalAll(f, "slices", t.Elem, x, y))
	case ir.Map:
		return operand(equalAll(f, "maps", t.Elem, x, y))
	}
	return operand(jen.Qual("bytes", "Equal").Call(x.clone(), y.clone()))
}

// equalAll returns the comparison of two lists or maps with elements of type t.
func equalAll(f *File, path string, t *ir.Type, x, y value) *jen.Statement {
	if isComparable(t) {
		return jen.Qual(path, "Equal").Call(x.clone(), y.clone())
	}
	return jen.Qual(path, "EqualFunc").Call(x.clone(), y.clone(), equalFunc(f, t))
}

// isComparable reports whether Go's == on values of type t is CEL's.
func isComparable(t *ir.Type) bool {
	return t.Comparable() || t.Kind == ir.Optional && isComparable(t.Elem)
}

// equalFunc returns a function that compares two values of type t.
func equalFunc(f *File, t *ir.Type) *jen.Statement {
	switch {
	case t.Nullable:
	case t.Kind == ir.Timestamp:
		return jen.Qual("time", "Time").Dot("Equal")
	case t.Kind == ir.Bytes:
		return jen.Qual("bytes", "Equal")
	case t.Kind == ir.List && isComparable(t.Elem):
		return jen.Qual("slices", "Equal").Types(f.Types.Of(t))
	case t.Kind == ir.Map && isComparable(t.Elem):
		return jen.Qual("maps", "Equal").Types(f.Types.Of(t), f.Types.Of(t))
	}
	same := equal(f, t, operand(jen.Id("a")), operand(jen.Id("b")))
	return jen.Func().Params(jen.List(jen.Id("a"), jen.Id("b")).Add(f.Types.Of(t))).Bool().Block(jen.Return(same.clone()))
}

// in returns whether a list has an element that equals x:
//
//	slices.Contains(names, in.City)
//	slices.ContainsFunc(times, updated.Equal)
func in(b *block, n *ir.In) value {
	operands := payAll(b, n.Costs, 0, []ir.Node{n.X, n.List}, []value{side(b, n.X), expr(b, n.List)})
	x, list := operands[0], operands[1]
	t, elem := n.X.Type(), n.List.Type().Elem
	switch {
	case t.Nullable && !elem.Nullable:
		present, content := notNullOf(t, x)
		return both(present, contains(b.fn.file, elem, list, content))
	case elem.Nullable && !t.Nullable:
		x = operand(b.fn.file.Runtime.Nact("NotNull").Call(x.typed(t)))
	}
	return contains(b.fn.file, elem, list, x)
}

// contains returns whether a list of values of type t has one that equals x, which is of type t as well.
func contains(f *File, t *ir.Type, list, x value) value {
	switch {
	case isComparable(t):
		return operand(jen.Qual("slices", "Contains").Call(list.clone(), x.clone()))
	case t.Kind == ir.Timestamp && !t.Nullable:
		return operand(jen.Qual("slices", "ContainsFunc").Call(list.clone(), x.field("Equal")))
	}
	return operand(f.function(ir.FnInFunc).Call(x.clone(), list.clone(), equalFunc(f, t)))
}
