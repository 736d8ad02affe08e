package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// let binds a value. One that can fail, and that the body does not need in every case, is computed when it is needed:
//
//	ratio := sync.OnceValues(func() (float64, error) { ... })
func (b *block) let(n *ir.Let) {
	if !n.Strict && !reads(n.Body, n.Local) {
		return
	}
	if !n.Strict && !needs(n.Body, n.Local) && b.canFail(n.Value) {
		b.locals[n.Local] = b.lazy(n)
		return
	}
	v := b.expr(n.Value)
	if !reads(n.Body, n.Local) {
		b.discard(v)
		return
	}
	if isRead(n.Value) && hint(n.Value) == n.Local.Name {
		b.locals[n.Local] = v
		return
	}
	b.locals[n.Local] = b.hold([]string{n.Local.Name}, v, n.Value.Type())
	b.assumeKept(ir.FilterOfElement(n.Value), n.Local)
}

// isRead reports whether n is read from where it stands, which can be done more than once.
func isRead(n ir.Node) bool {
	switch n.(type) {
	case *ir.Member, *ir.Root, *ir.Ref:
		return true
	}
	return false
}

// lazy returns a value that is computed when it is first needed.
func (b *block) lazy(n *ir.Let) value {
	g := b.fn.g
	t := n.Value.Type()
	c := b.child()
	c.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Return(g.types.Zero(t), err) })
	c.tail(n.Value, true)
	name := b.name(n.Local.Name)
	b.fn.loops = true
	compute := jen.Func().Params().Params(g.types.Of(t), jen.Error()).Block(c.stmts...)
	b.add(jen.Id(name).Op(":=").Qual("sync", "OnceValues").Call(compute))
	return value{code: jen.Id(name), prec: operandPrec, lazy: true}
}

// ref returns what a local stands for. A lazy one is computed, once in a block.
func (b *block) ref(n *ir.Ref) value {
	v := b.bound(n.To)
	if !v.lazy {
		return v
	}
	v = b.try(n, v.code.Clone().Call())
	b.locals[n.To] = v
	return v
}

// needs reports whether n reads a local whatever else happens, or fails.
func needs(n ir.Node, l *ir.Local) bool {
	switch n := n.(type) {
	case *ir.Ref:
		return n.To == l
	case *ir.Logic:
		return false
	case *ir.Cond:
		return needs(n.If, l) || needs(n.Then, l) && needs(n.Else, l)
	case *ir.OrValue:
		return needs(n.X, l)
	case *ir.Or:
		return needs(n.X, l)
	case *ir.Then:
		return needs(n.X, l)
	case *ir.Loop:
		return needs(n.Over, l)
	case *ir.Let:
		return needs(n.Body, l) || (n.Strict || needs(n.Body, n.Local)) && needs(n.Value, l)
	}
	for _, below := range ir.Children(n) {
		if needs(below, l) {
			return true
		}
	}
	return false
}
