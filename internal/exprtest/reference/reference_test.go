package reference_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/nactgen/nactgen/internal/exprtest/reference"
	"github.com/nactgen/nactgen/nact/cel"
)

// The functions of package cel against their other formulations, over arguments that matter and some random ones.

var functions = reference.Functions()

// compare fails if the function answers something else than its formulation, or only one of them fails.
func compare(t *testing.T, id string, got ref.Val, err error, args ...ref.Val) {
	t.Helper()
	want := functions[id](args...)
	wantErr, failed := want.(*types.Err)
	switch {
	case failed != (err != nil):
		t.Errorf("%s of %v: error %v, the reference: %v", id, args, err, wantErr)
	case !failed && !same(got, want):
		t.Errorf("%s of %v: %v, the reference: %v", id, args, got, want)
	}
}

// same compares timestamps down to the offset that they show, numbers down to the sign of zero.
func same(a, b ref.Val) bool {
	switch a := a.(type) {
	case types.Timestamp:
		b := b.(types.Timestamp)
		return a.Format(time.RFC3339Nano) == b.Format(time.RFC3339Nano)
	case types.Double:
		x, y := float64(a), float64(b.(types.Double))
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return a.Equal(b) == types.True
}

var zones = []string{
	"UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/Sao_Paulo", "America/Havana", "America/Toronto", "Asia/Kolkata", "Asia/Kathmandu",
	"Asia/Tehran", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Beirut", "Africa/Monrovia", "Antarctica/Troll", "+05:30", "-09:30",
}

// changes are dates near which clocks or calendars do odd things somewhere.
var changes = []string{
	"0001-01-01", "0004-02-29", "1582-10-10", "1883-11-18", "1900-02-28", "1919-03-31", "1969-12-31", "1972-01-07", "2000-02-29", "2011-12-29", "2011-12-30", "2011-12-31",
	"2018-11-04", "2021-03-28", "2022-03-20", "2022-03-21", "2024-02-29", "2024-04-26", "2026-01-31", "2026-03-08", "2026-03-29", "2026-03-30", "2026-04-05", "2026-10-04", "2026-10-25",
	"2026-11-01", "2026-12-31", "2038-01-19", "2100-02-28", "9999-12-31",
}

var hours = []string{"", "T00:00", "T00:15:30", "T01:30", "T02:00", " 02:30:59.25", "T02:59:59.999999999", "T03:00", "T23:59", "T24:00", "T12:60"}

func TestDateAt(t *testing.T) {
	for _, name := range zones {
		zone := location(t, name)
		for _, day := range changes {
			for _, hour := range hours {
				got, err := cel.DateAt(day+hour, zone)
				compare(t, "date_at", types.Timestamp{Time: got}, err, types.String(day+hour), types.String(name))
			}
		}
	}
}

var moves = []int64{0, 1, -1, 2, 7, -28, 30, 31, 365, -366, 12, 1200, 146097, -146097, 3652058, 3652059, -3652059, math.MaxInt64, math.MinInt64}

func TestDates(t *testing.T) {
	for _, day := range append(changes, "2026-02-29", "2026-2-3", "2026-13-01", "0000-12-31", "10000-01-01", "2026-01-01T00:00", "", "today") {
		weekday, err := cel.Weekday(day)
		compare(t, "date_weekday", types.Int(weekday), err, types.String(day))
		for _, n := range moves {
			got, err := cel.AddDays(day, n)
			compare(t, "date_addDays", types.String(got), err, types.String(day), types.Int(n))
			got, err = cel.AddMonths(day, n)
			compare(t, "date_addMonths", types.String(got), err, types.String(day), types.Int(n))
		}
	}
}

func TestTimestamps(t *testing.T) {
	for _, name := range zones {
		zone := location(t, name)
		for _, from := range instants(t) {
			at := types.Timestamp{Time: from}
			day, err := cel.DateOf(from, zone)
			compare(t, "date_of", types.String(day), err, at, types.String(name))
			for _, n := range moves {
				got, err := cel.AddDaysIn(from, n, zone)
				compare(t, "date_addDays_timestamp", types.Timestamp{Time: got}, err, at, types.Int(n), types.String(name))
				got, err = cel.AddMonthsIn(from, n, zone)
				compare(t, "date_addMonths_timestamp", types.Timestamp{Time: got}, err, at, types.Int(n), types.String(name))
			}
		}
	}
}

// instants are some on the day before and the day of each change.
func instants(t *testing.T) []time.Time {
	t.Helper()
	var list []time.Time
	for _, day := range changes {
		start, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []time.Duration{0, 90 * time.Minute, 6*time.Hour + 30*time.Minute, 24*time.Hour - time.Nanosecond} {
			list = append(list, start.Add(after))
		}
	}
	return list
}

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := cel.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestNumbers(t *testing.T) {
	numbers := []float64{
		0, math.Copysign(0, -1), 0.5, -0.5, 1.5, 2.5, 0.05, 0.15, 0.25, 1.005, 2.675, -2.675, 1.0049999999999999, 0.1, 0.125, 9.995, 99.5, 999.9999999999999, 1234567.895, -1234.5,
		1e15 + 0.5, 1e21, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 5e-16, 4.9e-16, math.Inf(1), math.Inf(-1), math.NaN(),
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		numbers = append(numbers, float64(random.IntN(2000001)-1000000)/1000, random.NormFloat64()*math.Pow(10, float64(random.IntN(20)-5)))
	}
	for _, x := range numbers {
		for _, n := range []int64{0, 1, 2, 3, 6, 15} {
			compare(t, "number_round", types.Double(cel.Round(x, n)), nil, types.Double(x), types.Int(n))
			got, err := cel.GroupFloat(x, n)
			compare(t, "number_format_double", types.String(got), err, types.Double(x), types.Int(n))
		}
	}
}

func TestWholeNumbers(t *testing.T) {
	for _, n := range []int64{0, 5, -5, 99, -100, 999, 1000, -1000, 123456, 1234567, math.MaxInt64, math.MinInt64} {
		compare(t, "number_format_int", types.String(cel.GroupInt(n)), nil, types.Int(n))
		for _, currency := range []string{"USD", "usd", "JPY", "KWD", "CLF", "XXX", "", "US", "USD EUR", " "} {
			got, err := cel.MoneyDecimal(n, currency)
			compare(t, "money_decimal", types.String(got), err, types.Int(n), types.String(currency))
		}
	}
}

func TestMinorUnits(t *testing.T) {
	amounts := []string{"0", "-0", "12", "12.3", "12.34", "12.340", "12.345", "+5.00", "-0.05", "0.0001", "00012.50", "1e3", ".5", "5.", "", " 1", "1,000.00", "$5", "٣", "92233720368547758.07", "92233720368547758.08", "-92233720368547758.08", "9223372036854775807", "9223372036854775808"}
	for _, currency := range []string{"USD", "usd", "JPY", "KWD", "CLF", "XXX", ""} {
		for _, amount := range amounts {
			got, err := cel.MoneyMinor(amount, currency)
			compare(t, "money_minor_string", types.Int(got), err, types.String(amount), types.String(currency))
		}
		random := rand.New(rand.NewPCG(3, 4))
		numbers := []float64{0, math.Copysign(0, -1), 19.99, 1.005, 0.1 + 0.2, 0.29, 1.15, 4.35, 1e15, 92233720368547758.08, 1e300, 5e-324, math.Inf(1), math.NaN()}
		for range 500 {
			numbers = append(numbers, float64(random.IntN(2000001)-1000000)/100, random.NormFloat64())
		}
		for _, x := range numbers {
			got, err := cel.MoneyMinorFloat(x, currency)
			compare(t, "money_minor_double", types.Int(got), err, types.Double(x), types.String(currency))
		}
	}
}

// TestMoneyThereAndBack: what money.decimal writes, money.minor reads.
func TestMoneyThereAndBack(t *testing.T) {
	for _, currency := range cel.Currencies() {
		for _, n := range []int64{0, 1, -1, 99, -100, 123456789, math.MaxInt64, math.MinInt64} {
			amount, err := cel.MoneyDecimal(n, currency)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := cel.MoneyMinor(amount, currency); err != nil || back != n {
				t.Errorf("%d of %s is %s, and that %d, %v", n, currency, amount, back, err)
			}
		}
	}
}

func TestPercentEncoding(t *testing.T) {
	texts := []string{"", "a", "a b+c", "é€\U0001F600", "%", "%4", "%zz", "%41%6a%C3%A9", "%ff", "a%00b", "/?#[]@!$&'()*+,;=-._~", "%2", "\x7f\n"}
	for _, s := range texts {
		compare(t, "url_encode", types.String(cel.URLEncode(s)), nil, types.String(s))
		decoded, err := cel.URLDecode(s)
		compare(t, "url_decode", types.String(decoded), err, types.String(s))
		if back, err := cel.URLDecode(cel.URLEncode(s)); err != nil || back != s {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
	}
	for _, params := range []map[string]string{{}, {"": ""}, {"b": "1", "a": "x y", "é": "&="}} {
		compare(t, "url_encodeQuery", types.String(cel.URLEncodeQuery(params)), nil, types.DefaultTypeAdapter.NativeToValue(params))
	}
}

func TestPatterns(t *testing.T) {
	for _, pattern := range []string{"a", "(a)", "(?:a)(b)?", "", "x*", "^(.)", "(é)", "[0-9]+$", "(a)|(b)", "(?P<n>b)(.)(.)?", "(?s).+"} {
		for _, s := range []string{"", "a", "ab", "aab", "éa12", "b\nb", "xxa"} {
			re := regexp.MustCompile(pattern)
			if re.NumSubexp() < 2 {
				got := ref.Val(types.OptionalNone)
				if match := cel.Extract(s, re); match.Has {
					got = types.OptionalOf(types.String(match.Value))
				}
				compare(t, "text_extract", got, nil, types.String(s), types.String(pattern))
			}
			for _, replacement := range []string{"", "-", `\0`, `<\1>`, `\2\1`, `\3`, `\9`, `\\`, `\\1`, `\`, `a\n`, `$1`, "é\\1", `\é`} {
				got, err := cel.ReplaceRegex(s, re, replacement)
				compare(t, "text_replaceRegex", types.String(got), err, types.String(s), types.String(pattern), types.String(replacement))
			}
		}
	}
}

func TestHashes(t *testing.T) {
	for _, key := range []string{"", "k", strings.Repeat("k", 64), strings.Repeat("k", 65), "\xff\x00"} {
		for _, s := range []string{"", "abc", strings.Repeat("é", 100)} {
			compare(t, "hash_hmacSha256_string", types.Bytes(cel.HMACSHA256(key, s)), nil, types.String(key), types.String(s))
			compare(t, "hash_hmacSha256_bytes", types.Bytes(cel.HMACSHA256Bytes([]byte(key), []byte(s))), nil, types.Bytes(key), types.Bytes(s))
			compare(t, "hash_sha256_string", types.Bytes(cel.SHA256(s+key)), nil, types.String(s+key))
			compare(t, "hash_sha256_bytes", types.Bytes(cel.SHA256Bytes([]byte(key))), nil, types.Bytes(key))
			compare(t, "hex_encode", types.String(cel.HexEncode([]byte(s+key))), nil, types.Bytes(s+key))
		}
	}
}

func TestParts(t *testing.T) {
	value := types.DefaultTypeAdapter.NativeToValue
	list := []any{int64(1), 1.0, "1", nil, nil, math.NaN(), math.NaN(), []any{int64(1)}, []any{1.0}, map[string]any{"a": nil}, map[string]any{"a": nil}, true, []byte("1")}
	for _, n := range []int64{0, 1, 2, 99, -1, math.MaxInt64, math.MinInt64} {
		got, err := cel.Take(list[:5], n)
		compare(t, "list_take", value(got), err, value(list[:5]), types.Int(n))
	}
	indexes := make([]int64, len(list))
	for i := range indexes {
		indexes[i] = int64(i)
	}
	compare(t, "list_groupByKeys", value(cel.GroupByDyn(indexes, list)), nil, value(indexes), value(list))
	for _, keys := range [][]string{{}, {"a"}, {"b", "a", "b", "a", "c"}} {
		compare(t, "list_groupByKeys", value(cel.GroupBy(indexes[:len(keys)], keys)), nil, value(indexes[:len(keys)]), value(keys))
	}
}

func TestSums(t *testing.T) {
	for _, list := range [][]int64{{}, {1}, {-5, 7, 0}, {math.MaxInt64, 1}, {math.MaxInt64, 1, -1}, {math.MinInt64, -1}, {math.MaxInt64, math.MinInt64}} {
		got, err := cel.SumInts(list)
		compare(t, "number_sum_int", types.Int(got), err, types.DefaultTypeAdapter.NativeToValue(list))
	}
	for _, list := range [][]float64{{0.1, 0.2}, {0.1, 0.2, 0.3, -0.6}, {math.Copysign(0, -1)}, {1e308, 1e308}, {math.Inf(1), math.Inf(-1)}, {1e16, 1, -1e16}} {
		compare(t, "number_sum_double", types.Double(cel.SumFloats(list)), nil, types.DefaultTypeAdapter.NativeToValue(list))
	}
}

func TestPointer(t *testing.T) {
	value := map[string]any{"a": []any{int64(1), map[string]any{"b/c": "x", "d~e": nil, "": true}}, "0": "zero", "é": 1.5}
	for _, path := range []string{"", "/", "/a", "/a/0", "/a/1", "/a/2", "/a/-", "/a/01", "/a/+1", "/a/-1", "/a/1/b~1c", "/a/1/d~0e", "/a/1/d~0e/x", "/a/1/", "/0", "/é", "/b",
		"/a/1/b~1c/0", "/a/99999999999999999999", "a", "/~", "/~2", "/~01", "#/a"} {
		got, err := cel.Pointer(value, path)
		result := ref.Val(types.OptionalNone)
		if got.Has {
			result = types.OptionalOf(types.DefaultTypeAdapter.NativeToValue(got.Value))
		}
		compare(t, "pointer_get", result, err, types.DefaultTypeAdapter.NativeToValue(value), types.String(path))
	}
}

// TestErrorsReachTheInterpreter holds that a failing formulation is an error for the interpreter, too.
func TestErrorsReachTheInterpreter(t *testing.T) {
	for id, args := range map[string][]ref.Val{
		"url_query":             {types.String("%zz"), types.String("a")},
		"url_segment":           {types.String("%zz"), types.Int(0)},
		"unit_convert":          {types.Double(1), types.String("m"), types.String("kg")},
		"date_format":           {types.String("2026-11-20"), types.String("YYYY")},
		"date_format_timestamp": {types.Timestamp{}, types.String("Europe/Nowhere"), types.String("yyyy")},
	} {
		err, ok := functions[id](args...).(*types.Err)
		if !ok || errors.Unwrap(err) == nil {
			t.Errorf("%s of %v is %v, want an error", id, args, functions[id](args...))
		}
	}
}
