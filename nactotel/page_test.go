package nactotel_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPage: the trace in the guide is that of the golden undo, span by span, with some of the attributes of each.
func TestPage(t *testing.T) {
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(path...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, page, _ := strings.Cut(read("..", "docs", "guides", "operate.md"), "which was taken back, with its attributes cut to those that tell something:\n\n")
	page, _, _ = strings.Cut(page, "\n\n")
	spans := regexp.MustCompile(`(?m)^ *(\S.*) \((?:server|internal|client)\)(.*)\n(.*)$`).FindAllStringSubmatch(read("testdata", "undo.txt"), -1)
	shown := strings.Split(page, "\n")
	if len(shown) != len(spans) {
		t.Fatalf("the page has %d spans, and the trace %d:\n%s", len(shown), len(spans), page)
	}
	for i, line := range shown {
		fields := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1)
		if fields[0] != spans[i][1] {
			t.Errorf("the page has %q in the place of %q", fields[0], spans[i][1])
		}
		if failed := strings.Contains(spans[i][2], "ERROR"); failed != (len(fields) > 1 && fields[1] == "ERROR") {
			t.Errorf("%s is an error: %t", fields[0], failed)
		}
		for _, attribute := range fields[1:] {
			if attribute != "ERROR" && !strings.Contains(" "+spans[i][3]+" ", " "+attribute+" ") {
				t.Errorf("%s has no %s", fields[0], attribute)
			}
		}
	}
}
