package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// guard returns a value that is within a limit:
//
//	if in.Limit > 30 {
//		return ..., nact.OutOfLimit("it must be at most 30")
//	}
func guard(b *block, n *ir.Guard) value {
	if n.Proven {
		return expr(b, n.X)
	}
	broken := expr(b, n.Broken)
	b.add(jen.If(broken.clone()).Block(b.fn.fail(b.fn.file.Runtime.Nact("OutOfLimit").Call(gocode.Lit(n.Must)))))
	return expr(b, n.X)
}
