package analysis

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// enumOf returns the type of the values of an output that is an enum, or nil.
func enumOf(out nact.Output) *ir.Type {
	if out.Type != nact.Enum {
		return nil
	}
	values := make([]string, len(out.AllowedValues))
	for i, v := range out.AllowedValues {
		values[i] = v.Name
	}
	return &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: out.ID, Values: values}}
}

// asEnum returns a text, or an optional of one, as a value of an enum: literals become values of it where they stand.
func asEnum(n ir.Node, enum *ir.Type) ir.Node {
	switch n := n.(type) {
	case *ir.Const:
		return &ir.Const{T: enum, Value: n.Value}
	case *ir.None:
		return &ir.None{T: ir.OptionalOf(enum)}
	case *ir.Some:
		return &ir.Some{X: asEnum(n.X, enum)}
	case *ir.Cond:
		return &ir.Cond{If: n.If, Then: asEnum(n.Then, enum), Else: asEnum(n.Else, enum)}
	case *ir.Let:
		return within(n, func(body ir.Node) ir.Node { return asEnum(body, enum) })
	case *ir.Then:
		return &ir.Then{X: n.X, Local: n.Local, Body: asEnum(n.Body, enum)}
	}
	if n.Type().Kind != ir.Optional {
		return &ir.ToEnum{T: enum, X: n}
	}
	text := &ir.Local{T: n.Type().Elem, Name: "text"}
	return &ir.Then{X: n, Local: text, Body: &ir.Some{X: &ir.ToEnum{T: enum, X: &ir.Ref{To: text}}}}
}
