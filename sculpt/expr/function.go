package expr

import "github.com/nactgen/nactgen/sculpt/ir"

// rule says what an overload of CEL becomes in Go. One of its first three fields is set.
type rule struct {
	op       string       // a Go operator between two operands, or before one
	fn       *ir.Function // a call
	identity bool         // the argument is the result

	swap    bool         // the two arguments change places
	tail    []int64      // constants that follow the arguments
	convert *ir.Function // a Go conversion of the last argument
}

// rules are the overloads, by their ids, that are no calls of one function with the same arguments. Those that need more than a rule have
// functions of their own: see call.
var rules = map[string]rule{
	"add_double": {op: "+"}, "subtract_double": {op: "-"}, "multiply_double": {op: "*"}, "divide_double": {op: "/"}, "add_string": {op: "+"},
	"math_bitAnd_int_int": {op: "&"}, "math_bitAnd_uint_uint": {op: "&"}, "math_bitOr_int_int": {op: "|"}, "math_bitOr_uint_uint": {op: "|"},
	"math_bitXor_int_int": {op: "^"}, "math_bitXor_uint_uint": {op: "^"}, "math_bitNot_int_int": {op: "^"}, "math_bitNot_uint_uint": {op: "^"},

	"int64_to_int64": {identity: true}, "uint64_to_uint64": {identity: true}, "double_to_double": {identity: true},
	"bool_to_bool": {identity: true}, "bytes_to_bytes": {identity: true}, "string_to_string": {identity: true},
	"timestamp_to_timestamp": {identity: true}, "duration_to_duration": {identity: true},
	"math_@max_int": {identity: true}, "math_@max_uint": {identity: true}, "math_@max_double": {identity: true},
	"math_@min_int": {identity: true}, "math_@min_uint": {identity: true}, "math_@min_double": {identity: true},
	"math_abs_uint": {identity: true},

	"add_duration_timestamp":           {fn: ir.FnAddTime, swap: true},
	"int64_to_string":                  {fn: ir.FnStrconvFormatInt, tail: []int64{10}},
	"uint64_to_string":                 {fn: ir.FnStrconvFormatUint, tail: []int64{10}},
	"math_isInf_double":                {fn: ir.FnMathIsInf, tail: []int64{0}},
	"math_sqrt_int":                    {fn: ir.FnMathSqrt, convert: ir.FnFloat64},
	"math_sqrt_uint":                   {fn: ir.FnMathSqrt, convert: ir.FnFloat64},
	"string_replace_string_string_int": {fn: ir.FnStringsReplace, convert: ir.FnInt},
}

// unbounded are the overloads that repeat their third argument as often as the first says, with the function for one that is no
// literal: an upstream could make the result larger than memory.
var unbounded = map[string]*ir.Function{
	"string_replace_string_string": ir.FnReplaceAll, "string_replace_string_string_int": ir.FnReplace,
}

// byOverload and byName are the functions that are calls of an overload, and those of a CEL function with an argument that is dyn.
var byOverload, byName = functionIndex()

func functionIndex() (byOverload, byName map[string]*ir.Function) {
	byOverload, byName = map[string]*ir.Function{}, map[string]*ir.Function{}
	for _, f := range ir.Functions() {
		for _, id := range f.Overloads {
			byOverload[id] = f
		}
		if f.Dynamic != "" {
			byName[f.Dynamic] = f
		}
	}
	return byOverload, byName
}

// ruleOf returns the rule of an overload.
func ruleOf(overload string) (r rule, ok bool) {
	if r, ok := rules[overload]; ok {
		return r, true
	}
	f := byOverload[overload]
	return rule{fn: f}, f != nil
}

// zoned are the functions that take a time zone as well, and then timestamps alone.
var zoned = map[string]bool{"getHours": true, "getMinutes": true, "getSeconds": true, "getMilliseconds": true}
