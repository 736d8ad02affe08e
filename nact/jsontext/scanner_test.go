package jsontext

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func scan(text string) (any, error) {
	s := NewScanner(text)
	value := s.Value()
	return value, s.End()
}

func TestScanValues(t *testing.T) {
	tests := []struct {
		text string
		want any
	}{
		{`"plain"`, "plain"},
		{` "" `, ""},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"a\u00e9\u2603z"`, "aé☃z"},
		{`"\ud834\udd1e"`, "𝄞"},
		{`"\uD834\uDD1E"`, "𝄞"},
		{`"é☃𝄞` + "\u007f\u2028" + `"`, "é☃𝄞\u007f\u2028"},
		{`"\u0000"`, "\x00"},
		{"0", int64(0)},
		{"-9223372036854775808", int64(-1 << 63)},
		{"9223372036854775808", json.Number("9223372036854775808")},
		{"5.0", json.Number("5.0")},
		{"-0.50e+10", json.Number("-0.50e+10")},
		{"1E400", json.Number("1E400")},
		{"true", true},
		{"\tfalse\r\n", false},
		{"null", nil},
		{`[1,[],{"a":[]}]`, []any(nil)},
		{`{"a":{"a":1},"b":[{"a":1},{"a":1}]}`, map[string]any(nil)},
		{`{"":1," ":2}`, map[string]any(nil)},
		{strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), []any(nil)},
	}
	for _, test := range tests {
		if got, err := scan(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %#v, %v; want %#v", test.text, got, err, test.want)
		}
	}
}

func TestScanRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "a JSON value was expected (byte 0)"},
		{"a word", "nil", "a JSON value was expected (byte 0)"},
		{"a word with more", "nulls", "something follows the JSON text (byte 4)"},
		{"a byte order mark", "\ufeff1", "a JSON value was expected (byte 0)"},
		{"trailing data", "{} {}", "something follows the JSON text (byte 3)"},
		{"a trailing bracket", "[]]", "something follows the JSON text (byte 2)"},
		{"trailing comma in an array", "[1,]", "a JSON value was expected (byte 3)"},
		{"trailing comma in an object", `{"a":1,}`, "a string was expected (byte 7)"},
		{"no comma", "[1 2]", `"," was expected (byte 3)`},
		{"no colon", `{"a" 1}`, `":" was expected (byte 5)`},
		{"unquoted name", "{a:1}", "a string was expected (byte 1)"},
		{"single quotes", "'a'", "a JSON value was expected (byte 0)"},
		{"comment", "/**/1", "a JSON value was expected (byte 0)"},
		{"open array", "[1", `"," was expected (byte 2)`},
		{"open object", `{"a":1`, `"," was expected (byte 6)`},
		{"open string", `"abc`, "it ends too early (byte 4)"},
		{"open string with an escape", `"a\n`, "it ends too early (byte 4)"},
		{"a lone backslash", `"\`, "it ends too early (byte 2)"},
		{"unknown escape", `"\x41"`, "an escape that JSON does not have (byte 2)"},
		{"short escape", `"\u12"`, "an escape that JSON does not have (byte 5)"},
		{"escape with a sign", `"\u+123"`, "an escape that JSON does not have (byte 3)"},
		{"lone high surrogate", `"\ud834"`, "the string has a surrogate without its other half (byte 0)"},
		{"lone low surrogate", `"\udd1e"`, "the string has a surrogate without its other half (byte 0)"},
		{"surrogates in the wrong order", `"\udd1e\ud834"`, "the string has a surrogate without its other half (byte 0)"},
		{"high surrogate before a letter", `"\ud834a"`, "the string has a surrogate without its other half (byte 0)"},
		{"line break in a string", "\"a\nb\"", "a control character in a string (byte 2)"},
		{"NUL in a string", "\"\\n\x00\"", "a control character in a string (byte 3)"},
		{"NUL", "\x00", "a JSON value was expected (byte 0)"},
		{"invalid UTF-8", "\"\xff\"", "the text is not valid UTF-8 (byte 0)"},
		{"overlong UTF-8", "\"\xc0\x80\"", "the text is not valid UTF-8 (byte 0)"},
		{"surrogate in UTF-8", "\"\xed\xa0\x80\"", "the text is not valid UTF-8 (byte 0)"},
		{"leading zero", "01", "something follows the JSON text (byte 1)"},
		{"plus sign", "+1", "a JSON value was expected (byte 0)"},
		{"minus alone", "-", "it ends too early (byte 1)"},
		{"no digit before the point", ".5", "a JSON value was expected (byte 0)"},
		{"no digit after the point", "1.", "it ends too early (byte 2)"},
		{"no digit in the exponent", "1e+", "it ends too early (byte 3)"},
		{"hexadecimal", "0x10", "something follows the JSON text (byte 1)"},
		{"infinity", "-Infinity", "a malformed number (byte 1)"},
		{"duplicate member", `{"a":1,"b":2,"a":3}`, `the member "a" stands twice (byte 16)`},
		{"duplicate member spelled in two ways", `{"a":1,"\u0061":2}`, `the member "a" stands twice (byte 15)`},
		{"duplicate member of a nested object", `[{"a":{"b":1,"b":2}}]`, `the member "b" stands twice (byte 16)`},
		{"duplicate among many", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"i":1}`, `the member "i" stands twice (byte 64)`},
		{"deep arrays", strings.Repeat("[", MaxDepth+1), "the text is nested more than 32 levels deep (byte 33)"},
		{"deep objects", strings.Repeat(`{"a":`, 100_000), "the text is nested more than 32 levels deep (byte 161)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := scan(test.text); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

func TestScanRaw(t *testing.T) {
	tests := map[string]string{
		` 1.50e1 `:             `1.50e1`,
		"\"a\\u0041\"\n":       `"a\u0041"`,
		`{ "b": [ 1 , 2 ] }  `: `{ "b": [ 1 , 2 ] }`,
		`[1`:                   "",
	}
	for text, want := range tests {
		s := NewScanner(text)
		if got := s.Raw(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// FuzzScanner holds the scanner to encoding/json, than which it is only stricter: what it accepts is JSON, and a string means the same to both.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,"\u00e9",true,null]}`, `"\ud834\udd1e"`, ` [ ] `, "\"\xff\"", `[1e700]`, `{"a":1,"a":2}`, `01`, `"\x"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := scan(text)
		if err != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is accepted, and encoding/json says that it is no JSON", text)
		}
		var want string
		if got, isText := got.(string); isText && (json.Unmarshal([]byte(text), &want) != nil || got != want) {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
		s := NewScanner(text)
		if raw := s.Raw(); raw != strings.Trim(text, " \t\n\r") {
			t.Errorf("%q stands as %q", text, raw)
		}
	})
}
