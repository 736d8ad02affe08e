package cel_test

import (
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

var documents = []string{
	`null`, `true`, `false`, ` true `, `tru`, `0`, `-1`, `1.5`, `1e3`, `01`, `-`, `+1`, `0x10`, `0x1p4`, `1_0`, `9223372036854775807`, `9223372036854775808`,
	`18446744073709551616`, `[9223372036854775808]`, `[1, 1.0, -0]`, `""`, `"a"`, `"a" "b"`, "\"a\nb\"", `"\n"`, `"\u00e9"`, `"\ud800"`, `"`, `{}`, `[]`, `{"a": {"b": [1, null]}}`, `{"a": 1, "a": 2}`,
	`[1] 2`, `[1,]`, `{a: 1}`, `'a'`, `NaN`, `Infinity`, "\u00a01", `[`, "\xff", "\"\xff\"", "\ufeff1",
}

func TestJSONParse(t *testing.T) {
	diff1(t, "json.parse(a)", append(documents, texts...), fallible1(cel.JSONParse))
	if _, err := cel.JSONParse(strings.Repeat(" ", 10<<20+1)); err == nil {
		t.Error("a text of more than 10 MiB has no error")
	}
}

// The reference answers an optional that holds an error, which shows once it is used.
func TestJSONParseOfTooLargeNumbers(t *testing.T) {
	for _, document := range []string{"1e999", "[1, -1e999]", `{"a": 1e999}`} {
		if _, err := cel.JSONParse(document); !errors.Is(err, strconv.ErrRange) {
			t.Errorf("JSONParse(%s): error %v", document, err)
		}
	}
}

func TestJSONEncode(t *testing.T) {
	values := slices.DeleteFunc(slices.Clone(dyns), func(v any) bool { return !hasOneEncoding(v) })
	diff1(t, "json.encode(a)", values, fallible1(cel.JSONEncode))
	long := strings.Repeat("\x7f\u200b", 40)
	diff1(t, "json.encode(a)", append([]string{long, long[:8]}, texts...), func(s string) (any, error) { return either(cel.JSONEncode(s)) })
	diff1(t, "json.encode(a)", ints, func(n int64) (any, error) { return either(cel.JSONEncode(n)) })
	diff1(t, "json.encode(a)", uints, func(n uint64) (any, error) { return either(cel.JSONEncode(n)) })
	diff1(t, "json.encode(a)", floats, func(x float64) (any, error) { return either(cel.JSONEncode(x)) })
	diff1(t, "json.encode({a: b'x'})", ints, func(n int64) (any, error) { return either(cel.JSONEncode(map[int64][]byte{n: []byte("x")})) })
}

// hasOneEncoding reports whether no map in v has several keys: the reference encodes
// them in any order.
func hasOneEncoding(v any) bool {
	entries, err := cel.DynEntries(v)
	if cel.TypeOf(v) == cel.MapType && len(entries) > 1 {
		return false
	}
	return err != nil || !slices.ContainsFunc(entries, func(e cel.Entry) bool { return !hasOneEncoding(e.Value) })
}

func TestJSONEncodeSortsKeys(t *testing.T) {
	got, err := cel.JSONEncode(map[string]any{"b": int64(1), "a": []string{"x"}, "c": nil})
	if want := `{"a":["x"],"b":1,"c":null}`; err != nil || got != want {
		t.Errorf("JSONEncode = %s, %v, want %s", got, err, want)
	}
}

func FuzzJSONParse(f *testing.F) {
	for _, document := range documents {
		f.Add(document)
	}
	program := compile(f, "json.parse(a)", []reflect.Type{reflect.TypeFor[string]()})
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsAny(s, "\f\v\u0085\u00a0") { // the reference takes more for white space than JSON does (RFC 8259, section 2)
			return
		}
		got, err := cel.JSONParse(s)
		if errors.Is(err, strconv.ErrRange) {
			return
		}
		want, wantErr := evaluate(program, []any{s})
		if (err != nil) != (wantErr != nil) || err == nil && !same(canonical(got), want) {
			t.Errorf("JSONParse(%q) = %#v, %v; the reference: %#v, %v", s, got, err, want, wantErr)
		}
	})
}

// TestJSONParseOfManyValues: a text takes no more memory than its size accounts for.
func TestJSONParseOfManyValues(t *testing.T) {
	for _, element := range []string{`{}`, `{"":0}`, `[]`, `[0]`, `0`, `""`, `{"a":{"a":{}}}`, "\"\\\"\""} {
		text := "[" + strings.Repeat(element+",", 1<<20/(len(element)+1)) + "0]"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := cel.JSONParse(text)
		runtime.ReadMemStats(&after)
		if took, allowed := after.TotalAlloc-before.TotalAlloc, uint64(4<<20+16*len(text)); took > 3*allowed {
			t.Errorf("%s: %d KiB were allocated for %d KiB, %v", element, took>>10, len(text)>>10, err)
		}
	}
	for _, text := range []string{
		`[` + strings.Repeat(`{"id":7132,"name":"Omaha"},`, 10_000) + `0]`,
		`["` + strings.Repeat(`,{[\"`, 500_000) + `"]`,
		`[` + strings.Repeat(`17.25,`, 80_000) + `0]`,
	} {
		if v, err := cel.JSONParse(text); err != nil || !v.Has {
			t.Errorf("%.40s: %t, %v", text, v.Has, err)
		}
	}
}
