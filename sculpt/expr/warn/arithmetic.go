package warn

import (
	"fmt"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

var arithmetic = map[string]string{"_+_": "+", "_-_": "-", "_*_": "*", "_/_": "/", "_%_": "%"}

// Arithmetic doubts a call of an operator with a dyn and an integer: numbers of JSON are double, which no integer is added to.
// Of another function it doubts nothing.
func (d *Doubts) Arithmetic(e ast.Expr, function string, nodes []ir.Node) {
	op := arithmetic[function]
	if op == "" || len(nodes) != 2 {
		return
	}
	x, y := nodes[0], nodes[1]
	d.add(e, func(from origins) (rule, message string) {
		switch {
		case op == "%" && (from.of(x).may || from.of(y).may):
			return "json-number", "a number of JSON is a double, which has no %, so this fails; convert it with int(...)"
		case from.of(x).may && isInteger(y):
			return "json-number", mixedWithJSON(op, y)
		case from.of(y).may && isInteger(x):
			return "json-number", mixedWithJSON(op, x)
		}
		return "", ""
	})
}

// isInteger reports whether n is an int or a uint, also as a dyn.
func isInteger(n ir.Node) bool {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	return n.Type().Kind == ir.Int || n.Type().Kind == ir.Uint
}

func mixedWithJSON(op string, integer ir.Node) string {
	instead := "convert one of the two, with int(...) or double(...)"
	if dyn, ok := integer.(*ir.ToDyn); ok {
		integer = dyn.X
	}
	if c, ok := integer.(*ir.Const); ok {
		instead = fmt.Sprintf("write %v.0, or convert the other with int(...)", c.Value)
	}
	return "a number of JSON is a double, so " + op + " with an integer fails; " + instead
}
