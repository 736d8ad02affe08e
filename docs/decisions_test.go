package docs

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the index of decisions")

// decision is an entry of a page below decisions.
type decision struct {
	title, area, page string
	date              string // of the first decision, where several are joined
	superseded        string // the line that says by what, as an entry has it; empty: it holds
}

var (
	decisionDates = regexp.MustCompile(`^\*(\d{4}-\d\d-\d\d)(?:, (\d{4}-\d\d-\d\d))?\*$`)
	supersededBy  = regexp.MustCompile(`^Superseded (?:in part )?by \[[^\]]+\]\([^)]+\)`)
)

// decisions returns the entries of a page, which must be in the order of their dates.
func decisions(t *testing.T, page string) []decision {
	t.Helper()
	intro, rest, _ := strings.Cut(read(t, page), "\n## ")
	area, _, _ := strings.Cut(strings.TrimPrefix(intro, "# "), "\n")
	var found []decision
	for text := range strings.SplitSeq(rest, "\n## ") {
		lines := strings.Split(text, "\n")
		d := decision{title: lines[0], area: area, page: path.Base(page)}
		if len(lines) < 5 || lines[1] != "" || lines[3] != "" {
			t.Fatalf("%s: %q has no line with its date below its title, between empty lines", page, d.title)
		}
		dates := decisionDates.FindStringSubmatch(lines[2])
		if dates == nil {
			t.Fatalf("%s: %q has the line %q where its date stands", page, d.title, lines[2])
		}
		d.date = dates[1]
		if strings.HasPrefix(lines[4], "Superseded") {
			if d.superseded = supersededBy.FindString(lines[4]); d.superseded == "" {
				t.Errorf("%s: %q does not link to what has superseded it", page, d.title)
			}
		}
		if n := len(found); n > 0 && found[n-1].date > d.date {
			t.Errorf("%s: %q is older than the entry before it", page, d.title)
		}
		found = append(found, d)
	}
	return found
}

// row is the entry's line of the index.
func (d decision) row() string {
	status := d.superseded
	if status != "" {
		status = strings.ReplaceAll(strings.ToLower(status[:1])+status[1:], "](#", "]("+d.page+"#")
	}
	return fmt.Sprintf("| %s | [%s](%s#%s) | %s | %s |\n", d.date, d.title, d.page, anchors("## " + d.title)[0], d.area, status)
}

// TestDecisions: the index of decisions has a line for each, in the order of their dates.
func TestDecisions(t *testing.T) {
	const index, head = "docs/decisions/README.md", "| --- | --- | --- | --- |\n"
	files, err := filepath.Glob("decisions/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []decision
	for _, file := range files {
		if page := path.Join("docs", filepath.ToSlash(file)); page != index {
			all = append(all, decisions(t, page)...)
		}
	}
	if len(all) < 100 {
		t.Fatalf("found only %d decisions", len(all))
	}
	slices.SortStableFunc(all, func(a, b decision) int { return cmp.Compare(a.date, b.date) })
	was := read(t, index)
	intro, _, ok := strings.Cut(was, head)
	if !ok {
		t.Fatalf("%s has no table", index)
	}
	var want strings.Builder
	want.WriteString(intro + head)
	for _, d := range all {
		want.WriteString(d.row())
	}
	if want.String() == was {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date; run go test ./docs -update", index)
	}
	if err := os.WriteFile(filepath.Join(root, index), []byte(want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
