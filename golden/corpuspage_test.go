package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// Where the differences and the table stand.
var (
	differencesFile = filepath.Join("testdata", "corpus.txt")
	corpusPage      = filepath.Join("..", "docs", "corpus.md")
)

// The lines of the page between which the table stands.
const (
	tableBegins = "<!-- begin table -->\n"
	tableEnds   = "<!-- end table -->\n"
)

// compareDifferences compares what differs with the list of what is known to. In the list a paragraph begins with the reason, in lines with #.
func compareDifferences(t *testing.T, found []string) {
	t.Helper()
	data, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			known = append(known, line)
		}
	}
	for _, line := range found {
		if !slices.Contains(known, line) {
			t.Errorf("not in %s: %s", differencesFile, line)
		}
	}
	for _, line := range known {
		if !slices.Contains(found, line) {
			t.Errorf("%s has what does not differ: %s", differencesFile, line)
		}
	}
}

// compareTable compares the table of a page with what was found, or with -update writes it.
func compareTable(t *testing.T, file, table string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !ok || !ends {
		t.Fatalf("%s has no place for the table", file)
	}
	page := before + tableBegins + table + tableEnds + after
	switch {
	case page == string(data):
	case *update && !t.Failed():
		writeFile(t, file, []byte(page))
	default:
		t.Errorf("%s differs; run the test with -update if this is right\n%s", file, diff.Diff("page", data, "found", []byte(page)))
	}
}

// corpusTable is a row for each document, and the sum.
func corpusTable(services []*drafted) string {
	var b strings.Builder
	b.WriteString("\n| document | OpenAPI | kB | operations | tools | requests | in part | differ | outputs | failures | refused |\n")
	b.WriteString("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	sum := &drafted{}
	tools := 0
	row := func(s *drafted, name, version string, tools int, differ int) {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |", name, version, (s.size+500)/1000, s.operations, tools)
		if !s.called {
			b.WriteString(" – | – | – | – | – | – |\n")
			return
		}
		fmt.Fprintf(&b, " %d | %d | %d | %d | %d | %d |\n", s.requests, s.unread, differ, s.answers, s.failures, s.refused)
	}
	different := 0
	for _, s := range services {
		row(s, "`"+s.file+"`", s.version, len(s.draft.Tools), len(s.different))
		tools += len(s.draft.Tools)
		different += len(s.different)
		sum.size, sum.operations = sum.size+s.size, sum.operations+s.operations
		sum.requests, sum.unread, sum.answers = sum.requests+s.requests, sum.unread+s.unread, sum.answers+s.answers
		sum.failures, sum.refused = sum.failures+s.failures, sum.refused+s.refused
	}
	sum.called = true
	row(sum, "all", "", tools, different)
	b.WriteString("\nLeft out:\n\n")
	for _, s := range services {
		for _, r := range s.draft.Refused {
			fmt.Fprintf(&b, "- `%s`, `%s`: %s\n", s.file, r.Call, r.Reason)
		}
	}
	b.WriteString("\n")
	return b.String()
}
