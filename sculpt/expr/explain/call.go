package explain

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// macroUses are the macros, which the parser takes for unknown functions if they have other arguments.
var macroUses = map[string]string{
	"has": "has(x.field)", "map": "list.map(x, expression), or list.map(x, condition, expression)", "filter": "list.filter(x, condition)",
	"all": "list.all(x, condition)", "exists": "list.exists(x, condition)", "exists_one": "list.exists_one(x, condition)", "existsOne": "list.existsOne(x, condition)",
	"transformList": "list.transformList(i, x, expression)", "transformMap": "map.transformMap(key, x, expression)",
	"transformMapEntry": "map.transformMapEntry(key, x, {key: expression})", "sortBy": "list.sortBy(x, expression)", "groupBy": "list.groupBy(x, expression)",
	"optMap": "optional.optMap(x, expression)", "optFlatMap": "optional.optFlatMap(x, expression)", "cel.bind": "cel.bind(name, value, expression)",
}

// foreignNames are names of other languages, and what CEL has instead.
var foreignNames = map[string]string{
	"length": "the size is .size()", "len": "the size is size(...)", "count": "the size is .size()",
	"toUpperCase": "write .upperAscii()", "upper": "write .upperAscii()", "upcase": "write .upperAscii()", "toUpper": "write .upperAscii()",
	"toLowerCase": "write .lowerAscii()", "lower": "write .lowerAscii()", "downcase": "write .lowerAscii()", "toLower": "write .lowerAscii()",
	"includes": "write .contains(...) for a text, x in list for an array", "any": "write .exists(x, condition)", "some": "write .exists(x, condition)",
	"every": "write .all(x, condition)", "find": "write .filter(x, condition)[0]",
	"toString": "write string(...)", "str": "write string(...)", "float": "write double(...)", "number": "write double(...)", "Number": "write double(...)",
	"parseInt": "write int(...)", "parseFloat": "write double(...)", "not": "write ! before what is not to hold", "max": "write math.greatest(...)", "min": "write math.least(...)",
	"maximum": "write math.greatest(...)", "minimum": "write math.least(...)", "strip": "write .trim()",
	"round": "write math.round(x), or number.round(x, decimals)", "floor": "write math.floor(...)", "ceil": "write math.ceil(...)", "abs": "write math.abs(...)", "sqrt": "write math.sqrt(...)",
	"json": "write json.encode(...)", "tojson": "write json.encode(...)", "stringify": "write json.encode(...)",
	"sum": "write number.sum(list)", "fold": foldHint, "reduce": foldHint, "limit": "write .take(n)", "head": "write .take(n)", "group_by": "write .groupBy(x, key)",
	"sha256": "write hash.sha256(x), and hex.encode(...) for a text", "hmac": "write hash.hmacSha256(key, x), and hex.encode(...) for a text", "encodeURIComponent": "write url.encode(...)", "urlencode": "write url.encode(...)",
	"decodeURIComponent": "write url.decode(...)", "replaceAll": "write .replace(old, new), or text.replaceRegex(s, pattern, replacement)", "stripTags": "write html.text(...)", "toFixed": "write number.format(x, decimals)",
	"coalesce": fallbackHint, "orDefault": fallbackHint, "orElse": fallbackHint, "default": fallbackHint, "ifNull": fallbackHint, "nvl": fallbackHint,
	"env": environmentHint, "environ": environmentHint, "getenv": environmentHint, "process": environmentHint, "os": environmentHint, "secrets": environmentHint,
	"True": "write true", "False": "write false", "None": "write null", "nil": "write null", "undefined": "has(x.f) asks whether a field is there",
}

// foldHint says what comes of the elements of a list together.
const foldHint = "a sum is number.sum(list), an extreme math.greatest(list) or math.least(list), one text .join(separator), a count .filter(x, condition).size(), groups .groupBy(x, key)"

// fallbackHint says how one value stands for what is absent or null.
const fallbackHint = "one value for absent and null is x.?f.unlessNull().orValue(...), for absent alone x.?f.orValue(...)"

// environmentHint says how a value of the environment comes into an expression.
const environmentHint = "the environment is read by config values alone: config: {key: {env: API_KEY}}, which is ${config.key} here"

// noOverload says that a function or an operator does not take what it gets.
func noOverload(x *mistyped, e ast.Expr, matches []string) (string, ast.Expr) {
	call := e.AsCall()
	args := call.Args()
	switch call.FunctionName() {
	case operators.Conditional:
		return mismatchedChoice(x, args)
	case operators.Index, operators.OptIndex:
		return noIndex(x, args[0], args[1]), args[1]
	case operators.In:
		if k := x.typeOf(args[1]).Kind(); k != types.ListKind && k != types.MapKind {
			return x.named(args[1]) + " is " + x.phrase(args[1]) + ", and in looks into an array or a map" + inHint(k), args[1]
		}
		return x.phrase(args[0]) + " is never in " + x.phrase(args[1]), nil
	case "@sortByAssociatedKeys":
		return "sortBy sorts by integers, numbers, strings, booleans, bytes, timestamps or durations", nil
	case ir.GroupByKeys:
		return "groupBy makes groups of the elements of an array, and this is " + x.phrase(call.Target()), nil
	}
	if strings.ContainsAny(matches[1], "_@") && !strings.Contains(matches[1], ".") {
		return noOperator(x, call.FunctionName(), args), nil
	}
	if call.FunctionName() == "orValue" && call.IsMemberFunction() && len(args) == 1 {
		if t := x.scope.Type(x.typeOf(call.Target())); t.Kind == ir.Optional {
			return "what stands for an absent value is of the same type, here " + t.Elem.Phrase() + ", and this is " + x.phrase(args[0]) + mixHint(x, args), args[0]
		}
	}
	return noCall(x, call), nil
}

func inHint(k types.Kind) string {
	if k == types.StringKind {
		return "; a part of a text is found with .contains(...)"
	}
	return ""
}

// choice says what is wrong with c ? a : b.
func mismatchedChoice(x *mistyped, args []ast.Expr) (string, ast.Expr) {
	if t := x.typeOf(args[0]); t.Kind() != types.BoolKind && t.Kind() != types.DynKind {
		return x.named(args[0]) + " is " + x.phrase(args[0]) + " where true or false is needed", args[0]
	}
	return "the values of a choice have one type, and these are " + x.phrase(args[1]) + " and " + x.phrase(args[2]) + mixHint(x, args[1:]) +
		", or dyn(...) for a value of either type", nil
}

// noIndex says why x[i] is nothing.
func noIndex(x *mistyped, of, index ast.Expr) string {
	t, is := x.scope.Type(x.typeOf(of)), x.named(of)+" is "+x.phrase(of)
	switch t.Kind {
	case ir.Object:
		field := "name"
		if s, ok := index.AsLiteral().(types.String); ok && index.Kind() == ast.LiteralKind {
			field = string(s)
		}
		return x.named(of) + " is an object, whose fields are read with a dot: ." + source.FieldSource(field)
	case ir.List:
		return is + ", whose elements have integers as indexes; this is " + x.phrase(index)
	case ir.Map:
		return is + ", whose keys are " + t.Key.Noun() + "s; this is " + x.phrase(index)
	case ir.String:
		return is + " and has no elements; a part of it is read with .substring(start, end)"
	}
	return is + " and has no elements"
}

func noOperator(x *mistyped, function string, args []ast.Expr) string {
	if function == operators.Equals || function == operators.NotEquals {
		return neverEqual(x, args)
	}
	operands := make([]string, len(args))
	for i, a := range args {
		operands[i] = x.phrase(a)
	}
	hint := mixHint(x, args)
	switch {
	case hint == stringHint && function != operators.Add:
		hint = parseHint(x, args)
	case hint == "" && slices.ContainsFunc(args, func(a ast.Expr) bool { return x.typeOf(a).Kind() == types.DurationKind }):
		hint = "; how long a duration is say .getHours(), .getMinutes() and .getSeconds()"
	}
	return Operator(function) + " does not take " + strings.Join(operands, " and ") + hint
}

// neverEqual says that two values are of types that have no value in common.
func neverEqual(x *mistyped, args []ast.Expr) string {
	for i, a := range args {
		if x.typeOf(a).Kind() == types.NullTypeKind {
			return x.named(args[1-i]) + " is " + x.phrase(args[1-i]) + ", which is never null"
		}
	}
	return x.phrase(args[0]) + " and " + x.phrase(args[1]) + " are never equal" + mixHint(x, args)
}

const stringHint = "; convert with string(...)"

// parseHint says how a string becomes what the other operand is.
func parseHint(x *mistyped, args []ast.Expr) string {
	for _, a := range args {
		if t := x.scope.Type(x.typeOf(a)); t.Kind != ir.String {
			return "; convert the string with " + t.Kind.String() + "(...)"
		}
	}
	return ""
}

// mixHint says how values of different types come together.
func mixHint(x *mistyped, args []ast.Expr) string {
	has := func(kinds ...ir.Kind) bool {
		return slices.ContainsFunc(args, func(a ast.Expr) bool { return slices.Contains(kinds, x.scope.Type(x.typeOf(a)).Kind) })
	}
	switch {
	case has(ir.Optional):
		return "; say what stands for an absent value, with .orValue(...)"
	case has(ir.Null):
		return "; null is no value to compute with"
	case has(ir.Timestamp, ir.Duration) && has(ir.Int, ir.Double):
		return `; a time is moved by a duration, as duration("90m")`
	case has(ir.Int, ir.Uint) && has(ir.Double):
		return "; CEL does not convert by itself: write double(...) or int(...), or 1.0 instead of 1"
	case has(ir.Int) && has(ir.Uint):
		return "; CEL does not convert by itself: write uint(...) or int(...), or 1u instead of 1"
	case has(ir.String) && has(ir.Int, ir.Uint, ir.Double, ir.Bool, ir.Timestamp, ir.Duration, ir.Bytes):
		return stringHint
	case has(ir.Dyn):
		return "; convert the untyped value, with string(...), double(...) or int(...)"
	}
	return ""
}

// mostSignatures is how many ways to call a function a message lists.
const mostSignatures = 4

// noCall says that a function does not take its arguments, and what it takes.
func noCall(x *mistyped, call ast.CallExpr) string {
	name, args := Operator(call.FunctionName()), call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	nouns := make([]string, len(args))
	for i, a := range args {
		nouns[i] = x.scope.Type(x.typeOf(a)).Noun()
	}
	declared := signatures(x, call.FunctionName(), call.IsMemberFunction())
	return name + " " + takes(name, declared, call.IsMemberFunction()) + ", and this is " + signature(name, nouns, call.IsMemberFunction()) + callHint(x, name, args, declared)
}

// takes says what a function is called with: the types of a single argument, or whole calls.
func takes(name string, declared [][]string, member bool) string {
	var single, calls []string
	for _, params := range declared {
		if len(params) == 1 && !member {
			single = append(single, params[0])
		}
		if len(calls) < mostSignatures {
			calls = append(calls, signature(name, params, member))
		}
	}
	switch {
	case len(declared) == 0 && member:
		return "has its value in parentheses, " + name + "(...)"
	case len(declared) == 0:
		return "has its value before a dot, x." + name + "(...)"
	case len(single) == len(declared) && len(declared) > 1:
		return "takes " + oneOfThese(single)
	}
	return "is called as " + oneOfThese(calls)
}

func oneOfThese(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// callHint says what may have been meant by a call.
func callHint(x *mistyped, name string, args []ast.Expr, declared [][]string) string {
	for i, a := range args {
		optional := func(params []string) bool { return len(params) > i && params[i] == "optional" }
		if x.scope.Type(x.typeOf(a)).Kind == ir.Optional && !slices.ContainsFunc(declared, optional) {
			return mixHint(x, args[i:i+1])
		}
	}
	if (name == "orValue" || name == "hasValue") && len(args) > 0 && x.scope.Type(x.typeOf(args[0])).Nullable {
		return "; what is there and may be null is asked with x != null, as in x != null ? x : d"
	}
	if name == "math.round" && len(args) == 2 {
		return "; number.round(x, decimals) rounds to decimals"
	}
	if name == ir.FnMoneyMinor.Declares && len(args) == 2 && x.typeOf(args[0]).Kind() == types.IntKind {
		return "; an amount that is a whole number is double(...), and one in minor units needs no conversion"
	}
	if name == ir.FnPresentIn.Declares && len(args) == 1 {
		return "; read what may be null as an optional, as in x.?f.unlessNull()"
	}
	if name == "contains" && len(args) == 2 && x.typeOf(args[0]).Kind() == types.ListKind {
		return "; whether an array holds a value is asked with value in array"
	}
	return ""
}

// signatures are the types of the parameters of a function, for each way to call it once.
func signatures(x *mistyped, function string, member bool) [][]string {
	var list [][]string
	for _, o := range x.env.CEL().Functions()[function].OverloadDecls() {
		params := make([]string, len(o.ArgTypes()))
		for i, t := range o.ArgTypes() {
			params[i] = paramNoun(x, t)
		}
		declared := slices.ContainsFunc(list, func(have []string) bool { return slices.Equal(have, params) })
		if o.IsMemberFunction() == member && !declared {
			list = append(list, params)
		}
	}
	return list
}

// signature is a call with types in the place of values: string.contains(string).
func signature(name string, params []string, member bool) string {
	if !member {
		return name + "(" + strings.Join(params, ", ") + ")"
	}
	on := params[0]
	if strings.Contains(on, " ") {
		on = "(" + on + ")"
	}
	return on + "." + name + "(" + strings.Join(params[1:], ", ") + ")"
}

// paramNoun is the type of a parameter, which can be open.
func paramNoun(x *mistyped, t *types.Type) string {
	if !check.HasTypeParam(t) {
		return x.scope.Type(t).Noun()
	}
	switch t.Kind() {
	case types.ListKind:
		return "array"
	case types.MapKind:
		return "map"
	case types.OpaqueKind:
		return "optional"
	}
	return "value"
}

// Operator is an operator as authors write it: _+_ is +.
func Operator(function string) string {
	switch function {
	case "math.@max":
		return "math.greatest"
	case "math.@min":
		return "math.least"
	case "@sortByAssociatedKeys":
		return "sortBy"
	case ir.GroupByKeys:
		return "groupBy"
	case operators.Conditional:
		return "?:"
	case operators.Index, operators.OptIndex:
		return "[...]"
	}
	return strings.Trim(function, "_@")
}
