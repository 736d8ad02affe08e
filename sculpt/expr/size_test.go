package expr_test

import (
	"strings"
	"testing"
)

// TestSize holds how large an expression and the type of its value may be, and what is said of larger ones.
func TestSize(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + "1" + strings.Repeat("]", n) }
	for _, tt := range []struct{ name, text, problem string }{
		{"lists in lists", nested(32), ""},
		{"more of them", nested(33), "this is 33 lists, maps and optionals within each other, and 32 is the most; make them flat, or leave their types to the service, with dyn(...)"},
		{"with a type less", "[dyn(" + nested(32) + ")]", ""},
		{"optionals in maps", "{1: optional.of(" + nested(31) + ")}", "this is 33 lists, maps and optionals within each other, and 32 is the most; make them flat, or leave their types to the service, with dyn(...)"},
		{"many parts", "[" + strings.Repeat("1,", 24_000) + "'']", ""}, // twice as many: each becomes a dyn
		{"more parts", "[" + strings.Repeat("1,", 25_000) + "'']", "this expression comes to 50003 parts, and 50000 is the most; make vars of its parts, or a table of its literals"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := placeScope(t).Compile(tt.text)
			got := ""
			for _, p := range problems {
				got += p.Message
			}
			if got != tt.problem {
				t.Errorf("got %q, want %q", got, tt.problem)
			}
		})
	}
}
