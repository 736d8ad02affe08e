package expr_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// placeScope returns a scope with a step point, whose answer is an object, and a few inputs.
func placeScope(t *testing.T) *expr.Scope {
	t.Helper()
	return newCompiler(t).Scope(placeNames())
}

// placeNames are what it can name.
func placeNames() expr.Names {
	place := &ir.ObjectType{Name: "geo.search:Place"}
	place.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	place.Add(&ir.Field{Name: "population", Type: ir.IntType})
	body := &ir.ObjectType{Name: "geo.search:body"}
	body.Add(&ir.Field{Name: "results", Type: ir.ListOf(ir.ObjectOf(place)), Required: true})
	body.Add(&ir.Field{Name: "@id", Type: ir.StringType, Required: true})
	body.Add(&ir.Field{Name: "content-type", Type: ir.StringType, Required: true})
	body.Add(&ir.Field{Name: "in", Type: ir.IntType, Required: true})
	body.Add(&ir.Field{Name: "best", Type: ir.ObjectOf(place).OrNull()})
	body.Add(&ir.Field{Name: "score", Type: ir.DoubleType.OrNull(), Required: true})
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "place", Type: expr.Answer("place", ir.ObjectOf(body)), Required: true})
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "TOMORROW"}}
	inputs := &ir.ObjectType{Name: "inputs"}
	inputs.Add(&ir.Field{Name: "city", Type: ir.StringType})
	inputs.Add(&ir.Field{Name: "count", Type: ir.IntType})
	inputs.Add(&ir.Field{Name: "day", Type: &ir.Type{Kind: ir.String, Enum: day}})
	inputs.Add(&ir.Field{Name: "days", Type: ir.ListOf(&ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: "days", Values: day.Values}})})
	inputs.Add(&ir.Field{Name: "unit", Type: ir.OptionalOf(ir.StringType)})
	tables := &ir.ObjectType{Name: "tables"}
	tables.Add(&ir.Field{Name: "hours", Type: ir.MapOf(ir.StringType, ir.IntType)})
	keys := map[string]map[string]bool{"hours": {"TODAY": true}}
	return expr.Names{Inputs: inputs, Steps: steps, Tables: tables, TableKeys: keys}
}

func newCompiler(t *testing.T) *expr.Compiler {
	t.Helper()
	compiler, err := expr.NewCompiler()
	if err != nil {
		t.Fatal(err)
	}
	return compiler
}

var update = flag.Bool("update", false, "write what is said about the expressions of testdata/problems.txt")

// TestProblems pins what is said about expressions that are wrong, and where: the carets stand below the bytes that are
// underlined. In the file a line of an expression begins with "> ", and what is said of it stands below.
func TestProblems(t *testing.T) {
	const file = "testdata/problems.txt"
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	scope := placeScope(t)
	var got strings.Builder
	var text []string
	for line := range strings.Lines(string(want) + "\n") {
		line = strings.TrimSuffix(line, "\n")
		if source, ok := strings.CutPrefix(line, "> "); ok {
			text = append(text, source)
			continue
		}
		if line == "" && text != nil {
			got.WriteString(explained(scope, strings.Join(text, "\n")))
			text = nil
		}
		if line == "" || line[0] == '#' {
			got.WriteString(line + "\n")
		}
	}
	if got := strings.TrimRight(got.String(), "\n") + "\n"; *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != string(want) {
		t.Errorf("%s is not up to date (-update writes it); got:\n%s", file, got)
	}
}

// explained is an expression with its problems, each below the line in which it starts.
func explained(scope *expr.Scope, text string) string {
	var b strings.Builder
	_, problems := scope.Compile(text)
	start := 0
	for line := range strings.Lines(text) {
		b.WriteString("> " + strings.TrimSuffix(line, "\n") + "\n")
		end := start + len(line)
		for _, p := range problems {
			if p.Offset >= start && p.Offset < end || p.Offset == len(text) && end == len(text) {
				column := utf8.RuneCountInString(text[start:p.Offset])
				underlined := utf8.RuneCountInString(text[p.Offset:min(p.Offset+p.Length, end)])
				b.WriteString("  " + strings.Repeat(" ", column) + strings.Repeat("^", max(underlined, 1)) + " " + p.Message + "\n")
			}
		}
		start = end
	}
	return b.String()
}

// TestPlainWords holds that what is said of a wrong expression is in nobody's words but the manifest's.
func TestPlainWords(t *testing.T) {
	said, err := os.ReadFile("testdata/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{
		"optional_type", "wrapper(", "google.protobuf", "list(", "map(string", "_[_]", "<EOF>", "IDENTIFIER", "viable alternative",
		"extraneous input", "mismatched input", "token recognition", "overload", "undeclared", "geo.search:", "Syntax error",
	} {
		for line := range strings.Lines(string(said)) {
			if !strings.HasPrefix(line, "> ") && strings.Contains(line, word) {
				t.Errorf("%q is no word of a manifest: %s", word, line)
			}
		}
	}
}

// TestAllProblems holds that a problem does not hide the others.
func TestAllProblems(t *testing.T) {
	_, problems := placeScope(t).Compile(`inputs.cty + inputs.uint + steps.plce.body.x`)
	if len(problems) != 3 {
		t.Errorf("problems: %v, want three", problems)
	}
}
