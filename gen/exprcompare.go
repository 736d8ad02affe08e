package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// comparison returns a comparison as Go has it for the type:
//
//	p.Temperature > 25
//	updated.After(cel.Now())
//	slices.Equal(names, []string{"a", "b"})
func (b *block) comparison(n *ir.Binary) value {
	switch n.Op {
	case "==":
		return b.equality(n)
	case "!=":
		return b.equality(n).not()
	}
	x, y := b.operands(n)
	op := n.Op
	if op == "<=" && b.isCount(n.X) && isZero(n.Y) { // a size is never below zero
		op = "=="
	}
	return b.order(n.X.Type(), op, x, y)
}

// operands returns the two sides of a comparison. A null-able one can be read more than once.
func (b *block) operands(n *ir.Binary) (x, y value) {
	sides := b.payAll(n.Costs, 0, []ir.Node{n.X, n.Y}, []value{b.side(n.X), b.side(n.Y)})
	x, y = sides[0], sides[1]
	if x.untyped && y.untyped {
		x = x.fixed(n.X.Type())
	}
	return counts(n, x, y)
}

// isZero reports whether n is the constant 0.
func isZero(n ir.Node) bool {
	c, ok := n.(*ir.Const)
	return ok && c.Value == int64(0)
}

func (b *block) side(n ir.Node) value {
	if n.Type().Nullable {
		return b.place(n)
	}
	return b.expr(n)
}

// counts returns the two sides of a comparison as ints, if they are sizes, indexes or small constants:
//
//	len(periods) > 0
func counts(n *ir.Binary, x, y value) (value, value) {
	left, right := asCount(n.X, x), asCount(n.Y, y)
	if left == nil || right == nil || x.count == nil && y.count == nil {
		return x, y
	}
	return value{code: left, prec: x.prec}, value{code: right, prec: y.prec}
}

// asCount returns a value as an int, or nil.
func asCount(n ir.Node, v value) *jen.Statement {
	if c, ok := n.(*ir.Const); ok {
		if i, ok := c.Value.(int64); ok && i == int64(int32(i)) {
			return v.clone()
		}
	}
	return v.count
}

// order returns x < y, and the like.
func (b *block) order(t *ir.Type, op string, x, y value) value {
	g := b.fn.g
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
		return operatorOn(op, operand(jen.Qual("bytes", "Compare").Call(x.clone(), y.clone())), operand(gocode.Lit(0)))
	case ir.Bool:
		less := map[string]*ir.Function{"<": ir.FnLessBool, "<=": ir.FnLessEqualBool, ">": ir.FnLessBool, ">=": ir.FnLessEqualBool}[op]
		if op[0] == '>' {
			x, y = y, x
		}
		return operand(g.function(less).Call(x.clone(), y.clone()))
	}
	return operatorOn(op, x, y)
}

// operatorOn returns a comparison with an operator of Go's.
func operatorOn(op string, x, y value) value {
	return value{code: x.in(comparePrec).Op(op).Add(y.in(comparePrec + 1)), prec: comparePrec}
}

// equality returns x == y. Null equals null.
//
//	period.Gust.Valid && period.Gust.Value == 3.0
func (b *block) equality(n *ir.Binary) value {
	x, y := b.operands(n)
	tx, ty := n.X.Type(), n.Y.Type()
	switch {
	case tx.Nullable == ty.Nullable:
		return b.fn.g.equal(tx, x, y)
	case ty.Nullable:
		x, y, tx, ty = y, x, ty, tx
	}
	present, content := notNullOf(tx, x)
	return both(present, b.fn.g.equal(ty, content, y))
}

// notNullOf returns the condition that a null-able value is not null, and the value then.
func notNullOf(t *ir.Type, v value) (present, content value) {
	if t.Scalar() {
		return operand(v.field("Valid")), operand(v.field("Value"))
	}
	return isNil(v.in(comparePrec)).not(), v
}

// both returns x && y, of which the negation is !x || !y.
func both(x, y value) value {
	not := x.not().in(orPrec).Op("||").Add(y.not().in(orPrec))
	return either(x.in(andPrec).Op("&&").Add(y.in(andPrec)), not, andPrec, orPrec)
}

// equal returns x == y for values of type t.
func (g *generator) equal(t *ir.Type, x, y value) value {
	if comparable(t) {
		return either(operatorOn("==", x, y).code, operatorOn("!=", x, y).code, comparePrec, comparePrec)
	}
	if t.Nullable {
		return operand(g.function(ir.FnEqualNull).Call(x.clone(), y.clone(), g.equalFunc(t.Plain())))
	}
	switch t.Kind {
	case ir.Timestamp:
		return operand(x.field("Equal").Call(y.clone()))
	case ir.Optional:
		return operand(g.function(ir.FnEqualOpt).Call(x.clone(), y.clone(), g.equalFunc(t.Elem)))
	case ir.List:
		return operand(g.equalAll("slices", t.Elem, x, y))
	case ir.Map:
		return operand(g.equalAll("maps", t.Elem, x, y))
	}
	return operand(jen.Qual("bytes", "Equal").Call(x.clone(), y.clone()))
}

// equalAll returns the comparison of two lists or maps with elements of type t.
func (g *generator) equalAll(path string, t *ir.Type, x, y value) *jen.Statement {
	if comparable(t) {
		return jen.Qual(path, "Equal").Call(x.clone(), y.clone())
	}
	return jen.Qual(path, "EqualFunc").Call(x.clone(), y.clone(), g.equalFunc(t))
}

// comparable reports whether Go's == on values of type t is CEL's.
func comparable(t *ir.Type) bool {
	switch t.Kind {
	case ir.Bool, ir.Int, ir.Uint, ir.Double, ir.String, ir.Duration, ir.TypeName, ir.IP, ir.CIDR:
		return true
	case ir.Optional:
		return comparable(t.Elem)
	}
	return false
}

// equalFunc returns a function that compares two values of type t.
func (g *generator) equalFunc(t *ir.Type) *jen.Statement {
	switch {
	case t.Nullable:
	case t.Kind == ir.Timestamp:
		return jen.Qual("time", "Time").Dot("Equal")
	case t.Kind == ir.Bytes:
		return jen.Qual("bytes", "Equal")
	case t.Kind == ir.List && comparable(t.Elem):
		return jen.Qual("slices", "Equal").Types(g.types.Of(t))
	case t.Kind == ir.Map && comparable(t.Elem):
		return jen.Qual("maps", "Equal").Types(g.types.Of(t), g.types.Of(t))
	}
	equal := g.equal(t, operand(jen.Id("a")), operand(jen.Id("b")))
	return jen.Func().Params(jen.List(jen.Id("a"), jen.Id("b")).Add(g.types.Of(t))).Bool().Block(jen.Return(equal.clone()))
}

// in returns whether a list has an element that equals x:
//
//	slices.Contains(names, in.City)
//	slices.ContainsFunc(times, updated.Equal)
func (b *block) in(n *ir.In) value {
	sides := b.payAll(n.Costs, 0, []ir.Node{n.X, n.List}, []value{b.side(n.X), b.expr(n.List)})
	x, list := sides[0], sides[1]
	t, elem := n.X.Type(), n.List.Type().Elem
	switch {
	case t.Nullable && !elem.Nullable:
		present, content := notNullOf(t, x)
		return both(present, b.contains(elem, list, content))
	case elem.Nullable && !t.Nullable:
		x = operand(b.fn.g.runtime.Nact("NotNull").Call(x.typed(t)))
	}
	return b.contains(elem, list, x)
}

// contains is in for an element of type t.
func (b *block) contains(t *ir.Type, list, x value) value {
	switch {
	case comparable(t):
		return operand(jen.Qual("slices", "Contains").Call(list.clone(), x.clone()))
	case t.Kind == ir.Timestamp && !t.Nullable:
		return operand(jen.Qual("slices", "ContainsFunc").Call(list.clone(), x.field("Equal")))
	}
	return operand(b.fn.g.function(ir.FnInFunc).Call(x.clone(), list.clone(), b.fn.g.equalFunc(t)))
}
