package lower

import "github.com/nactgen/nactgen/sculpt/ir"

// What an expression may come to: all that follows goes over its nodes more than once, and vars of vars could nest lists as deep as
// there are vars.
const (
	mostNodes = 50_000
	mostDepth = 32 // of lists, maps and optionals within each other
)

// bound notes a problem if a lowered expression is larger than what can be dealt with.
func bound(cx context, n ir.Node) {
	e := cx.ast.Expr()
	if d := depth(n.Type()); d > mostDepth {
		cx.fail(e, "this is %d lists, maps and optionals within each other, and %d is the most; make them flat, or leave their types to the service, with dyn(...)", d, mostDepth)
	}
	nodes := 0
	ir.Walk(n, func(ir.Node) { nodes++ })
	if nodes > mostNodes {
		cx.fail(e, "this expression comes to %d parts, and %d is the most; make vars of its parts, or a table of its literals", nodes, mostNodes)
	}
}

// depth returns how many types stand around the innermost one.
func depth(t *ir.Type) int {
	d := 0
	for ; t.Elem != nil; t = t.Elem {
		d++
	}
	return d
}
