package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpot: where the cursor, a |, stands, by the keys around it.
func TestSpot(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"|", `[] key ""`},
		{"tools:\n  |", `[tools] key ""`},
		{"tools:\n  weather:\n    in|", `[tools weather] key "in"`},
		{"tools:\n  weather:\n    description: Th|", `[tools weather description] value "Th"`},
		{"tools:\n  weather:\n    steps:\n      points: {call: weather.po|", `[tools weather steps points call] value "weather.po"`},
		{"tools:\n  weather:\n    steps:\n      points: {call: weather.point, with: {la|", `[tools weather steps points with] key "la"`},
		{"tools:\n  weather:\n    steps:\n      points: {call: weather.point, |", `[tools weather steps points] key ""`},
		{"tools:\n  weather:\n    steps:\n      points: {call: weather.point}\n    v|", `[tools weather] key "v"`},
		{"tools:\n  weather:\n    require:\n      - {that: 'true', fail: C|", `[tools weather require - fail] value "C"`},
		{"tools:\n  weather:\n    require:\n    - that: a\n      fa|", `[tools weather require -] key "fa"`},
		{"tools:\n  weather:\n    after: [a, b|", `[tools weather after -] value "b"`},
		{"a:\n  b: |\n    text: x\n\n    more: y\n  c|", ""},
		{"a: {b: '{', c|", `[a] key "c"`},
		{"a: {\n  b: 1,\n  c: {d|", `[a c] key "d"`},
		{"a:\n  b: \"x: {\"\n  |", `[a] key ""`},
	} {
		at := strings.LastIndexByte(c.text, '|')
		text := c.text[:at] + c.text[at+1:]
		s := spotAt([]byte(text), at)
		kind := "key"
		if s.value {
			kind = "value"
		}
		got := fmt.Sprintf("%v %s %q", s.path, kind, s.prefix)
		if c.want == "" {
			c.want = `[a] key "c"`
		}
		if got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
