package goexpr

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// value is a Go expression that holds what a node of an expression stands for.
type value struct {
	code      *jen.Statement
	prec      int            // precedence of its outermost operator
	inPlace   bool           // it is an object's struct in its place, not a pointer to it
	constant  bool           // it is a constant of Go's
	untyped   bool           // it is an untyped constant: a number
	enum      string         // it is an untyped constant: a value of the type of that name; empty: it is none
	static    bool           // it is a dyn, and its Go type is not any: it needs a conversion where Go would infer its type
	count     *jen.Statement // the same number as an int: an index, the size of a list
	condition                // if it is one: what is known of it beside its Go
	variable  string         // the name, if it is a variable that is not assigned again; empty otherwise
	deferred  bool           // it is not the value, but a function that returns the value or an error
	pointers  bool           // it is a list of the addresses of structs
	bare      *jen.Statement // of a composite literal: the literal without its type, as it stands in one of lists or maps of that type
}

// The precedences of Go's operators, and that of an operand.
const (
	orPrec = iota + 1
	andPrec
	comparePrec
	addPrec
	mulPrec
	unaryPrec
	operandPrec
)

var precedences = map[string]int{
	"==": comparePrec, "!=": comparePrec, "<": comparePrec, "<=": comparePrec, ">": comparePrec, ">=": comparePrec,
	"+": addPrec, "-": addPrec, "|": addPrec, "^": addPrec, "*": mulPrec, "/": mulPrec, "%": mulPrec, "&": mulPrec,
}

// counting is an int of Go's as one of CEL's.
func counting(n *jen.Statement) value {
	return value{code: jen.Int64().Call(n.Clone()), prec: operandPrec, count: n}
}

// operand is an expression that needs no parentheses anywhere.
func operand(code *jen.Statement) value { return value{code: code, prec: operandPrec} }

// literalOf is a composite literal of a type that no operator stands beside, such as a list.
func literalOf(typ, braces *jen.Statement) value {
	return value{code: typ.Clone().Add(braces.Clone()), prec: operandPrec, bare: braces}
}

// composite is a composite literal of a named type, which needs parentheses wherever an operator stands beside it: Go would
// take its braces for the body of an if.
func composite(code *jen.Statement) value { return value{code: code, prec: orPrec - 1} }

// variable is a variable of the function.
func variable(name string) value { return value{code: jen.Id(name), prec: operandPrec, variable: name} }

// in returns the expression as an operand of an operator of that precedence.
func (v value) in(prec int) *jen.Statement {
	if v.prec < prec {
		return jen.Parens(v.code.Clone())
	}
	return v.code.Clone()
}

// clone returns the expression, to be used once.
func (v value) clone() *jen.Statement { return v.code.Clone() }

// field returns a selection from the expression.
func (v value) field(name string) *jen.Statement { return v.in(operandPrec).Dot(name) }

// pointer returns an object as a pointer, and any other value as it is.
func (v value) pointer() *jen.Statement {
	if v.inPlace {
		return jen.Op("&").Add(v.in(unaryPrec))
	}
	return v.clone()
}

// structure returns an object as a struct, and any other value as it is.
func (v value) structure(t *ir.Type) *jen.Statement {
	if t.ByValue() && !v.inPlace {
		return jen.Op("*").Add(v.in(unaryPrec))
	}
	return v.clone()
}

// element returns the value as a list with elements of type t holds it.
func (v value) element(t *ir.Type) *jen.Statement {
	if t.ByValue() {
		return v.structure(t)
	}
	return v.pointer()
}

// within returns the value as an element of a list literal with elements of type t, which says what a literal in it is.
func (v value) within(t *ir.Type) *jen.Statement {
	if v.bare != nil {
		return v.bare.Clone()
	}
	return v.element(t)
}

// typed returns the value with its type, where Go would infer another one.
func (v value) typed(t *ir.Type) *jen.Statement {
	switch {
	case v.static && (t.Kind == ir.Dyn || t.Kind == ir.Null):
		return jen.Any().Call(v.pointer())
	case v.enum != "":
		return jen.Id(v.enum).Call(v.clone())
	case v.untyped && (t.Kind == ir.Int || t.Kind == ir.Uint):
		return gotype.Scalar(t.Kind).Call(v.clone())
	}
	return v.pointer()
}

// fixed is the value, if it is an untyped constant, with its type.
func (v value) fixed(t *ir.Type) value {
	if !v.untyped {
		return v
	}
	return value{code: gotype.Scalar(t.Kind).Call(v.clone()), prec: operandPrec, constant: true}
}

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
