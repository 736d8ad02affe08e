// Package convert makes a value of one type of a value of another: typed trees around typed trees.
//
// Where a list of dyn is needed and x is a list of int, x becomes a loop that makes a dyn of each element; where x is a dyn and
// an int is needed, x becomes a call that fails for any other value. What cannot be converted is an error, in the words of a
// manifest.
package convert

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Converter converts values of one expression.
type Converter struct {
	Usage    *usage.Log                  // gets what the conversions do with answers
	Asserted func(n ir.Node, t *ir.Type) // called for every dyn that must be a scalar of type t; may be nil
}

// Dyn is n as a dyn. Values of object types count as read in full.
func (c Converter) Dyn(n ir.Node) ir.Node {
	if n.Type().Kind == ir.Dyn {
		return n
	}
	c.Usage.MakeDyn(n.Type())
	return &ir.ToDyn{X: n}
}

// Elements is a list as a list of dyn.
func (c Converter) Elements(list ir.Node) ir.Node {
	if list.Type().Elem.Kind == ir.Dyn {
		return list
	}
	c.Usage.MakeDyn(list.Type())
	return ir.FnDynList.Call(list)
}

// To makes a value of type t of n, in the ways that CEL itself knows: to and from dyn and nullable types, and within lists,
// maps and optionals.
func (c Converter) To(n ir.Node, t *ir.Type) (ir.Node, error) {
	from := n.Type()
	switch {
	case ir.Same(from, t):
		return n, nil
	case t.Kind == ir.Dyn:
		return c.Dyn(n), nil
	case from.Kind == ir.Dyn && !t.Nullable:
		return c.Assert(n, t)
	case from.Kind == ir.Null && t.Nullable:
		return nullOf(n, t), nil
	case from.Nullable && t.Nullable:
		return c.nullable(n, t)
	case t.Nullable:
		return conversion(c.To).within(n, t.Plain(), func(plain ir.Node) ir.Node { return &ir.MayNull{X: plain} })
	case from.Nullable:
		return c.To(NotNull(n), t)
	case from.Enum != nil:
		return c.To(PlainString(n), t)
	case from.Kind != t.Kind:
		return nil, mismatch(from, t)
	}
	switch t.Kind {
	case ir.List:
		return c.list(n, t, c.To)
	case ir.Map:
		return c.mapping(n, t)
	case ir.Optional:
		return optional(n, t, c.To)
	}
	return nil, mismatch(from, t)
}

// mismatch says that a value of one type stands where one of another is needed. Maps are called after what they hold, whatever their keys.
func mismatch(from, to *ir.Type) error {
	if from.Kind == ir.Map && to.Kind == ir.Map && !ir.Same(from.Key, to.Key) {
		return fmt.Errorf("a key of this map is %s where %s is needed", from.Key.Phrase(), to.Key.Phrase())
	}
	return fmt.Errorf("this is %s where %s is needed", from.Phrase(), to.Phrase())
}

// conversion makes a value of type t of n: [Converter.To], or [Converter.Copy].
type conversion func(n ir.Node, t *ir.Type) (ir.Node, error)

// within returns what wrap makes of n once it is converted to type t.
func (to conversion) within(n ir.Node, t *ir.Type, wrap func(ir.Node) ir.Node) (ir.Node, error) {
	converted, err := to(n, t)
	if err != nil {
		return nil, err
	}
	return wrap(converted), nil
}

// nullable converts from one nullable type to another: null stays null.
func (c Converter) nullable(n ir.Node, t *ir.Type) (ir.Node, error) {
	local := &ir.Local{T: n.Type(), Name: "value"}
	return conversion(c.To).within(&ir.NotNull{X: &ir.Ref{To: local}}, t.Plain(), func(value ir.Node) ir.Node {
		choice := &ir.Cond{If: &ir.IsNull{X: &ir.Ref{To: local}}, Then: &ir.Const{T: t}, Else: &ir.MayNull{X: value}}
		return &ir.Let{Local: local, Value: n, Body: choice}
	})
}

// nullOf is the null n as one of type t. What n is computed from can fail, and is not to be lost.
func nullOf(n ir.Node, t *ir.Type) ir.Node {
	null := &ir.Const{T: t}
	if _, constant := n.(*ir.Const); constant {
		return null
	}
	return &ir.Let{Local: &ir.Local{T: n.Type(), Name: "null"}, Value: n, Body: null, Strict: true}
}

// list converts a list by converting its elements.
func (c Converter) list(n ir.Node, t *ir.Type, to conversion) (ir.Node, error) {
	if lit, ok := n.(*ir.ListLit); ok {
		elems, err := to.elements(lit.Elems, t.Elem, lit.OptionalAt)
		if err != nil {
			return nil, err
		}
		return &ir.ListLit{T: t, Elems: elems, OptionalAt: lit.OptionalAt}, nil
	}
	if t.Elem.Kind == ir.Dyn {
		return c.Elements(n), nil
	}
	v := &ir.Local{T: n.Type().Elem, Name: "element"}
	return to.within(&ir.Ref{To: v}, t.Elem, func(elem ir.Node) ir.Node {
		return &ir.Loop{T: t, Kind: ir.Collect, Over: n, Var: v, Elem: elem}
	})
}

// elements converts the elements of a literal to values of type t, and those that may be left out to optionals of it.
func (to conversion) elements(nodes []ir.Node, t *ir.Type, optionalAt map[int]bool) ([]ir.Node, error) {
	var converted []ir.Node
	for i, n := range nodes {
		elem := t
		if optionalAt[i] {
			elem = ir.OptionalOf(t)
		}
		value, err := to(n, elem)
		if err != nil {
			return nil, err
		}
		converted = append(converted, value)
	}
	return converted, nil
}

func (c Converter) mapping(n ir.Node, t *ir.Type) (ir.Node, error) {
	if lit, ok := n.(*ir.MapLit); ok && (len(lit.Keys) == 0 || ir.Same(lit.T.Key, t.Key)) {
		values, err := conversion(c.To).elements(lit.Values, t.Elem, lit.OptionalAt)
		if err != nil {
			return nil, err
		}
		return &ir.MapLit{T: t, Keys: lit.Keys, Values: values, OptionalAt: lit.OptionalAt}, nil
	}
	if !ir.Same(n.Type().Key, t.Key) {
		return nil, mismatch(n.Type(), t)
	}
	if t.Elem.Kind == ir.Dyn {
		c.Usage.MakeDyn(n.Type())
		return ir.FnDynMap.Call(n), nil
	}
	key := &ir.Local{T: t.Key, Name: "key"}
	v := &ir.Local{T: n.Type().Elem, Name: "value"}
	return conversion(c.To).within(&ir.Ref{To: v}, t.Elem, func(value ir.Node) ir.Node {
		return &ir.Loop{T: t, Kind: ir.Associate, Over: n, Index: key, Var: v, KeyElem: &ir.Ref{To: key}, Elem: value}
	})
}

// optional converts an optional by converting what it holds.
func optional(n ir.Node, t *ir.Type, to conversion) (ir.Node, error) {
	some := func(value ir.Node) ir.Node { return &ir.Some{X: value} }
	switch o := n.(type) {
	case *ir.None:
		return &ir.None{T: t}, nil
	case *ir.Some:
		return to.within(o.X, t.Elem, some)
	}
	local := &ir.Local{T: n.Type().Elem, Name: "value"}
	return to.within(&ir.Ref{To: local}, t.Elem, func(value ir.Node) ir.Node { return &ir.Then{X: n, Local: local, Body: some(value)} })
}

// assertions are the functions that take a dyn for a scalar.
var assertions = map[ir.Kind]*ir.Function{
	ir.Bool: ir.FnAsBool, ir.Int: ir.FnAsInt, ir.Uint: ir.FnAsUint, ir.Double: ir.FnAsFloat, ir.String: ir.FnAsString, ir.Bytes: ir.FnAsBytes,
	ir.Timestamp: ir.FnAsTime, ir.Duration: ir.FnAsDuration, ir.TypeName: ir.FnAsType, ir.IP: ir.FnAsIP, ir.CIDR: ir.FnAsCIDR,
}

// Assert checks as the service runs that a dyn holds a value of type t.
func (c Converter) Assert(n ir.Node, t *ir.Type) (ir.Node, error) {
	if f := assertions[t.Kind]; f != nil && t.Enum == nil {
		if c.Asserted != nil {
			c.Asserted(n, t)
		}
		return f.Call(n), nil
	}
	switch t.Kind {
	case ir.List:
		return c.To(ir.FnAsList.Call(n), t)
	case ir.Map:
		return c.To(ir.FnAsMap.Call(n), t)
	case ir.Optional:
		return c.To(ir.FnAsOpt.Call(n), t)
	}
	return nil, fmt.Errorf("this is an untyped value, which cannot be used where %s is needed", t.Phrase())
}
