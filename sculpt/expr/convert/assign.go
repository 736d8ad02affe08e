package convert

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Assign makes a value of type t of n, for a place outside CEL: a parameter, a member of a body, an output. Beside CEL's
// own conversions an int fits where a double is needed.
func (c Converter) Assign(n ir.Node, t *ir.Type) (ir.Node, error) {
	from := n.Type()
	if t.Kind == ir.Double && from.Kind == ir.Int {
		if c, ok := n.(*ir.Const); ok {
			return &ir.Const{T: ir.DoubleType, Value: float64(c.Value.(int64))}, nil
		}
		return ir.FnFloat64.Call(NotNull(n)), nil
	}
	if !assignable(from, t) {
		return nil, fmt.Errorf("%w%s", mismatch(from, t), hint(from, t))
	}
	return c.To(n, t)
}

// List is a list of the elements, of a type that holds all of them.
func (c Converter) List(elems []ir.Node) ir.Node {
	var elem *ir.Type
	for _, n := range elems {
		elem = Unify(elem, n.Type())
	}
	converted, err := conversion(c.To).elements(elems, cmp.Or(elem, ir.DynType), nil)
	if err != nil { // no type but dyn holds them
		elem, converted = ir.DynType, nil
		for _, n := range elems {
			converted = append(converted, c.Dyn(n))
		}
	}
	return &ir.ListLit{T: ir.ListOf(cmp.Or(elem, ir.DynType)), Elems: converted}
}

// Text is n as text in a template.
func Text(n ir.Node) (ir.Node, error) {
	t := n.Type()
	switch {
	case t.Nullable:
		return nil, errors.New("this may be null: say what stands for it then, as in x == null ? \"none\" : string(x), or x.?f.unlessNull().orValue(\"none\")")
	case t.Kind == ir.Optional:
		return nil, errors.New("this may be absent" + hint(t, ir.StringType))
	case t.Kind == ir.String:
		return PlainString(n), nil
	case t.Kind == ir.Dyn:
		return ir.FnDynString.Call(n), nil
	case t.Kind == ir.Int:
		return ir.FnStrconvFormatInt.Call(n, ir.Int64(10)), nil
	case t.Kind == ir.Uint:
		return ir.FnStrconvFormatUint.Call(n, ir.Int64(10)), nil
	}
	if f := ir.ForOverload(textOverloads[t.Kind]); f != nil {
		return f.Call(n), nil
	}
	return nil, errors.New("this is " + t.Phrase() + ", which has no text: make a string of it")
}

// textOverloads are the overloads of string(...) that are functions of one argument.
var textOverloads = map[ir.Kind]string{
	ir.Double: "double_to_string", ir.Bool: "bool_to_string", ir.Timestamp: "timestamp_to_string", ir.Duration: "duration_to_string",
	ir.IP: "ip_to_string", ir.CIDR: "cidr_to_string",
}

// assignable reports whether convert makes a value of type to of one of type from.
func assignable(from, to *ir.Type) bool {
	switch {
	case ir.Same(from, to), to.Kind == ir.Dyn:
		return true
	case from.Kind == ir.Dyn:
		return !to.Nullable && to.Kind != ir.Object && to.Enum == nil
	case from.Kind == ir.Null:
		return to.Nullable
	case from.Kind != to.Kind || to.Enum != nil:
		return false
	}
	switch to.Kind {
	case ir.List, ir.Optional:
		return assignable(from.Elem, to.Elem)
	case ir.Map:
		return ir.Same(from.Key, to.Key) && assignable(from.Elem, to.Elem)
	case ir.Object:
		return from.Object == to.Object
	}
	return true
}

// hint is how to convert by hand, if that is how.
func hint(from, to *ir.Type) string {
	names := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Double: "double", ir.Bool: "bool", ir.Uint: "uint"}
	switch {
	case from.Kind == ir.Optional && to.Kind != ir.Optional:
		return `; say what stands for an absent value, with .orValue(...)`
	case to.Kind == ir.Bool && from.Scalar() && from.Kind != ir.String:
		return "; compare it with something"
	case from.Scalar() && to.Scalar() && names[to.Kind] != "":
		return "; convert it with " + names[to.Kind] + "(...)"
	}
	return ""
}
