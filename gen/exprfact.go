package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// canFail reports whether the code for n can fail.
func (b *block) canFail(n ir.Node) bool {
	return b.probe(question{n, b.facts(n)}, func(c *block) { c.expr(n) })
}

// question is what a probe asks: about a node, or a part of it, and with which facts known.
type question struct {
	node ir.Node
	what string
}

// probe compiles f to no avail, and reports whether its code can fail. The answer is kept: asked at every level of a
// nested expression, it would take exponential time.
func (b *block) probe(q question, f func(c *block)) bool {
	if fails, asked := b.fn.answers[q]; asked {
		return fails
	}
	c := b.trial()
	c.fn.fallible = false
	f(c)
	b.fn.answers[q] = c.fn.fallible
	return c.fn.fallible
}

// trial returns a block inside b whose code comes to nothing.
func (b *block) trial() *block {
	fn := *b.fn
	fn.budget = &budget{name: b.fn.budget.name}
	c := b.child()
	c.fn = &fn
	return c
}

// facts tells which of the reads in n are known to the block, and so cannot fail.
func (b *block) facts(n ir.Node) string {
	var facts strings.Builder
	note := func(path string) {
		if _, known := b.recall(path); known {
			facts.WriteString(path + ";")
		}
	}
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Member, *ir.Element:
			note(ir.Path(n))
		case *ir.Call:
			note(ir.Path(n))
			if len(n.Args) == 1 {
				note(n.Func.Name + " " + ir.Path(n.Args[0]))
			}
		case *ir.NotNull:
			note("not null " + ir.Path(n.X))
		case *ir.Ref:
			if v, bound := b.lookup(n.To); bound && v.lazy {
				fmt.Fprintf(&facts, "lazy %p;", n.To)
			}
		}
	})
	return facts.String()
}

// assume notes what follows for the block from a condition that holds, or does not: that a field is there, that a value
// is not null. Reading it then needs no check.
func (b *block) assume(cond ir.Node, holds bool) {
	switch n := cond.(type) {
	case *ir.Not:
		b.assume(n.X, !holds)
	case *ir.Logic:
		if n.And == holds {
			b.assume(n.X, holds)
			b.assume(n.Y, holds)
		}
	case *ir.Has:
		if path := ir.FieldPath(n.X, n.Field); holds && path != "" && b.atHand(n.X) {
			b.known[path] = b.slot(n.X, n.Field).read()
		}
	case *ir.IsNull:
		field := ir.OrNull(n.X)
		path := ir.Path(field)
		if holds || path == "" || !b.atHand(n.X) {
			return
		}
		v := b.expr(n.X)
		if maybe, ok := field.(*ir.Maybe); ok {
			v = b.slot(maybe.X, maybe.Field).read()
			b.known[path] = v
		}
		if n.X.Type().Scalar() {
			v = operand(v.field("Value"))
		}
		b.known["not null "+path] = v
	case *ir.Binary:
		if n.Op == "==" && holds || n.Op == "!=" && !holds {
			b.assumeType(n.X, n.Y)
			b.assumeType(n.Y, n.X)
		}
		if list, size := atLeast(n, holds); size > 0 && b.atHand(list) {
			b.assumeSize(list, size)
		}
	}
}

// assumeKept notes what follows for a local from the condition of the filter, if there is one, that has kept it.
func (b *block) assumeKept(filter *ir.Loop, v *ir.Local) {
	if _, bound := b.lookup(v); filter == nil || !bound || filter.Var == v {
		return
	}
	c := newBlock(b.fn, b.scope)
	c.outer = b
	c.locals[filter.Var] = b.bound(v)
	c.assumeRead(filter.Where)
	c.assume(filter.Where, true)
	for path, read := range c.known {
		if moved, ok := ir.Moved(path, filter.Var, v); ok {
			b.known[moved] = read
		}
	}
}

// assumeRead notes that the fields are there which a condition that holds has read.
func (b *block) assumeRead(cond ir.Node) {
	if logic, ok := cond.(*ir.Logic); ok && logic.And {
		b.assumeRead(logic.X)
		b.assumeRead(logic.Y)
		return
	}
	for _, read := range needed(cond) {
		m, ok := read.(*ir.Member)
		if path := ir.Path(read); ok && path != "" && b.atHand(m.X) {
			b.known[path] = b.slot(m.X, m.Field).read()
		}
	}
}

// assumeType notes what follows from type(x) == string: x is a string of Go's.
func (b *block) assumeType(typeOf, name ir.Node) {
	x, ok := ir.TypeOfArg(typeOf)
	c, isConst := name.(*ir.Const)
	if !ok || !isConst || ir.Path(x) == "" || !b.atHand(x) {
		return
	}
	if scalar := assertable[c.Value.(string)]; scalar.as != nil {
		b.known[scalar.as.Name+" "+ir.Path(x)] = operand(b.expr(x).in(operandPrec).Assert(jen.Id(scalar.goType)))
	}
}

// assertable are the types of CEL whose values under dyn are of one Go type, with the function that makes one of a dyn.
var assertable = map[string]struct {
	as     *ir.Function
	goType string
}{
	"bool": {ir.FnAsBool, "bool"}, "int": {ir.FnAsInt, "int64"}, "uint": {ir.FnAsUint, "uint64"},
	"double": {ir.FnAsFloat, "float64"}, "string": {ir.FnAsString, "string"},
}

// assumeSize notes that a list has at least so many elements: reading one of them then needs no check.
func (b *block) assumeSize(list ir.Node, size int64) {
	elem := list.Type().Elem
	const most = 8 // a manifest that reads more of them by their index would read better with a check for each
	code := b.elementsOf(list)
	if or, ok := list.(*ir.OrValue); ok { // with an empty list where there is none
		list = or.X
		if path := ir.Path(list); path != "" {
			b.known[path] = code
		}
	}
	for i := range min(size, most) {
		element := &ir.Element{List: list, Index: &ir.Const{T: ir.IntType, Value: i}}
		if path := ir.Path(element); path != "" {
			b.known[path] = value{code: code.in(operandPrec).Index(gocode.Lit(i)), prec: operandPrec, inPlace: gotype.ByValue(elem)}
		}
	}
}

// atLeast returns the list of which a condition, that holds or does not, says how many elements it has at least.
func atLeast(n *ir.Binary, holds bool) (list ir.Node, size int64) {
	call, ok := n.X.(*ir.Call)
	bound, isConst := n.Y.(*ir.Const)
	if !ok || !isConst || call.Func != ir.FnLen || call.Args[0].Type().Kind != ir.List {
		return nil, 0
	}
	size, isInt := bound.Value.(int64)
	op := n.Op
	if !holds {
		op = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}[op]
	}
	switch {
	case !isInt, !emptyIfAbsent(call.Args[0]):
		return nil, 0
	case op == ">":
		return call.Args[0], size + 1
	case op == ">=", op == "==":
		return call.Args[0], size
	case op == "!=" && size == 0:
		return call.Args[0], 1
	}
	return nil, 0
}

// atHand reports whether the value of n needs no statement of its own in the block.
func (b *block) atHand(n ir.Node) bool {
	c := b.trial()
	c.expr(n)
	return len(c.stmts) == 0
}

// emptyIfAbsent reports whether n is a list as it is read, or an empty one in the place of one that is absent.
func emptyIfAbsent(n ir.Node) bool {
	or, ok := n.(*ir.OrValue)
	if !ok {
		return true
	}
	return ir.IsEmpty(or.Else)
}
