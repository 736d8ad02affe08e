package nact_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestPrintable(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"plain", "/tools/x:invoke", "/tools/x:invoke"},
		{"exactly the limit", strings.Repeat("a", 20), strings.Repeat("a", 20)},
		{"longer", strings.Repeat("a", 21), strings.Repeat("a", 20) + "…"},
		{"letters of any script", "Ömaha 東京", "Ömaha 東京"},
		{"cut between characters", strings.Repeat("a", 19) + "東京", strings.Repeat("a", 19) + "東…"},
		{"line breaks and tabs", "a\n\tb", "a\n\tb"},
		{"escape sequence", "\x1b[2J", `\x1b[2J`},
		{"the control characters of Latin-1", "a\u009b2J", `a\u009b2J`},
		{"bidi", "a\u202eb", `a\u202eb`},
		{"zero width and soft hyphen", "a\u200bb\u00adc", `a\u200bb\u00adc`},
		{"tag character", "a\U000e0041", `a\U000e0041`},
		{"invalid UTF-8", "a\xff", "a\ufffd"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := nact.Printable(test.text, 20); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPrintableCostsNothingForPlainText(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { nact.Printable("/tools/x:invoke", 256) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
