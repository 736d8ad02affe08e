package goexpr

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Width estimates how many characters the Go of an expression takes, for the layout of what holds it.
func Width(n ir.Node) int {
	const call = len("cel.()")
	switch n := n.(type) {
	case *ir.Const:
		return len(fmt.Sprintf("%#v", n.Value))
	case *ir.Root:
		return len(n.Name) + len("in.")
	case *ir.Ref:
		return len(n.To.Name)
	case *ir.Member:
		return Width(n.X) + len(n.Field.Name) + 1
	case *ir.Maybe:
		return Width(n.X) + len(n.Field.Name) + 1
	case *ir.Call:
		return call + len(n.Func.Name) + widths(n.Args)
	case *ir.Invoke:
		return call + len(n.Of.Places[0]) + widths(n.Args)
	case *ir.Record:
		return len(n.Name) + widths(ir.Children(n)) + len(n.Members)*len("Member: ")
	}
	return len(" op ") + widths(ir.Children(n))
}

// widths is the width of expressions that stand in a list.
func widths(nodes []ir.Node) int {
	sum := 0
	for _, n := range nodes {
		sum += Width(n) + len(", ")
	}
	return sum
}
