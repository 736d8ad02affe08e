package reference_test

import (
	"testing"

	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/nact/cel"
)

// TestFormats holds the two ways in which formats are decided to each other.
func TestFormats(t *testing.T) {
	texts := []string{
		"", "a", "-", ".", "2026-11-20", "2026-02-29", "2024-02-29", "2026-13-01", "0000-01-01", "2026-1-1", "+026-01-01", "2026-11-20T10:00:00Z",
		"2026-11-20t10:00:00Z", "2026-11-20 10:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T10:00:00.5+05:30", "2026-11-20T10:00:00.Z", "10:00:00Z", "10:00Z",
		"23:59:60Z", "10:00:00-24:00", "a@b", "a@b.example", "a.b@c.example", ".a@b.example", "a@-b.example", "a@b..c", "a b@c.example", "a@b@c", "ä@b.example",
		"https://example.com/a?b=c#d", "https://example.com/%zz", "https://example.com/ä", "example.com", "mailto:a@b.example", "a:b#c#d", "1a:b",
		"0479a45d-ad0a-49d4-94db-75edf00d2ca4", "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4", "0479a45dad0a49d494db75edf00d2ca4", "0479a45d-ad0a-49d4-94db-75edf00d2cag",
		"192.0.2.1", "192.0.2.256", "192.0.2", "010.0.0.1", "::1", "::ffff:192.0.2.1", "fe80::1%eth0", "2001:db8::1", "1::2::3",
		"api.example.com", "-api.example", "api-.example", "a..b", "a_b", "P1D", "P", "PT", "P1DT", "PT1.5S", "P1W", "P1W2D", "P1Y2M3DT4H5M6S", "1D",
	}
	for _, text := range texts {
		for _, format := range cel.Formats() {
			got := cel.HasFormat(text, format)
			compare(t, "text_hasFormat", types.Bool(got), nil, types.String(text), types.String(format))
		}
	}
	for _, zone := range []string{"Europe/Berlin", "UTC", "", "Local", "+02:00", "-09:30", "+24:00", "Mars", "../etc/passwd"} {
		compare(t, "date_isZone", types.Bool(cel.IsZone(zone)), nil, types.String(zone))
	}
}
