package golden

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reporters are the functions of the checker that report a finding; their format is the first argument that is a string
// of several words.
var reporters = []string{"ErrorAt", "WarnAt", "Errorf", "Warnf", "refuse"}

// elsewhere are the packages below sculpt that have cases of their own for their messages.
var elsewhere = []string{"diag", "expr", "manifest"}

// unreachable are messages that no manifest brings about.
var unreachable = []string{
	"the tool cannot be served: %v",                             // what remains if a check of the checker is missing
	"the file of the table %q cannot be read",                   // the file vanishes between two looks at it
	"%s is published in %s, and the lock file of this manifest", // the manifests of the cases are called nact.yaml; a script has another
	"%s: %v", // the file of a table breaks off while it is read
	"the OpenAPI document %s refers to %s, which may change", // cases fetch nothing: see the tests of internal/pipeline
	"the output folder %s cannot be written",                 // it is outside of the repository, and cases are in none: see the script outside
}

// TestEveryMessageIsPinned checks that every message of the checker stands in some case, so that somebody has read it in
// its place.
func TestEveryMessageIsPinned(t *testing.T) {
	var findings strings.Builder
	for _, c := range readCases(t, "findings") {
		findings.Write(c.file(findingsFile).Data)
	}
	for format, at := range checkerMessages(t) {
		if slices.ContainsFunc(unreachable, func(s string) bool { return strings.HasPrefix(format, s) }) {
			continue
		}
		if !messagePattern(format).MatchString(findings.String()) {
			t.Errorf("%s: no case in testdata/findings has the message %q", at, format)
		}
	}
}

// messagePattern matches what comes of a format.
func messagePattern(format string) *regexp.Regexp {
	verbs := regexp.MustCompile(`%[a-z]`)
	var parts []string
	for _, literal := range verbs.Split(format, -1) {
		parts = append(parts, regexp.QuoteMeta(literal))
	}
	return regexp.MustCompile(`(?m): ` + strings.Join(parts, ".*"))
}

// checkerMessages returns the formats of the checker's messages, with the place of each.
func checkerMessages(t *testing.T) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	names, err := filepath.Glob("../sculpt/*.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("../sculpt/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, slices.DeleteFunc(below, func(name string) bool {
		return slices.Contains(elsewhere, filepath.Base(filepath.Dir(name)))
	})...)
	messages := map[string]token.Position{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if format := messageOf(n); format != "" {
				messages[format] = files.Position(n.Pos())
			}
			return true
		})
	}
	if len(messages) < 50 {
		t.Fatalf("only %d messages were found: are the reporters called something else now?", len(messages))
	}
	return messages
}

// messageOf returns the format of a call of a reporter, or "".
func messageOf(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(reporters, function.Sel.Name) {
		return ""
	}
	for _, argument := range call.Args {
		literal, ok := argument.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if format, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(format, " ") {
			return format
		}
	}
	return ""
}
