package warn

import (
	"fmt"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// neverInJSON are the types that no value of JSON has, by the kinds of types and the names that type() answers, with how
// to convert to them.
var neverInJSON = []struct {
	kind    ir.Kind
	name    string
	convert string
}{
	{ir.Int, "int", "int(...)"}, {ir.Uint, "uint", "uint(...)"}, {ir.Bytes, "bytes", "bytes(...)"},
	{ir.Timestamp, "google.protobuf.Timestamp", "timestamp(...)"}, {ir.Duration, "google.protobuf.Duration", "duration(...)"},
	{ir.IP, "net.IP", "ip(...)"}, {ir.CIDR, "net.CIDR", "cidr(...)"},
}

// Type doubts that an untyped value is of the type that its place needs.
func (d *Doubts) Type(at ast.Expr, n ir.Node, t *ir.Type) {
	d.add(at, func(from origins) (rule, message string) { return from.neverFits(n, t) })
}

// neverFits says why n, which is untyped, is never of type t; rule is empty if it can be.
func (from origins) neverFits(n ir.Node, t *ir.Type) (rule, message string) {
	for _, never := range neverInJSON {
		if t.Kind == never.kind && from.of(n).may {
			return "json-type", "an untyped value of JSON is never " + t.Phrase() + ", so this fails; convert it with " + never.convert
		}
	}
	return "", ""
}

// Assigned says why a value that is assigned a place of type t fails as the service runs; rule is empty if it does not. vars are
// what vars are computed from.
func Assigned(n ir.Node, t *ir.Type, vars map[string]ir.Node) (rule, message string) {
	if n.Type().Kind != ir.Dyn {
		return "", ""
	}
	return originsOf(n, vars).neverFits(n, t)
}

// Equal doubts a comparison that no value of JSON passes: of its type, or with a value of a type that JSON has not; and that of an optional, as a
// dyn, with what is none.
func (d *Doubts) Equal(e ast.Expr, x, y ir.Node) {
	for _, side := range [][2]ir.Node{{x, y}, {y, x}} {
		value, other := side[0], side[1]
		if message := wrapped(value, other); message != "" {
			d.add(e, func(origins) (string, string) { return "optional-equal", message })
		}
		name := ""
		if c, ok := other.(*ir.Const); ok && c.T.Kind == ir.TypeName {
			name = c.Value.(string)
		}
		arg, ofType := ir.TypeOfArg(value)
		for _, never := range neverInJSON {
			switch {
			case ofType && name == never.name:
				d.add(e, func(from origins) (rule, message string) { return from.neverOfType(arg, never.kind) })
			case value.Type().Kind == ir.Dyn && other.Type().Kind == never.kind && never.kind != ir.Int && never.kind != ir.Uint:
				d.add(e, func(from origins) (rule, message string) { return from.neverEqual(value, never.kind, never.convert) })
			}
		}
	}
}

// wrapped says why an optional that is compared as a dyn is never equal to a value that is none; "" if it can be.
func wrapped(value, other ir.Node) string {
	dyn, ok := value.(*ir.ToDyn)
	if !ok || dyn.X.Type().Kind != ir.Optional {
		return ""
	}
	switch to := other.Type(); to.Kind {
	case ir.Dyn, ir.Optional:
		return ""
	default:
		return "this compares an optional, and not the value in it, with " + to.Phrase() + ", so the two are never equal; take the value out first, with orValue(...)"
	}
}

func (from origins) neverOfType(value ir.Node, kind ir.Kind) (rule, message string) {
	if !from.of(value).must {
		return "", ""
	}
	instead := "JSON has numbers (double), strings, booleans, arrays (list), objects (map) and null"
	if kind == ir.Int || kind == ir.Uint {
		instead = "its numbers are all double"
	}
	return "json-type", "an untyped value of JSON is never of this type, so the two are never equal; " + instead
}

func (from origins) neverEqual(value ir.Node, kind ir.Kind, convert string) (rule, message string) {
	if !from.of(value).must {
		return "", ""
	}
	return "json-type", "an untyped value of JSON is never " + (&ir.Type{Kind: kind}).Phrase() + ", so the two are never equal; convert it with " + convert
}

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
