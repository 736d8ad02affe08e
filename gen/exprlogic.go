package gen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// logic returns x && y or x || y. A right side that needs statements is computed only if the left one does not decide:
//
//	ok := x
//	if ok {
//		y, err := ...
//		ok = y
//	}
func (b *block) logic(n *ir.Logic) value {
	n, plain := b.arranged(n)
	if !plain {
		return b.absorb(n)
	}
	left := b.expr(n.X)
	if v, ok := b.inline(n, left); ok {
		return v
	}
	name := b.name("ok")
	b.fn.loops = true
	undecided := variable(name)
	if !n.And {
		undecided = undecided.not()
	}
	inner := b.within(func(c *block) {
		c.assume(n.X, n.And)
		c.into(name, n.Y)
	})
	b.add(jen.Id(name).Op(":=").Add(left.clone()), jen.If(undecided.clone()).Block(inner.stmts...))
	return variable(name)
}

// inline returns x && y or x || y, if y needs no statements.
func (b *block) inline(n *ir.Logic, left value) (v value, ok bool) {
	q := question{n.Y, fmt.Sprintf("inline after %p", n.X) + b.facts(n.Y)}
	if statements, asked := b.fn.answers[q]; asked && statements {
		return value{}, false
	}
	var right value
	inner := b.within(func(c *block) {
		c.assume(n.X, n.And)
		right = c.expr(n.Y)
	})
	b.fn.answers[q] = len(inner.stmts) > 0
	if n.And {
		return value{code: left.in(andPrec).Op("&&").Add(right.in(andPrec)), prec: andPrec}, len(inner.stmts) == 0
	}
	return value{code: left.in(orPrec).Op("||").Add(right.in(orPrec)), prec: orPrec}, len(inner.stmts) == 0
}

// arranged returns a logic operator so that Go's means the same, if that can be: an error of the left side does not count
// if the right one decides. Reads that both sides fail without are done before, and what cannot fail goes to the left.
func (b *block) arranged(n *ir.Logic) (arranged *ir.Logic, plain bool) {
	if !b.canFail(n.X) {
		return n, true
	}
	b.readShared(n)
	switch {
	case !b.canFail(n.X):
		return n, true
	case !b.canFail(n.Y):
		return &ir.Logic{And: n.And, X: n.Y, Y: n.X}, true
	}
	return n, false
}

// readShared does the reads that both sides of a logic operator need in any case.
func (b *block) readShared(n *ir.Logic) {
	shared := sharedReads(n)
	done := map[string]bool{}
	for _, read := range slices.Backward(shared) { // that around another first
		if done[ir.Path(read)] {
			continue
		}
		b.expr(read)
		ir.Walk(read, func(n ir.Node) { done[ir.Path(n)] = true })
	}
}

// sharedReads returns the reads that both sides of a logic operator do in any case.
func sharedReads(n *ir.Logic) []ir.Node {
	left := map[string]bool{}
	for _, read := range needed(n.X) {
		left[ir.Path(read)] = true
	}
	return slices.DeleteFunc(needed(n.Y), func(read ir.Node) bool { return !left[ir.Path(read)] })
}

// needed returns the reads that n does whatever else happens, or fails: an inner one before that around it.
func needed(n ir.Node) []ir.Node {
	var reads []ir.Node
	for _, below := range neededBelow(n) {
		reads = append(reads, needed(below)...)
	}
	switch n := n.(type) {
	case *ir.Logic:
		reads = sharedReads(n)
	case *ir.Member, *ir.Element, *ir.Call:
		if ir.Path(n) != "" {
			reads = append(reads, n)
		}
	}
	return reads
}

// neededBelow returns the nodes below n that are computed in any case.
func neededBelow(n ir.Node) []ir.Node {
	switch n := n.(type) {
	case *ir.Logic, *ir.Let:
		return nil
	case *ir.Cond:
		return []ir.Node{n.If}
	case *ir.OrValue:
		return []ir.Node{n.X}
	case *ir.Or:
		return []ir.Node{n.X}
	case *ir.Then:
		return []ir.Node{n.X}
	case *ir.Loop:
		return []ir.Node{n.Over}
	}
	return ir.Children(n)
}

// absorb returns a logic operator both of whose sides can fail. An error of one does not count if the other decides:
//
//	ok, err := cel.AndFunc(func() (bool, error) { return x, nil }, func() (bool, error) { return y, nil })
func (b *block) absorb(n *ir.Logic) value {
	absorb := ir.FnOrFunc
	if n.And {
		absorb = ir.FnAndFunc
	}
	b.fn.loops = true
	left := b.closure(n.X)
	right := b.closure(n.Y)
	return b.try(n, b.fn.g.function(absorb).Call(left, right))
}

// closure returns func() (bool, error) { ... } for a condition.
func (b *block) closure(n ir.Node) *jen.Statement {
	c := b.child()
	c.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Return(jen.False(), err) })
	c.tail(n, true)
	return jen.Func().Params().Params(jen.Bool(), jen.Error()).Block(c.stmts...)
}

// logicTail ends a function with a logic operator whose right side needs statements:
//
//	if !x {
//		return false, nil
//	}
//	...
//	return y, nil
func (b *block) logicTail(n *ir.Logic, fallible bool) bool {
	n, plain := b.arranged(n)
	if !plain {
		return false
	}
	left := b.expr(n.X)
	if v, ok := b.inline(n, left); ok {
		b.giveBack(v.clone(), fallible)
		return true
	}
	b.fn.loops = true
	decided := left
	if n.And {
		decided = left.not()
	}
	b.add(jen.If(decided.clone()).Block(b.within(func(c *block) { c.giveBack(gocode.Lit(!n.And), fallible) }).stmts...))
	b.assume(n.X, n.And)
	b.tail(n.Y, fallible)
	return true
}
