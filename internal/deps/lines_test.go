package deps

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// areas are the parts of the module by what they are for, with the folders of each.
var areas = []struct {
	name    string
	folders []string
}{
	{"compiling a manifest", []string{"sculpt"}},
	{"reading OpenAPI", []string{"spec"}},
	{"printing Go", []string{"gen", "templates"}},
	{"the run-time library", append([]string{"nact"}, extensions()...)},
	{"writing a manifest", []string{"author"}},
	{"views of a plan", []string{"view"}},
	{"reviewing a change", []string{"review"}},
	{"what is published", []string{"versions"}},
	{"Arazzo", []string{"arazzo"}},
	{"the command, and what its commands share", []string{"cmd", "internal"}},
	{"examples and benchmarks", []string{"examples", "bench"}},
}

// forTests are folders that tests alone import.
var forTests = []string{"internal/exprtest", "internal/redistest", "internal/issuertest", "internal/storetest", "internal/wholetest", "internal/versus", "internal/testmode", "gen/internal/hostile", "conformance/issuer"}

// The marks in CONTRIBUTING.md between which the table stands.
const tableStart, tableEnd = "<!-- lines -->\n", "<!-- end of lines -->\n"

// TestLines holds the table of lines in CONTRIBUTING.md to what there is, within a twentieth of each area, so that not each change is one of the table.
func TestLines(t *testing.T) {
	lines, files := map[string]int{}, map[string]int{}
	eachFile(t, ".", func(path string, file *ast.File, _ func(ast.Node) token.Position) {
		if ast.IsGenerated(file) {
			return
		}
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		area := areaOf(path)
		lines[area] += bytes.Count(text, []byte("\n"))
		files[area]++
	})
	const file = "../../CONTRIBUTING.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(page), tableStart)
	table, after, ok := strings.Cut(rest, tableEnd)
	if !ok {
		t.Fatalf("%s has no table of lines", file)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+tableStart+linesTable(lines, files)+tableEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for area, n := range lines {
		stated := -1
		for row := range strings.Lines(table) {
			if rest, ok := strings.CutPrefix(row, "| "+area+" | "); ok {
				fmt.Sscan(rest, &stated)
			}
		}
		if math.Abs(float64(stated-n)) > max(float64(n)/20, 50) {
			t.Errorf("%s has %d lines, and CONTRIBUTING.md says %d; if it should, run go test ./internal/deps -run TestLines -update", area, n, stated)
		}
	}
}

// areaOf is the area of a file; the one for tests is "for tests alone".
func areaOf(path string) string {
	below := func(folder string) bool { return strings.HasPrefix(path, folder+"/") }
	if slices.ContainsFunc(forTests, below) {
		return "for tests alone"
	}
	for _, a := range areas {
		if slices.ContainsFunc(a.folders, below) {
			return a.name
		}
	}
	return "elsewhere"
}

func linesTable(lines, files map[string]int) string {
	var b strings.Builder
	b.WriteString("| area | lines | files |\n| --- | ---: | ---: |\n")
	row := func(name string, lines, files int) { fmt.Fprintf(&b, "| %s | %d | %d |\n", name, lines, files) }
	total, count := 0, 0
	add := func(name string) {
		row(name, lines[name], files[name])
		total, count = total+lines[name], count+files[name]
	}
	for _, a := range areas {
		add(a.name)
	}
	add("elsewhere")
	row("**all**", total, count)
	row("for tests alone", lines["for tests alone"], files["for tests alone"])
	return b.String()
}
