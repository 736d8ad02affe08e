package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// bindLet binds a value. A lazy one is computed when it is first read:
//
//	ratio := sync.OnceValues(func() (float64, error) { ... })
func bindLet(b *block, n *ir.Let) {
	switch {
	case n.Lazy:
		b.locals[n.Local] = deferred(b, n)
	case n.Holds():
		b.locals[n.Local] = named(b, n.Value, n.Local.Name)
	case n.Dropped:
	case ir.Uses(n.Body, n.Local) > 0:
		b.locals[n.Local] = expr(b, n.Value)
	default:
		discard(b, named(b, n.Value, n.Local.Name))
	}
}

// named returns a variable of that name, if it can be had, that holds the value of n.
func named(b *block, n ir.Node, name string) value {
	if call := direct(b, n); call != nil {
		v := b.checked(call, name)
		v.pointers = holdsAddresses(b, n)
		b.fn.done[n] = v
		return v
	}
	if loop, ok := n.(*ir.Loop); ok {
		return b.hold([]string{name}, loopValue(b, loop, name), n.Type())
	}
	return b.hold([]string{name}, expr(b, n), n.Type())
}

// deferred returns a value that is computed when it is first needed.
func deferred(b *block, n *ir.Let) value {
	types := b.fn.file.Types
	t := n.Value.Type()
	c := b.child()
	c.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Return(types.Zero(t), err) })
	ret(c, n.Value)
	name := b.name(n.Local.Name)
	compute := jen.Func().Params().Params(types.Of(t), jen.Error()).Block(c.stmts...)
	b.add(jen.Id(name).Op(":=").Qual("sync", "OnceValues").Call(compute))
	return value{code: jen.Id(name), prec: operandPrec, deferred: true}
}
