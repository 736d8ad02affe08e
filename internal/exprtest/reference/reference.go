// Package reference gives the functions of the manifest to the reference interpreter of CEL, so that tests can hold
// compiled expressions to it. Where a function can be put in another way, it is: with rational numbers, day numbers, a search
// through the zone's clocks. Where it is its own definition (the units, the layouts) the function itself is called.
package reference

import (
	"context"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

// Functions returns the implementations by the ids of the overloads.
func Functions() map[string]functions.FunctionOp {
	return map[string]functions.FunctionOp{
		"now":                      func(...ref.Val) ref.Val { return types.Timestamp{Time: cel.Now(context.Background())} },
		"uuid":                     func(...ref.Val) ref.Val { return types.String(cel.UUID()) },
		"url_query":                urlQuery,
		"url_segment":              urlSegment,
		"pointer_get":              pointerGet,
		"date_of":                  dateOf,
		"date_at":                  dateAt,
		"date_addDays":             dateOnly(addDays),
		"date_addDays_timestamp":   inZone(addDays),
		"date_addMonths":           dateOnly(addMonths),
		"date_addMonths_timestamp": inZone(addMonths),
		"date_weekday":             weekday,
		"date_format":              dateFormat,
		"date_format_timestamp":    timeFormat,
		"date_isZone":              isZone,
		"text_hasFormat":           hasFormat,
		"number_round":             numberRound,
		"number_format_int":        func(args ...ref.Val) ref.Val { return types.String(grouped(strconv.FormatInt(integer(args[0]), 10))) },
		"number_format_double":     numberFormat,
		"number_sum_int":           numberSum(types.IntZero),
		"number_sum_double":        numberSum(types.Double(0)),
		"unit_convert":             unitConvert,
		"money_decimal":            moneyDecimal,
		"money_minor_string":       moneyMinor,
		"money_minor_double":       moneyMinor,
		"optional_unlessNull":      unlessNull,
		"list_take":                take,
		"list_groupByKeys":         groupByKeys,
		"text_extract":             extract,
		"text_replaceRegex":        replaceRegex,
		"html_text":                htmlText,
		"hash_sha256_string":       hashed,
		"hash_sha256_bytes":        hashed,
		"hash_hmacSha256_string":   authenticated,
		"hash_hmacSha256_bytes":    authenticated,
		"hex_encode":               hexEncode,
		"url_encode":               urlEncode,
		"url_decode":               urlDecode,
		"url_encodeQuery":          urlEncodeQuery,
	}
}

func str(v ref.Val) string        { return string(v.(types.String)) }
func integer(v ref.Val) int64     { return int64(v.(types.Int)) }
func float(v ref.Val) float64     { return float64(v.(types.Double)) }
func instant(v ref.Val) time.Time { return v.(types.Timestamp).Time }

func failure(err error) ref.Val { return types.WrapErr(err) }

// text is a string or an error as a value.
func text(s string, err error) ref.Val {
	if err != nil {
		return failure(err)
	}
	return types.String(s)
}

func optionalText(o nact.Opt[string], err error) ref.Val {
	switch {
	case err != nil:
		return failure(err)
	case !o.Has:
		return types.OptionalNone
	}
	return types.OptionalOf(types.String(o.Value))
}

func urlQuery(args ...ref.Val) ref.Val { return optionalText(cel.URLQuery(str(args[0]), str(args[1]))) }

func urlSegment(args ...ref.Val) ref.Val {
	return optionalText(cel.URLSegment(str(args[0]), integer(args[1])))
}

// pointerGet walks the interpreter's own values.
func pointerGet(args ...ref.Val) ref.Val {
	tokens, err := cel.PointerTokens(str(args[1]))
	if err != nil {
		return failure(err)
	}
	v := args[0]
	for _, token := range tokens {
		if o, ok := v.(*types.Optional); ok && o.HasValue() {
			v = o.GetValue()
		}
		switch container := v.(type) {
		case traits.Mapper:
			found, ok := container.Find(types.String(token))
			if !ok {
				return types.OptionalNone
			}
			v = found
		case traits.Lister:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token || i < 0 || types.Int(i) >= container.Size().(types.Int) {
				return types.OptionalNone
			}
			v = container.Get(types.Int(i))
		default:
			return types.OptionalNone
		}
	}
	return types.OptionalOf(v)
}

// unlessNull compares what an optional holds with null, by the interpreter's own operator.
func unlessNull(args ...ref.Val) ref.Val {
	if o := args[0].(*types.Optional); o.HasValue() && types.Equal(o.GetValue(), types.NullValue) == types.True {
		return types.OptionalNone
	}
	return args[0]
}

// decimal is x as it prints, exactly.
func decimal(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

func numberRound(args ...ref.Val) ref.Val {
	x := float(args[0])
	if !cel.IsFinite(x) {
		return types.Double(x)
	}
	rounded, _ := strconv.ParseFloat(decimal(x).FloatString(int(integer(args[1]))), 64) // rounds halves away from zero
	return types.Double(rounded + 0)
}

// numberSum adds with the interpreter's own operator.
func numberSum(zero ref.Val) functions.FunctionOp {
	return func(args ...ref.Val) ref.Val {
		sum := zero
		for it := args[0].(traits.Lister).Iterator(); it.HasNext() == types.True; {
			if sum = sum.(traits.Adder).Add(it.Next()); types.IsError(sum) {
				return sum
			}
		}
		return sum
	}
}

func numberFormat(args ...ref.Val) ref.Val {
	x := float(args[0])
	if !cel.IsFinite(x) {
		return types.NewErr("%g has no digits", x)
	}
	digits := decimal(x).FloatString(int(integer(args[1])))
	if strings.Trim(digits, "-0.") == "" {
		digits = strings.TrimPrefix(digits, "-")
	}
	whole, fraction, found := strings.Cut(digits, ".")
	if found {
		fraction = "." + fraction
	}
	return types.String(grouped(whole) + fraction)
}

// grouped puts commas between thousands, from the right.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	result := ""
	for ; len(digits) > 3; digits = digits[:len(digits)-3] {
		result = "," + digits[len(digits)-3:] + result
	}
	return sign + digits + result
}

func unitConvert(args ...ref.Val) ref.Val {
	x, err := cel.Convert(float(args[0]), str(args[1]), str(args[2]))
	if err != nil {
		return failure(err)
	}
	return types.Double(x)
}

func moneyDecimal(args ...ref.Val) ref.Val {
	decimals, ok := cel.CurrencyDecimals(str(args[1]))
	if !ok {
		return types.NewErr("no such currency")
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	return types.String(new(big.Rat).SetFrac(big.NewInt(integer(args[0])), scale).FloatString(decimals))
}

var amount = regexp.MustCompile(`^[-+]?\d+(\.\d+)?$`)

// moneyMinor multiplies rational numbers.
func moneyMinor(args ...ref.Val) ref.Val {
	decimals, ok := cel.CurrencyDecimals(str(args[1]))
	if !ok {
		return types.NewErr("no such currency")
	}
	var exact *big.Rat
	switch x := args[0].(type) {
	case types.Double:
		if !cel.IsFinite(float64(x)) {
			return types.NewErr("no number")
		}
		exact = decimal(float64(x))
	case types.String:
		if !amount.MatchString(string(x)) {
			return types.NewErr("no amount")
		}
		exact, _ = new(big.Rat).SetString(string(x))
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	minor := exact.Mul(exact, new(big.Rat).SetInt(scale))
	if !minor.IsInt() || !minor.Num().IsInt64() {
		return types.NewErr("no minor units")
	}
	return types.Int(minor.Num().Int64())
}
