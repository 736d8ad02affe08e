package sigdiff_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

var update = flag.Bool("update", false, "write docs/compatibility.md and the goldens in testdata")

// golden compares a file with its wanted content, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not up to date; run go test ./versions/sigdiff -update and read the difference. Now it would be:\n%s", file, got)
	}
}

func TestDocumentation(t *testing.T) {
	var b strings.Builder
	b.WriteString(docsIntroduction)
	writeRules(&b)
	writeKinds(&b)
	writePairs(&b)
	golden(t, filepath.Join("..", "..", "docs", "compatibility.md"), b.String())
}

const docsIntroduction = `<!-- Written by go test ./versions/sigdiff -update; edit the tests there. -->

# What a new version of a tool may change

A published version of a tool never changes, and a new version may only add: whoever relies on an older one must be able to go on
as before. Package ` + "`versions/sigdiff`" + ` says of every difference between two signatures what it means for a client that cached the older one and
calls the tool with what that permits:

| class | meaning |
| --- | --- |
| none | nothing: numbers that say which version this is |
| text | what people and models read, or its order, changed; calls and answers are as before |
| additive | calls may do more, or answers say more; what was valid is valid, and means the same |
| breaking | a call or an answer that was right no longer is; it needs a new tool |

Whatever is not none needs a new version number. A list of differences is as bad as the worst of them. Parameters are matched by their IDs,
and those left over by their names.

Three decisions that could have been others:

- **A default is part of the promise.** A call that leaves an input out still fits after its default changed, but it means something
  else, and nobody is told. So a default that a call could rely on stays; a required input may get one.
- **Order is text.** Calls and answers give names. New parameters may stand anywhere.
- **The name of a tool breaks.** A call gives it, and one with the old name is refused by the new version. ` + "`was`" + ` in the manifest lets a
  tool be renamed all the same, on its author's word; its older versions keep the name that they had.
`

func writeRules(b *strings.Builder) {
	b.WriteString("\n## Rules\n\n| rule | class | when |\n| --- | --- | --- |\n")
	for _, r := range sigdiff.Rules() {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", r.Name, r.Class, r.Doc)
	}
}

func writeKinds(b *strings.Builder) {
	catalogue := kinds()
	fmt.Fprintf(b, "\n## Kinds of changes\n\n%d kinds, each tested in both directions:\n\n", len(catalogue))
	b.WriteString("| | change | class | rules | reversed | rules |\n| --- | --- | --- | --- | --- | --- |\n")
	for i, k := range catalogue {
		forth, forthRules := judge(step{kind: i})
		back, backRules := judge(step{kind: i, backward: true})
		fmt.Fprintf(b, "| %d | %s | %s | %s | %s | %s |\n", i+1, k.name, forth, forthRules, back, backRules)
	}
}

// judge returns class and rules of what Compare finds in steps.
func judge(happening ...step) (class sigdiff.Class, rules string) {
	differences := sigdiff.Compare(versions(kinds(), happening...))
	return sigdiff.Overall(differences), "`" + strings.Join(rulesOf(differences), "`, `") + "`"
}

// writePairs writes a line a step, with a letter for every other step that happens at the same time.
func writePairs(b *strings.Builder) {
	catalogue := kinds()
	all := steps(catalogue)
	fmt.Fprintf(b, `
## Pairs of changes

All pairs of these changes, each in both directions: %d pairs. A row is a change, %s is the same reversed; its columns are the
changes in the order of the rows. %s is breaking, %s additive, %s text; a change cannot be paired with itself. No pair is better or worse than
the worse of its two changes.

`, pairCount(all), "`12-`", "`B`", "`a`", "`t`")
	b.WriteString("```\n")
	for _, first := range all {
		var row strings.Builder
		for _, second := range all {
			row.WriteByte(cell(catalogue, first, second))
		}
		sign := "+"
		if first.backward {
			sign = "-"
		}
		fmt.Fprintf(b, "%3d%s %s\n", first.kind+1, sign, &row)
	}
	b.WriteString("```\n")
}

func cell(catalogue []kind, first, second step) byte {
	if first.kind == second.kind {
		return '.'
	}
	switch sigdiff.Overall(sigdiff.Compare(versions(catalogue, first, second))) {
	case sigdiff.Breaking:
		return 'B'
	case sigdiff.Additive:
		return 'a'
	case sigdiff.Text:
		return 't'
	}
	return '0'
}

func pairCount(all []step) int {
	n := 0
	for i, first := range all {
		for _, second := range all[i+1:] {
			if first.kind != second.kind {
				n++
			}
		}
	}
	return n
}

func TestReport(t *testing.T) {
	reports := map[string]sigdiff.Report{"changes": changedReport(), "none": sigdiff.NewReport(reportTools(), reportTools())}
	writers := map[string]func(sigdiff.Report, *strings.Builder) error{
		"txt":  func(r sigdiff.Report, b *strings.Builder) error { return r.WriteText(b) },
		"json": func(r sigdiff.Report, b *strings.Builder) error { return r.WriteJSON(b) },
		"md":   func(r sigdiff.Report, b *strings.Builder) error { return r.WriteMarkdown(b) },
	}
	for name, report := range reports {
		for format, write := range writers {
			t.Run(name+"."+format, func(t *testing.T) {
				var b strings.Builder
				if err := write(report, &b); err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", name+"."+format), b.String())
			})
		}
	}
}

// reportTools are tools before a change.
func reportTools() []nact.Signature {
	tool := func(id, name string) nact.Signature {
		return nact.Signature{
			ToolID: id, Name: name, Description: "A tool.", Version: 1,
			Inputs:  []nact.Input{{ID: "city", Name: "City", MaxLength: 120}, {ID: "day", Name: "Day", Type: nact.Enum, Default: "TODAY", AllowedValues: values("TODAY", "TOMORROW")}},
			Outputs: []nact.Output{{ID: "summary", Name: "Summary"}},
		}
	}
	return []nact.Signature{
		tool("1", "lookup_weather"), tool("2", "lookup_tides"), tool("3", "lookup_alerts"),
		tool("4", "lookup_stations"), tool("5", "lookup_radar"), tool("6", "lookup_zones"),
	}
}

// changedReport reports a change of every class, and a tool that is new, one that is gone and one that is as it was.
func changedReport() sigdiff.Report {
	newer := reportTools()
	newer[0].Version = 2
	newer[0].Inputs = []nact.Input{{ID: "city", Name: "City", MaxLength: 80}, {ID: "units", Name: "Units", Optional: true}}
	newer[1].Version = 3
	newer[1].Outputs = append(newer[1].Outputs, nact.Output{ID: "height", Name: "Height <b>|`*_ @all #1 https://example.com"})
	newer[2].Version = 2
	newer[2].Description = "A good tool."
	newer[3].Version = 2
	newer[5].ToolID, newer[5].Name = "7", "lookup_floods"
	return sigdiff.NewReport(reportTools(), newer)
}

// TestReportMatches: by ID without regard to case, else by name; in whatever order.
func TestReportMatches(t *testing.T) {
	newer := reportTools()
	slices.Reverse(newer)
	newer[0].ToolID = "9"
	older := reportTools()
	older[0].ToolID, newer[5].ToolID = "a", "A"
	report := sigdiff.NewReport(older, newer)
	if len(report.Tools) != 1 || report.Tools[0].Name != "lookup_zones" || report.Unchanged != 5 {
		t.Fatalf("got %+v", report)
	}
	if got := rulesOf(report.Tools[0].Differences); !slices.Equal(got, []string{"tool-id", "version-same"}) {
		t.Errorf("got %v", got)
	}
}
