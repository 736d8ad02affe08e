package gen

// resultNames are what functions return, for the names of variables that hold it.
var resultNames = map[string]string{
	// of the manifest
	"Now": "now", "UUID": "id", "URLQuery": "param", "URLSegment": "segment", "Pointer": "found", "Zone": "zone",
	"DateOf": "date", "DateAt": "instant", "AddDays": "date", "AddDaysIn": "instant", "AddMonths": "date", "AddMonthsIn": "instant",
	"IPFromString": "ip", "CIDRFromString": "cidr", "Weekday": "weekday", "FormatDate": "text", "FormatTime": "text", "FormatIn": "text",
	"Round": "rounded", "GroupInt": "text", "GroupFloat": "text", "SumInts": "sum", "SumFloats": "sum", "Convert": "converted", "MoneyDecimal": "amount", "Decimal": "amount",

	// arithmetic
	"AddInt": "sum", "AddUint": "sum", "AddFloat": "sum", "AddDuration": "sum", "AddTime": "instant", "DynAdd": "sum",
	"SubInt": "difference", "SubUint": "difference", "SubFloat": "difference", "SubDuration": "difference", "SubTime": "instant",
	"TimeDiff": "difference", "DynSub": "difference", "MulInt": "product", "MulUint": "product", "MulFloat": "product", "DynMul": "product",
	"DivInt": "quotient", "DivUint": "quotient", "DivFloat": "quotient", "DynDiv": "quotient", "ModInt": "rest", "ModUint": "rest", "DynMod": "rest",
	"NegInt": "negated", "DynNeg": "negated", "MaxInts": "greatest", "MaxUints": "greatest", "MaxFloats": "greatest", "MaxFloat": "greatest",
	"DynMax": "greatest", "MinInts": "least", "MinUints": "least", "MinFloats": "least", "MinFloat": "least", "DynMin": "least",
	"AbsInt": "distance", "DynAbs": "distance",

	// comparison
	"DynLess": "less", "DynGreater": "greater", "DynLessEqual": "atMost", "DynGreaterEqual": "atLeast", "DynIn": "found", "DynHas": "present",
	"Matches": "matches", "DynContainsAll": "ok", "DynIntersects": "ok", "DynEquivalent": "ok", "DynNot": "ok",

	// text
	"LowerASCII": "lower", "UpperASCII": "upper", "TrimSpace": "trimmed", "Replace": "replaced", "ReplaceAll": "replaced", "ReverseString": "reversed",
	"Substring": "rest", "SubstringRange": "part", "CharAt": "char", "IndexOf": "index", "IndexOfFrom": "index", "LastIndexOf": "index",
	"LastIndexOfFrom": "index", "Quote": "quoted", "Format": "text", "FormatList": "text", "FormatInt": "text", "FormatUint": "text", "FormatBool": "text",
	"Size": "size", "DynSize": "size", "len": "size", "Base64Encode": "encoded", "Base64Decode": "decoded", "Base64DecodeURL": "decoded",

	// lists and times
	"Split": "parts", "SplitN": "parts", "Join": "joined", "DynJoin": "joined", "Concat": "joined", "Flatten": "elements", "DynFlatten": "elements",
	"Sort": "sorted", "SortBy": "sorted", "SortByDyn": "sorted", "DynSort": "sorted", "Distinct": "distinct", "DynDistinct": "distinct",
	"Reverse": "reversed", "DynReverse": "reversed", "Slice": "part", "DynSlice": "part", "Range": "numbers", "DynRange": "elements",
	"DynEntries": "entries", "UnwrapOpts": "values", "DynUnwrapOpts": "values", "TypeOf": "typ", "Location": "zone",
}

// formNames are the forms that functions bring a value into: the text updated as a time is updatedTime, where updated is
// taken.
var formNames = map[string]string{
	"TimeFromString": "time", "TimeFromInt": "time", "AsTime": "time", "DynTime": "time",
	"DurationFromString": "duration", "AsDuration": "duration", "DynDuration": "duration",
	"IntFromString": "number", "IntFromFloat": "number", "IntFromUint": "number", "IntFromTime": "seconds", "AsInt": "number", "DynInt": "number",
	"UintFromString": "number", "UintFromInt": "number", "UintFromFloat": "number", "AsUint": "number", "DynUint": "number",
	"FloatFromString": "number", "AsFloat": "number", "DynFloat": "number", "float64": "number", "int64": "number",
	"StringFromBytes": "text", "StringFromTime": "text", "StringFromDuration": "text", "StringFromFloat": "text", "AsString": "text", "DynString": "text",
	"BoolFromString": "flag", "AsBool": "flag", "DynBool": "flag", "AsIP": "ip", "AsCIDR": "cidr", "AsBytes": "data", "DynBytes": "data",
	"AsList": "list", "DynList": "list", "AsMap": "entries", "DynMap": "entries", "AsOpt": "option", "AsType": "type",
}
