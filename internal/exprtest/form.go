package exprtest

import (
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// forms are what expressions of a kind are made of, beside literals, choices, bindings and what macros make. In them
//
//	$int, $string, ...  is an expression of that type
//	$T, $U, $N, $O      one of a scalar type, of another one, of a type of numbers, of an ordered type: the same at each place
//	$[T], $?T           a list, an optional of it
//	$A                  of any type, the same at each place
//	$read, $source      what an answer, an input or a local holds; of those, something to run over
//	$plain              of $read what is no optional: a dyn that turns out to be one is gone through here, and by the reference only
//	                    where a chain of selections starts with it
//	$map, $zone, $date  a map with string keys; a literal time zone; a date, or any string
//	$k, $v              the name of a new local
//	$(a|b|c)            one of these
var forms = map[ir.Kind][]string{
	ir.Bool: {
		"($bool && $bool)", "($bool && $bool)", "($bool || $bool)", "($bool || $bool)", "!$bool",
		"cel.bind($k, $bool, $k && $bool && $k)", "cel.bind($k, $bool, !($k || $bool || $k))", "cel.bind($k, $T, $k == $T && $k == $T)", "cel.bind($k, $T, $k != $T || $k != $T)",
		"$T $(==|!=) $T", "$T $(==|!=|<|<=|>|>=) $T", "$N $(==|!=|<|<=|>|>=) $N", "$O $(<|<=|>|>=) $O", "$N $(<|<=|>|>=) dyn($N)", "dyn($T) $(<|<=|>|>=|==) $T",
		"$uint $(<|<=|>|>=) $uint", "$bytes $(<|<=|>|>=) $bytes", "$int $(<|<=|>|>=) $uint", "$int $(<|<=|>|>=) $double", "$uint $(<|<=|>|>=) $int", "$uint $(<|<=|>|>=) $double", "$double $(<|<=|>|>=) $int", "$double $(<|<=|>|>=) $uint",
		"$A $(==|!=) $A", "$read $(==|!=) $read", "$read $(==|!=) null", "($read $(<|>=) $read)", "$read in $source", "$read in $source", "dyn($T) $(==|!=) dyn($U)",
		"$O $(<|<=|>|>=) $O", "$O $(<|<=|>|>=) $O", "$bool $(<|<=|>|>=) $bool", "$[O].sort() $(==|!=) $[O].sort()", "[$O, $O, $O].sort() == [$O, $O]", "[$O, $O].sortBy($k, $k) == $[O]",
		"$T in [$T, $T]", "$T in $[T]", "$string in $map", "dyn($T) in dyn($[T])",
		"type($read) == $type", "type($A) $(==|!=) type($A)", "$type == $type",
		"$string.$(contains|startsWith|endsWith)($string)", `text.hasFormat($string, "$(date|date-time|time|email|uri|uuid|ipv4|ipv6|hostname|duration)")`, "date.isZone($string)", `$string.matches("$(^a|[0-9]+|[éb]$|^\\p{L}+$|)")`, `matches($string, "$(^a|a.c)")`,
		"$?T.hasValue()", "$?T $(==|!=) $?T", "$?T.hasValue($T)",
		"sets.$(contains|intersects|equivalent)($[T], $[T])", "$[T].$(hasAll|hasAny|hasOnly|hasExactly)($[T])", "sets.contains($[N], dyn($[N]))",
		"bool($($bool|$string|$dyn))", "math.$(isNaN|isInf|isFinite)($double)",
		"isIP($string)", "isCIDR($string)", "ip.isCanonical($string)", "$ip.$(isLoopback|isUnspecified|isGlobalUnicast|isLinkLocalMulticast|isLinkLocalUnicast)()",
		"$cidr.containsIP($ip)", "$cidr.containsIP($string)", "$cidr.containsCIDR($cidr)", "$cidr.containsCIDR($string)", "$cidr.isMask()",
		"$cidr.containsIP(dyn($ip))", "$cidr.containsCIDR(dyn($cidr))", "dyn($ip) == $ip",
		"cel.block([$T, cel.index(0) == $T], cel.index(1) || $bool)", "now() > $timestamp", "uuid() == $string",
		"has([optional.of($map), optional.none()][$int].a)", `has({"a": optional.of({"b": $T})}.$(a|c).b)`,
	},
	ir.Int: {
		"($int $(+|-|*|/|%) $int)", "($int $(+|-|*|/|%) $int)", "-($int)", "($dyn $(+|-|*|/|%) $int)", "$int $(/|%) $(24|-7|1|-1|0)",
		"size($[T])", "size($string)", "$string.size()", "$bytes.size()", "size($bytes)", "$[T].size()", "$map.size()", "size($map)", "size($dyn)",
		"int($($int|$uint|$double|$string|$timestamp|$duration|$dyn))", "int($string)",
		"$string.$(indexOf|lastIndexOf)($string)", "$string.$(indexOf|lastIndexOf)($string, $int)",
		"math.$(greatest|least)($int)", "math.$(greatest|least)($int, $int)", "math.$(greatest|least)($int, $int, $int)", "math.$(greatest|least)($[int])",
		"math.$(bitOr|bitXor|bitAnd)($int, $int)", "math.bitNot($int)", "math.bitShift$(Left|Right)($int, $int)", "math.$(abs|sign)($int)", "int(math.$(bitOr|bitXor|bitAnd|bitShiftLeft|bitShiftRight)($dyn, $int))",
		"$timestamp.get$(FullYear|Month|DayOfYear|DayOfMonth|Date|DayOfWeek|Hours|Minutes|Seconds|Milliseconds)()",
		"$timestamp.get$(FullYear|Month|DayOfYear|DayOfMonth|Date|DayOfWeek|Hours|Minutes|Seconds|Milliseconds)($zone)",
		"$timestamp.getHours($string)", "dyn($timestamp).get$(Hours|Minutes|Seconds|Milliseconds)($zone)",
		"$duration.get$(Hours|Minutes|Seconds|Milliseconds)()", "dyn($timestamp).get$(Hours|Minutes|Seconds|Milliseconds)()", "dyn($duration).get$(Hours|Minutes|Seconds|Milliseconds)()",
		"number.sum($[int])", `money.minor($string, "$(USD|JPY|KWD)")`, `money.minor($double, "$(USD|JPY|KWD)")`, `money.minor("$(12.34|-0.5|7|1.005)", $string)`, "size($[T].groupBy($k, $A))", "date.weekday($date)", "$ip.family()", "$cidr.prefixLength()", "cel.block([$int, cel.index(0) + 1], $bool ? cel.index(1) : cel.index(0))",
	},
	ir.Double: {
		"($double $(+|-|*|/) $double)", "($double $(+|-|*|/) $double)", "-($double)", "number.round($double, $(0|1|3|15))", "number.sum($[double])", `unit.convert($double, "$(degC|degF|K)", "$(degC|degF|K)")`, "unit.convert($double, \"m\", $string)", "($dyn $(+|-|*|/) $double)",
		"double($($int|$uint|$double|$string|$dyn))", "math.$(round|floor|ceil|trunc|abs|sign)($double)", "math.sqrt($($int|$uint|$double|$dyn))",
		"math.$(greatest|least)($double)", "math.$(greatest|least)($double, $double)", "math.$(greatest|least)($[double])", "math.$(greatest|least)($double, $double, $double)",
	},
	ir.Uint: {
		"($uint $(+|-|*|/|%) $uint)", "$uint $(/|%) $(7u|0u)", "uint($($int|$uint|$double|$string|$dyn))", "math.$(greatest|least)($uint)", "math.$(greatest|least)($uint, $uint)", "math.$(greatest|least)([$uint, $uint])",
		"math.$(bitAnd|bitOr|bitXor)($uint, $uint)", "math.bitNot($uint)", "math.bitShift$(Left|Right)($uint, $int)", "math.$(abs|sign)($uint)",
	},
	ir.String: {
		"($string + $string)", "($string + $string)", "string($T)", "string($($int|$uint|$double|$bool|$string|$bytes|$timestamp|$duration|$dyn|$ip|$cidr))", "string($dyn)",
		"$string.$(lowerAscii|upperAscii|trim|reverse)()", "$string.substring($int)", "$string.substring($int, $int)", "$string.charAt($int)",
		"$string.replace($string, $string)", "$string.replace($string, $string, $int)", "$[string].join()", `$[string].join("$(, |é|)")`, "dyn($[string]).join($string)", "strings.quote($string)",
		"date.of($timestamp, $zone)", "date.add$(Days|Months)($date, $int)", `date.format($date, "$(d MMMM yyyy|EEE)")`, `date.format($timestamp, $zone, "$(HH:mm|EEEE, h:mm a z)")`,
		"number.format($int)", "number.format($double, $(0|2|5))", `money.decimal($int, "$(USD|JPY|KWD)")`, "money.decimal($int, $string)", `url.query($string, "a").orValue($string)`, "url.encode($string)", "url.decode($string)", "url.decode(url.encode($string))", "url.encodeQuery({$string: $string})", "hex.encode($bytes)", `html.text("$(<p>|&amp;|<a b='|</|<!--)" + $string)`,
		`text.extract($string, "$(a|[0-9]+|^.|x*)").orValue($string)`, `text.extract($string, "a|(é)?b").orValue($string)`, `text.replaceRegex($string, "$(a|[0-9]+|^.|x*)", "$(-|<\\0>|)")`, `text.replaceRegex($string, "(a)|(.)b", "$(<\\2>|\\3)")`, `text.replaceRegex($string, "(.)", $string)`, "url.segment($string, $int).orValue($string)",
		"base64.encode$(|Url)($bytes)", "json.encode($A)", "json.encode($dyn)", "json.encode($[T])", "json.encode($map)",
		`"%s".format([$A])`, `"%s!%s".format([$read, $T])`, `"$(%d|%.3f|%e|%.1e|%x|%X|%o|%b|%f|%%%d|%.0f)".format([$($int|$uint|$double|$bool|$string|$bytes|$dyn|$timestamp|$duration|$type)])`, `"a%sé%s".format($[T])`,
	},
	ir.Bytes: {"bytes($($string|$bytes|$dyn))", "hash.sha256($($string|$bytes))", "hash.hmacSha256($string, $string)", "hash.hmacSha256($bytes, $bytes)", "($bytes + $bytes)", "base64.decode(base64.encode($bytes))", "base64.decode$(|Url)($string)", "base64.decodeUrl(base64.encodeUrl($bytes))"},
	ir.Timestamp: {
		"($timestamp $(+|-) $duration)", "($duration + $timestamp)", "date.at($date, $zone)", "date.add$(Days|Months)($timestamp, $int, $zone)", "timestamp($($string|$int|$timestamp|$dyn))", "timestamp($string)",
	},
	ir.Duration: {"($duration $(+|-) $duration)", "($timestamp - $timestamp)", "duration($($string|$duration|$dyn))", "duration($string)"},
	ir.IP:       {"ip($string)", "$cidr.ip()", "dyn($cidr).ip()", "cidr($string).masked().ip()"},
	ir.CIDR:     {"cidr($string)", "$cidr.masked()", "cidr(string($ip) + \"$(/8|/33|/0)\")"},
	ir.TypeName: {"type($A)", "type($read)", "type($type)"},
	ir.Dyn: {
		"dyn($A)", "dyn($plain)", "-$dyn", "($dyn $(+|-|*|/|%) $dyn)", "[$dyn, $T][$int]", "[$T, $U][0]", "dyn([$T, $U]).$(first|last)().value()", "dyn([[$T], [$U]]).flatten()[$int]", "dyn([$T, $U]).slice(0, 1)[0]", "$dyn[$dyn]", "dyn($[T])$([|[?)$int]", "($bool ? dyn($T) : dyn($U))",
		"math.$(greatest|least)($dyn, $N)", "math.$(greatest|least)($int, $double)", "math.$(greatest|least)($int, $uint)", "math.$(greatest|least)($double, $uint)", "math.$(greatest|least)($uint, $double)",
		"math.$(greatest|least)($uint, $int)", "math.$(greatest|least)($double, $int)", "math.$(abs|sign|bitNot)($dyn)", "dyn($[T]).reverse()", "dyn($string).reverse()", "dyn($[T]).distinct()",
		`pointer.get($dyn, "$(/a|/0|/a/0|)").orValue($dyn)`, "json.parse(json.encode($A)).value()", "json.parse($string).orValue(null)", `json.parse('$({"a": [1, 2.5, "é"]}|[1e3, -0, 9007199254740993]|nul)').orValue(dyn($T))`,
		"math.bitShift$(Left|Right)($dyn, $int)", "math.$(bitAnd|bitOr|bitXor)($dyn, $dyn)", "$map.transformMapEntry($k, $v, {$v: $k})", "$map[$dyn]",
		"cel.bind($k, dyn([[$T], [$U, $T]]).filter($v, type($v[0]) == $type), $k[0])", "dyn([[$T], [$U, $T]]).filter($v, type($v[0]) == $type).map($k, $k[0])",
	},
}

// formsOfList are forms of lists of T.
var formsOfList = []string{
	"[$T, $T]", "($[T] + $[T])", "$[T].$(reverse|distinct|sort)()", "$[T].$(reverse|distinct|sort)()", "$[T].slice($int, $int)", "$[T].slice(0, 1)", "$[T].take($(0|1|2|$int))", "$[T].groupBy($k, $U)$([0]|.flatten())", "$[T].groupBy($k, $k).map($k, $k[0])", "dyn($[T]).take($int)",
	"[?$?T, $T]", "[?$?T, $T, ?$?T]", "[$[T], $[T]].flatten()", "[$[T], [$T]].flatten($(0|1|2|$int))", "[$?T, $?T].unwrapOpt()", "optional.unwrap([$?T, optional.none()])",
	"$[T].sortBy($k, $O)", "[$[T]][0]", "[$[T]].map($k, size($k) > 0, $T)",
}

// formsOfOptional are forms of optionals of T.
var formsOfOptional = []string{
	"optional.of($T)", "optional.ofNonZeroValue($T)", "($bool ? $?T : optional.none())", "$?T.or($?T)", "$?U.optMap($k, $T)", "$?U.optFlatMap($k, $?T)",
	"$?T.unlessNull()", "optional.of($(null|$T|dyn($T))).unlessNull().optMap($k, $T)", "$[T][?$int]", "$[T].$(first|last)()", `{"a": $T}[?$string]`, `{"a": $T}.?$(a|b)`, "optional.of($[T])[?$int]", `optional.of({"a": $T}).?a`, `optional.of({"a": $T})["a"]`, "optional.of($[T])[$int]",
	"($bool ? optional.of($[T]) : optional.none())[$int]", "optional.of([$[T]])[$int][$int]", "[$?T, optional.none()].map($k, $k)[$int]", "[optional.of($[T]), optional.none()].map($k, $k[$int])[$int]",
	`{"a": optional.of($[T])}["a"].or(optional.none())[$int]`, "cel.bind($k, optional.of($[T]), $k[$(|?)$int])",
}

var (
	placeholder = regexp.MustCompile(`\$(?:\[(\w+)\]|(\??)([a-zA-Z]+))`)
	alternative = regexp.MustCompile(`\$\(([^()]*)\)`)
)

// kindsByName are the types that forms name.
var kindsByName = map[string]*ir.Type{
	"bool": ir.BoolType, "int": ir.IntType, "uint": ir.UintType, "double": ir.DoubleType, "string": ir.StringType, "bytes": ir.BytesType,
	"timestamp": ir.TimestampType, "duration": ir.DurationType, "dyn": ir.DynType, "type": ir.TypeNameType, "ip": ir.IPType, "cidr": ir.CIDRType,
}

var numberTypes = []*ir.Type{ir.IntType, ir.UintType, ir.DoubleType}

// form writes an expression of one of the forms. t is {T}, or nil for a random one.
func (g *randomExpr) form(choices []string, t *ir.Type, depth int) string {
	text := alternative.ReplaceAllStringFunc(pick(g.Rand, choices...), func(m string) string {
		return pick(g.Rand, strings.Split(m[2:len(m)-1], "|")...)
	})
	if t == nil {
		t = pick(g.Rand, scalarTypes...)
	}
	types := map[string]*ir.Type{
		"T": t, "U": pick(g.Rand, scalarTypes...), "N": pick(g.Rand, numberTypes...), "A": g.anyType(),
		"O": pick(g.Rand, append(rareTypes[:4:4], scalarTypes...)...),
	}
	names := map[string]string{"k": g.local(), "v": g.local()}
	return placeholder.ReplaceAllStringFunc(text, func(m string) string {
		parts := placeholder.FindStringSubmatch(m)
		if parts[1] != "" {
			return g.fill("[", parts[1], types, names, depth)
		}
		return g.fill(parts[2], parts[3], types, names, depth)
	})
}

// fill writes what a placeholder stands for.
func (g *randomExpr) fill(mark, name string, types map[string]*ir.Type, names map[string]string, depth int) string {
	switch name {
	case "k", "v":
		return names[name]
	case "read":
		return g.access(depth).text
	case "plain":
		return g.plain(depth).text
	case "source":
		return g.source(depth).text
	case "map":
		return g.value(ir.MapOf(ir.StringType, pick(g.Rand, scalarTypes...)), depth)
	case "date":
		return pick(g.Rand, `"2024-02-29"`, `"2024-02-29T02:30"`, `"9999-12-31"`, g.value(ir.StringType, depth))
	case "zone":
		return pick(g.Rand, `"Europe/Berlin"`, `"America/St_Johns"`, `"-08:30"`, `"+05:45"`, `"UTC"`, `""`, `"Australia/Lord_Howe"`)
	}
	t := types[name]
	if t == nil {
		t = kindsByName[name]
	}
	switch mark {
	case "[":
		return g.value(ir.ListOf(t), depth)
	case "?":
		return g.optional(t, depth)
	}
	return g.value(t, depth)
}
