package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
)

// condition is what is known of a value that is a condition, beside its Go. All of it may be missing.
type condition struct {
	opposite *value         // its negation, if that is written with another operator instead of !
	isThere  *jen.Statement // of a condition that this is not nil, and of nothing more: this
	shows    *jen.Statement // of a condition that does not hold if this is nil: this
	compares string         // of a comparison with a constant: its operator
	compared *jen.Statement // and what it compares
	joint    string         // of x && y: &&; of x || y: ||
	sides    [2]*value      // of those: x and y, of which y is joined by another operator or by none
	varies   bool           // asked again, it may come to something else
	source   string         // its Go as text; empty until that is asked for
}

// not returns the negation of a condition, without a needless operator.
func (v value) not() value {
	opposite := v
	opposite.opposite = nil
	if v.opposite != nil {
		v = *v.opposite
	} else {
		v = v.negated()
	}
	v.opposite, v.varies = &opposite, opposite.varies
	return v
}

// negated returns the negation of a condition by an operator of its own.
func (v value) negated() value { return value{code: jen.Op("!").Add(v.in(unaryPrec)), prec: unaryPrec} }

// orNot returns a condition with its negation where that is written otherwise than with an operator before it.
func (v value) orNot(opposite value) value {
	v.opposite = &opposite
	return v
}

// text returns the Go of a condition as text: of two with one text, one says as much as both.
func (v *value) text() string {
	if v.source == "" {
		v.source = gocode.Text(v.code)
	}
	return v.source
}

// both returns x && y, of which the negation is !x || !y.
func both(x, y value) value { return conjunction.connect(x, y) }

// either returns x || y, of which the negation is !x && !y.
func either(x, y value) value { return disjunction.connect(x, y) }

// joint is an operator that joins conditions.
type joint struct {
	op      string
	prec    int
	suspect string // two comparisons of one value with different constants by this operator, joined: go vet refuses them
}

var (
	conjunction = joint{"&&", andPrec, "=="}
	disjunction = joint{"||", orPrec, "!="}
)

// other returns the operator that joins the negations.
func (j joint) other() joint {
	if j == conjunction {
		return disjunction
	}
	return conjunction
}

// connect joins the parts of y to those of x.
func (j joint) connect(x, y value) value {
	if y.joint == j.op {
		return j.connect(j.connect(x, *y.sides[0]), *y.sides[1])
	}
	switch last := j.last(x); {
	case j.has(x, &y):
		return x
	case j == conjunction && last.isThere != nil && y.shows != nil && gocode.Text(last.isThere) == gocode.Text(y.shows):
		if x.joint != j.op {
			return y
		}
		return j.connect(*x.sides[0], y)
	}
	not := j.other()
	return j.join(x, y).orNot(not.append(x.not(), y.not()))
}

// append joins y to x, unless x has it.
func (j joint) append(x, y value) value {
	if j.has(x, &y) {
		return x
	}
	return j.join(x, y)
}

// last returns the last part of x.
func (j joint) last(x value) value {
	if x.joint == j.op {
		return *x.sides[1]
	}
	return x
}

// has reports whether y is among the parts of x. That is no mistake of the manifest's author: two expressions can ask for one
// thing, and so can the steps to what an expression asks for. But go vet takes it for one.
func (j joint) has(x value, y *value) bool {
	return !y.varies && j.some(&x, func(part *value) bool { return !part.varies && part.text() == y.text() })
}

// join returns x && y, or x || y. Where go vet would ask whether both comparisons are meant, the second one is the negation of
// its opposite.
func (j joint) join(x, y value) value {
	second := y
	if y.compares == j.suspect && j.some(&x, func(part *value) bool { return part.comparesSame(y) }) {
		second = y.not().negated()
	}
	v := value{code: x.in(j.prec).Op(j.op).Add(second.in(j.prec)), prec: j.prec}
	v.joint, v.sides = j.op, [2]*value{&x, &y}
	return v
}

// comparesSame reports whether both compare one value with a constant, by one operator.
func (v *value) comparesSame(other value) bool {
	return v.compares == other.compares && gocode.Text(v.compared) == gocode.Text(other.compared)
}

// some reports whether f holds for any part of v.
func (j joint) some(v *value, f func(part *value) bool) bool {
	for ; v.joint == j.op; v = v.sides[0] {
		if f(v.sides[1]) {
			return true
		}
	}
	return f(v)
}

func isNil(code *jen.Statement) value {
	return value{code: code.Clone().Op("==").Nil(), prec: comparePrec}.orNot(value{code: code.Clone().Op("!=").Nil(), prec: comparePrec})
}

// isThere returns the condition that code is not nil.
func isThere(code *jen.Statement) value {
	there := isNil(code).not()
	there.isThere, there.shows = code, code
	return there
}
