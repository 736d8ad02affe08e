package nact

import (
	"strings"
	"testing"
)

func TestNewTrace(t *testing.T) {
	const trace = "0af7651916cd43dd8448eb211c80319c"
	tests := map[string]string{
		"00-" + trace + "-b7ad6b7169203331-01":                   trace,
		"cc-" + trace + "-b7ad6b7169203331-01":                   trace,
		"cc-" + trace + "-b7ad6b7169203331-01-what":              trace,
		"cc-" + trace + "-b7ad6b7169203331-01.what":              "",
		"00-" + trace + "-b7ad6b7169203331-01-":                  "",
		"ff-" + trace + "-b7ad6b7169203331-01":                   "",
		"00-" + trace + "-0000000000000000-01":                   "",
		"00-" + trace + "-b7ad6b7169203331_01":                   "",
		"00-" + trace + "-b7ad6b7169203331-0":                    "",
		"0g-" + trace + "-b7ad6b7169203331-01":                   "",
		"00-" + trace[1:] + "A-b7ad6b7169203331-01":              "",
		"00-" + strings.Repeat("0", 32) + "-b7ad6b7169203331-01": "",
		"": "",
	}
	for field, want := range tests {
		if got := NewTrace(field, "a=b"); got.ID() != want || (want != "") != (got.Span() == "b7ad6b7169203331" && got.State == "a=b") {
			t.Errorf("%q: got %+v, want %q", field, got, want)
		}
	}
}
