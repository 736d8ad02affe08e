package lower

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// rule says what an overload of CEL becomes in Go. One of its first three fields is set.
type rule struct {
	operator string       // of Go, between two operands, or before one
	function *ir.Function // that is called
	identity bool         // the argument is the result

	swap        bool         // the two arguments change places
	constants   []int64      // follow the arguments
	convertLast *ir.Function // a conversion of Go's, for the last argument
}

// rules are the overloads, by their ids, that are no calls of one function with the same arguments. Those that need more than a rule have
// functions of their own: see specialFor.
var rules = map[string]rule{
	"add_double": {operator: "+"}, "subtract_double": {operator: "-"}, "multiply_double": {operator: "*"}, "divide_double": {operator: "/"}, "add_string": {operator: "+"},
	"math_bitAnd_int_int": {operator: "&"}, "math_bitAnd_uint_uint": {operator: "&"}, "math_bitOr_int_int": {operator: "|"}, "math_bitOr_uint_uint": {operator: "|"},
	"math_bitXor_int_int": {operator: "^"}, "math_bitXor_uint_uint": {operator: "^"}, "math_bitNot_int_int": {operator: "^"}, "math_bitNot_uint_uint": {operator: "^"},

	"int64_to_int64": {identity: true}, "uint64_to_uint64": {identity: true}, "double_to_double": {identity: true},
	"bool_to_bool": {identity: true}, "bytes_to_bytes": {identity: true}, "string_to_string": {identity: true},
	"timestamp_to_timestamp": {identity: true}, "duration_to_duration": {identity: true},
	"math_@max_int": {identity: true}, "math_@max_uint": {identity: true}, "math_@max_double": {identity: true},
	"math_@min_int": {identity: true}, "math_@min_uint": {identity: true}, "math_@min_double": {identity: true},
	"math_abs_uint": {identity: true},

	"add_duration_timestamp":           {function: ir.FnAddTime, swap: true},
	"int64_to_string":                  {function: ir.FnStrconvFormatInt, constants: []int64{10}},
	"uint64_to_string":                 {function: ir.FnStrconvFormatUint, constants: []int64{10}},
	"math_isInf_double":                {function: ir.FnMathIsInf, constants: []int64{0}},
	"math_sqrt_int":                    {function: ir.FnMathSqrt, convertLast: ir.FnFloat64},
	"math_sqrt_uint":                   {function: ir.FnMathSqrt, convertLast: ir.FnFloat64},
	"string_replace_string_string_int": {function: ir.FnStringsReplace, convertLast: ir.FnInt},
}

// unbounded are the overloads that repeat their third argument as often as the first says, with the function for one that is no
// literal: an upstream could make the result larger than memory.
var unbounded = map[string]*ir.Function{
	"string_replace_string_string": ir.FnReplaceAll, "string_replace_string_string_int": ir.FnReplace,
}

// ruleOf returns the rule of an overload.
func ruleOf(overload string) (r rule, ok bool) {
	if r, ok := rules[overload]; ok {
		return r, true
	}
	f := ir.ForOverload(overload)
	return rule{function: f}, f != nil
}

// apply is the rule, applied to arguments of the right types.
func (r rule) apply(args []ir.Node) ir.Node {
	switch {
	case r.identity:
		return args[0]
	case isSafeDivision(r.function, args):
		return &ir.Binary{T: args[0].Type(), Op: divisions[r.function], X: args[0], Y: args[1]}
	case r.operator != "" && len(args) == 2:
		return binary(r.operator, args[0], args[1])
	case r.operator != "":
		return &ir.Unary{Op: r.operator, X: args[0]}
	case takesZone(r.function):
		return accessor(r.function, args)
	case r.swap:
		args[0], args[1] = args[1], args[0]
	case r.convertLast != nil:
		last := len(args) - 1
		args[last] = r.convertLast.Call(args[last])
	}
	for _, n := range r.constants {
		args = append(args, ir.Int64(n))
	}
	return r.function.Call(args...)
}

// divisions are the functions that divide whole numbers, and Go's operators, which round in the same way.
var divisions = map[*ir.Function]string{ir.FnDivInt: "/", ir.FnModInt: "%", ir.FnDivUint: "/", ir.FnModUint: "%"}

// isSafeDivision reports whether a call divides by a literal with which no division fails or overflows.
func isSafeDivision(f *ir.Function, nodes []ir.Node) bool {
	if divisions[f] == "" || isGoConstant(nodes[0]) {
		return false
	}
	c, ok := nodes[1].(*ir.Const)
	return ok && c.Value != int64(0) && c.Value != int64(-1) && c.Value != uint64(0)
}

// isGoConstant reports whether Go computes the value of n as it compiles.
func isGoConstant(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const:
		return true
	case *ir.Unary:
		return isGoConstant(n.X)
	case *ir.Binary:
		return isGoConstant(n.X) && isGoConstant(n.Y)
	case *ir.Call:
		return n.Func.Kind == ir.Builtin && n.Func != ir.FnLen && !slices.ContainsFunc(n.Args, func(a ir.Node) bool { return !isGoConstant(a) })
	}
	return false
}

// binary is a Go operator. Go computes on constants with arbitrary precision and refuses to divide by a constant zero;
// CEL computes on float64: two constant doubles go through a function.
func binary(op string, x, y ir.Node) ir.Node {
	if f := floatFunctions[op]; f != nil && x.Type().Kind == ir.Double && isGoConstant(x) && isGoConstant(y) {
		return f.Call(x, y)
	}
	return &ir.Binary{T: x.Type(), Op: op, X: x, Y: y}
}

var floatFunctions = map[string]*ir.Function{"+": ir.FnAddFloat, "-": ir.FnSubFloat, "*": ir.FnMulFloat, "/": ir.FnDivFloat}

// takesZone reports whether a function reads a part of a timestamp in a time zone.
func takesZone(f *ir.Function) bool {
	return f != nil && len(f.Params) == 2 && f.Params[1] == ir.ZoneType
}

// accessor reads a part of a timestamp, in UTC or in the zone that is named.
func accessor(f *ir.Function, nodes []ir.Node) ir.Node {
	if len(nodes) == 2 {
		return f.Call(nodes[0], location(nodes[1]))
	}
	return f.Call(nodes[0], ir.FnTimeUTC.Call())
}
