package naming

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ base, want string }{
		{"lookup", "lookup"},
		{"service", "service_tool"},
		{"lookup_test", "lookup_test_tool"},
		{"lookup_windows", "lookup_windows_tool"},
		{"lookup_linux_amd64", "lookup_linux_amd64_tool"},
		{"windows", "windows"},
		{"", "tool"},
		{"con", "con_tool"},
		{"conference", "conference"},
		{strings.Repeat("a", 300), strings.Repeat("a", maxFileName)},
	} {
		if got := newFileSpace(&plan.Plan{}).claimFile("tool", c.base); got != c.want {
			t.Errorf("%q is in %s.go, want %s.go", c.base, got, c.want)
		}
	}
}
