package nact

import (
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	tests := []struct {
		format string
		holds  []string
		fails  []string
	}{
		{
			format: "date",
			holds:  []string{"2026-01-31", "2024-02-29", "0001-01-01"},
			fails:  []string{"", "2026-1-31", "2026-02-29", "2026-13-01", "2026-01-32", "20260131", "2026-01-31T00:00:00Z", " 2026-01-31", "tomorrow"},
		},
		{
			format: "time",
			holds:  []string{"14:30:00Z", "00:00:00+00:00", "23:59:59.999-06:00", "14:30:00.1Z"},
			fails:  []string{"", "14:30", "14:30:00", "24:00:00Z", "2::30:00Z", "14:60:00Z", "14:30:60Z", "14:30:00.Z", "14:30:00z", "14:30:00+6:00", "14:30:00+24:00", "14:30:00+06:60", "14-30-00Z", "14:30:00ZZ"},
		},
		{
			format: "date-time",
			holds:  []string{"2026-01-31T14:30:00Z", "2026-01-31T14:30:00.25+05:30"},
			fails:  []string{"", "2026-01-31", "2026-01-31 14:30:00Z", "2026-01-31T14:30:00", "2026-02-30T14:30:00Z", "2026-01-31T14:30Z", "2026-01-31T"},
		},
		{
			format: "email",
			holds:  []string{"jane@example.com", "jane.doe+tag@sub.example.co", "o'brien@example", "a@1.2"},
			fails:  []string{"", "jane", "@example.com", "jane@", "a@b@c", ".jane@example.com", "jane..doe@example.com", "jane@-x.com", "jane@x-.com", "jane@x..com", "Jane <jane@example.com>", "jane @example.com", "jane@exam ple.com", "jané@example.com", "a\r\nb@example.com", strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("a", 64)},
		},
		{
			format: "uri",
			holds:  []string{"https://example.com", "https://user@example.com:8080/a%20b?c=d&e#f", "urn:isbn:0451450523", "mailto:jane@example.com", "http://[::1]/"},
			fails:  []string{"", "example.com", "/path", "https://exa mple.com", "https://example.com/%zz", "https://example.com/?q=%2", "https://example.com/ü", "http://[::1", "https://x/#a#b", "https://x/\n", "://x", "1x:y"},
		},
		{
			format: "uuid",
			holds:  []string{"0479a45d-ad0a-49d4-94db-75edf00d2ca4", "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4", "00000000-0000-0000-0000-000000000000"},
			fails:  []string{"", "0479a45dad0a49d494db75edf00d2ca4", "0479a45d-ad0a-49d4-94db-75edf00d2ca", "0479a45d-ad0a-49d4-94db-75edf00d2cag", "{0479a45d-ad0a-49d4-94db-75edf00d2ca4}", "0479a45d-ad0a-49d4-94db+75edf00d2ca4"},
		},
	}
	for _, test := range tests {
		f, known := formatsByName[test.format]
		if !known {
			t.Fatalf("format %s is unknown", test.format)
		}
		for _, s := range test.holds {
			if !f.holds(s) {
				t.Errorf("%q is no %s", s, test.format)
			}
		}
		for _, s := range test.fails {
			if f.holds(s) {
				t.Errorf("%q is a %s", s, test.format)
			}
		}
	}
}
