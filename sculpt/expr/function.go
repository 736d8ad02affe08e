package expr

import "github.com/nactgen/nactgen/sculpt/ir"

// rule says what an overload of CEL becomes in Go. One of its forms is set.
type rule struct {
	op       string // a Go operator between two operands, or before one
	fn       ir.Func
	swap     bool    // the two arguments change places
	identity bool    // the argument is the result
	tail     []int64 // constants that follow the arguments
	wrap     string  // a Go conversion around the last argument
	zone     bool    // an accessor of timestamps: a second argument names a time zone, without one it is UTC
}

// goFunc is a function of Go's standard library; no path is a builtin or a conversion.
func goFunc(path, name string) rule { return rule{fn: ir.Func{Path: path, Name: name}} }

// infallible is a function of the run-time library.
func infallible(name string) rule { return rule{fn: ir.Func{Path: ir.RuntimeCEL, Name: name}} }

// failing is a function of the run-time library that returns an error too.
func failing(name string) rule {
	return rule{fn: ir.Func{Path: ir.RuntimeCEL, Name: name, Fallible: true}}
}

// method is a method of a type of Go's standard library, called on the first argument.
func method(name string) rule { return rule{fn: ir.Func{Name: name, Method: true}} }

func swapped(r rule) rule { r.swap = true; return r }
func accessor(name string) rule {
	r := infallible(name)
	r.zone = true
	return r
}

// overloads are the overloads of CEL by their ids, where all arguments have static types. Those that need more than a
// call have functions of their own: see call.
var overloads = map[string]rule{
	"add_int64": failing("AddInt"), "subtract_int64": failing("SubInt"), "multiply_int64": failing("MulInt"),
	"divide_int64": failing("DivInt"), "modulo_int64": failing("ModInt"), "negate_int64": failing("NegInt"),
	"add_uint64": failing("AddUint"), "subtract_uint64": failing("SubUint"), "multiply_uint64": failing("MulUint"),
	"divide_uint64": failing("DivUint"), "modulo_uint64": failing("ModUint"),
	"add_double": {op: "+"}, "subtract_double": {op: "-"}, "multiply_double": {op: "*"}, "divide_double": {op: "/"},
	"add_string": {op: "+"}, "add_bytes": infallible("Concat"), "add_list": infallible("Concat"),
	"add_timestamp_duration": failing("AddTime"), "add_duration_timestamp": swapped(failing("AddTime")),
	"add_duration_duration": failing("AddDuration"), "subtract_timestamp_timestamp": failing("TimeDiff"),
	"subtract_timestamp_duration": failing("SubTime"), "subtract_duration_duration": failing("SubDuration"),

	"double_to_int64": failing("IntFromFloat"), "uint64_to_int64": failing("IntFromUint"), "string_to_int64": failing("IntFromString"),
	"int64_to_uint64": failing("UintFromInt"), "double_to_uint64": failing("UintFromFloat"), "string_to_uint64": failing("UintFromString"),
	"int64_to_double": goFunc("", "float64"), "uint64_to_double": goFunc("", "float64"), "string_to_double": failing("FloatFromString"),
	"string_to_bool": failing("BoolFromString"), "string_to_bytes": goFunc("", "[]byte"), "duration_to_int64": goFunc("", "int64"),
	"timestamp_to_int64": infallible("IntFromTime"),
	"bool_to_string":     goFunc("strconv", "FormatBool"), "double_to_string": infallible("StringFromFloat"),
	"int64_to_string":  {fn: ir.Func{Path: "strconv", Name: "FormatInt"}, tail: []int64{10}},
	"uint64_to_string": {fn: ir.Func{Path: "strconv", Name: "FormatUint"}, tail: []int64{10}},
	"bytes_to_string":  failing("StringFromBytes"), "timestamp_to_string": infallible("StringFromTime"),
	"duration_to_string": infallible("StringFromDuration"), "string_to_timestamp": failing("TimeFromString"),
	"int64_to_timestamp": failing("TimeFromInt"), "string_to_duration": failing("DurationFromString"),
	"int64_to_int64": {identity: true}, "uint64_to_uint64": {identity: true}, "double_to_double": {identity: true},
	"bool_to_bool": {identity: true}, "bytes_to_bytes": {identity: true}, "string_to_string": {identity: true},
	"timestamp_to_timestamp": {identity: true}, "duration_to_duration": {identity: true},

	"timestamp_to_year": accessor("Year"), "timestamp_to_year_with_tz": accessor("Year"),
	"timestamp_to_month": accessor("Month"), "timestamp_to_month_with_tz": accessor("Month"),
	"timestamp_to_day_of_year": accessor("DayOfYear"), "timestamp_to_day_of_year_with_tz": accessor("DayOfYear"),
	"timestamp_to_day_of_month": accessor("DayOfMonth"), "timestamp_to_day_of_month_with_tz": accessor("DayOfMonth"),
	"timestamp_to_day_of_month_1_based": accessor("Date"), "timestamp_to_day_of_month_1_based_with_tz": accessor("Date"),
	"timestamp_to_day_of_week": accessor("DayOfWeek"), "timestamp_to_day_of_week_with_tz": accessor("DayOfWeek"),
	"timestamp_to_hours": accessor("Hours"), "timestamp_to_hours_with_tz": accessor("Hours"),
	"timestamp_to_minutes": accessor("Minutes"), "timestamp_to_minutes_with_tz": accessor("Minutes"),
	"timestamp_to_seconds": accessor("Seconds"), "timestamp_to_seconds_tz": accessor("Seconds"),
	"timestamp_to_milliseconds": accessor("Milliseconds"), "timestamp_to_milliseconds_with_tz": accessor("Milliseconds"),
	"duration_to_hours": infallible("DurationHours"), "duration_to_minutes": infallible("DurationMinutes"),
	"duration_to_seconds": infallible("DurationSeconds"), "duration_to_milliseconds": infallible("DurationMilliseconds"),

	"size_string": infallible("Size"), "string_size": infallible("Size"),
	"size_list": goFunc("", "len"), "list_size": goFunc("", "len"), "size_map": goFunc("", "len"), "map_size": goFunc("", "len"),
	"size_bytes": goFunc("", "len"), "bytes_size": goFunc("", "len"),
	"list_slice": failing("Slice"), "list_reverse": infallible("Reverse"), "lists_range": failing("Range"),
	"list_first": infallible("First"), "list_last": infallible("Last"),

	"contains_string": goFunc("strings", "Contains"), "starts_with_string": goFunc("strings", "HasPrefix"),
	"ends_with_string": goFunc("strings", "HasSuffix"), "string_char_at_int": failing("CharAt"),
	"string_index_of_string": infallible("IndexOf"), "string_index_of_string_int": failing("IndexOfFrom"),
	"string_last_index_of_string": infallible("LastIndexOf"), "string_last_index_of_string_int": failing("LastIndexOfFrom"),
	"string_lower_ascii": infallible("LowerASCII"), "string_upper_ascii": infallible("UpperASCII"),
	"string_replace_string_string": goFunc("strings", "ReplaceAll"), "string_replace_string_string_int": {fn: ir.Func{Path: "strings", Name: "Replace"}, wrap: "int"},
	"string_split_string": goFunc("strings", "Split"), "string_split_string_int": infallible("SplitN"),
	"string_substring_int": failing("Substring"), "string_substring_int_int": failing("SubstringRange"),
	"string_trim": goFunc("strings", "TrimSpace"), "string_reverse": infallible("ReverseString"), "strings_quote": infallible("Quote"),
	"list_join_string": goFunc("strings", "Join"), "string_format": failing("Format"),

	"base64_encode_bytes": infallible("Base64Encode"), "base64_decode_string": failing("Base64Decode"),
	"base64_encode_url_bytes": infallible("Base64EncodeURL"), "base64_decode_url_string": failing("Base64DecodeURL"),

	"json_encode_dyn": failing("JSONEncode"), "json_parse_string": failing("JSONParse"),

	"string_to_ip": failing("IPFromString"), "string_to_cidr": failing("CIDRFromString"), "is_ip": infallible("IsIP"),
	"is_cidr": infallible("IsCIDR"), "ip_is_canonical": failing("IsCanonicalIP"), "ip_to_string": method("String"),
	"cidr_to_string": method("String"), "ip_family": infallible("IPFamily"), "ip_is_loopback": method("IsLoopback"),
	"ip_is_unspecified": method("IsUnspecified"), "ip_is_global_unicast": method("IsGlobalUnicast"),
	"ip_is_link_local_multicast": method("IsLinkLocalMulticast"), "ip_is_link_local_unicast": method("IsLinkLocalUnicast"),
	"cidr_ip": method("Addr"), "cidr_masked": method("Masked"), "cidr_is_mask": infallible("IsMask"),
	"cidr_prefix_length": infallible("PrefixLength"), "cidr_contains_ip_ip": method("Contains"),
	"cidr_contains_ip_string": failing("ContainsIPText"), "cidr_contains_cidr": infallible("ContainsCIDR"),
	"cidr_contains_cidr_string": failing("ContainsCIDRText"),

	"math_@max_int": {identity: true}, "math_@max_uint": {identity: true}, "math_@max_double": {identity: true},
	"math_@min_int": {identity: true}, "math_@min_uint": {identity: true}, "math_@min_double": {identity: true},
	"math_@max_int_int": goFunc("", "max"), "math_@max_uint_uint": goFunc("", "max"), "math_@max_double_double": failing("MaxFloat"),
	"math_@min_int_int": goFunc("", "min"), "math_@min_uint_uint": goFunc("", "min"), "math_@min_double_double": failing("MinFloat"),
	"math_@max_list_int": failing("MaxInts"), "math_@max_list_uint": failing("MaxUints"), "math_@max_list_double": failing("MaxFloats"),
	"math_@min_list_int": failing("MinInts"), "math_@min_list_uint": failing("MinUints"), "math_@min_list_double": failing("MinFloats"),
	"math_ceil_double": goFunc("math", "Ceil"), "math_floor_double": goFunc("math", "Floor"), "math_round_double": goFunc("math", "Round"),
	"math_trunc_double": goFunc("math", "Trunc"), "math_isNaN_double": goFunc("math", "IsNaN"), "math_isInf_double": {fn: ir.Func{Path: "math", Name: "IsInf"}, tail: []int64{0}},
	"math_isFinite_double": infallible("IsFinite"), "math_abs_double": goFunc("math", "Abs"), "math_abs_int": failing("AbsInt"),
	"math_abs_uint": {identity: true}, "math_sign_double": infallible("SignFloat"), "math_sign_int": infallible("SignInt"),
	"math_sign_uint": infallible("SignUint"), "math_sqrt_double": goFunc("math", "Sqrt"), "math_sqrt_int": {fn: ir.Func{Path: "math", Name: "Sqrt"}, wrap: "float64"},
	"math_sqrt_uint": {fn: ir.Func{Path: "math", Name: "Sqrt"}, wrap: "float64"}, "math_bitAnd_int_int": {op: "&"}, "math_bitAnd_uint_uint": {op: "&"},
	"math_bitOr_int_int": {op: "|"}, "math_bitOr_uint_uint": {op: "|"}, "math_bitXor_int_int": {op: "^"}, "math_bitXor_uint_uint": {op: "^"},
	"math_bitNot_int_int": {op: "^"}, "math_bitNot_uint_uint": {op: "^"},
	"math_bitShiftLeft_int_int": failing("ShiftLeft"), "math_bitShiftLeft_uint_int": failing("ShiftLeft"),
	"math_bitShiftRight_int_int": failing("ShiftRight"), "math_bitShiftRight_uint_int": failing("ShiftRight"),
}

// repeating are the overloads that repeat their third argument as often as the first says, where that is no literal: an
// upstream could make the result larger than memory.
var repeating = map[string]rule{
	"string_replace_string_string": failing("ReplaceAll"), "string_replace_string_string_int": failing("Replace"),
}

// dynamics are the functions of CEL, by name, where an argument is dyn and the function depends on what it holds.
var dynamics = map[string]rule{
	"_+_": failing("DynAdd"), "_-_": failing("DynSub"), "_*_": failing("DynMul"), "_/_": failing("DynDiv"), "_%_": failing("DynMod"),
	"-_": failing("DynNeg"), "_[_]": failing("DynIndex"),
	"_<_": failing("DynLess"), "_<=_": failing("DynLessEqual"), "_>_": failing("DynGreater"), "_>=_": failing("DynGreaterEqual"),
	"@in": failing("DynIn"), "size": failing("DynSize"), "int": failing("DynInt"), "uint": failing("DynUint"),
	"double": failing("DynFloat"), "string": failing("DynString"), "bool": failing("DynBool"), "bytes": failing("DynBytes"),
	"timestamp": failing("DynTime"), "duration": failing("DynDuration"),
	"math.@max": failing("DynMax"), "math.@min": failing("DynMin"), "math.abs": failing("DynAbs"), "math.sign": failing("DynSign"),
	"math.sqrt": failing("DynSqrt"), "math.bitAnd": failing("DynBitAnd"), "math.bitOr": failing("DynBitOr"),
	"math.bitXor": failing("DynBitXor"), "math.bitNot": failing("DynBitNot"), "math.bitShiftLeft": failing("DynShiftLeft"),
	"math.bitShiftRight": failing("DynShiftRight"), "reverse": failing("DynReverse"),
	"getHours": failing("DynHours"), "getMinutes": failing("DynMinutes"), "getSeconds": failing("DynSeconds"),
	"getMilliseconds": failing("DynMilliseconds"), "containsIP": failing("DynContainsIP"), "containsCIDR": failing("DynContainsCIDR"),
}

// zoned are the dynamics that take a time zone as well, and then timestamps alone.
var zoned = map[string]bool{"getHours": true, "getMinutes": true, "getSeconds": true, "getMilliseconds": true}

// dynamicResults are the types of those dynamics that do not return dyn.
var dynamicResults = map[string]*ir.Type{
	"_<_": ir.BoolType, "_<=_": ir.BoolType, "_>_": ir.BoolType, "_>=_": ir.BoolType, "@in": ir.BoolType, "size": ir.IntType,
	"int": ir.IntType, "uint": ir.UintType, "double": ir.DoubleType, "string": ir.StringType, "bool": ir.BoolType,
	"bytes": ir.BytesType, "timestamp": ir.TimestampType, "duration": ir.DurationType, "math.sqrt": ir.DoubleType,
	"getHours": ir.IntType, "getMinutes": ir.IntType, "getSeconds": ir.IntType, "getMilliseconds": ir.IntType,
	"containsIP": ir.BoolType, "containsCIDR": ir.BoolType,
}

// function is a call of an infallible function of the run-time library.
func function(name string, t *ir.Type, args ...ir.Node) ir.Node {
	return &ir.Call{T: t, Func: infallible(name).fn, Args: args}
}

// fallible is a call of a function of the run-time library that returns an error too.
func fallible(name string, t *ir.Type, args ...ir.Node) ir.Node {
	return &ir.Call{T: t, Func: failing(name).fn, Args: args}
}
