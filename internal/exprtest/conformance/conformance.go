// Package conformance runs the tests of the CEL specification. Only tests import it.
//
// The suite is the module cel.dev/expr. Each of its expressions is compiled as one of a manifest, evaluated by a [Program], and compared with
// what it should come to.
package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// suiteFiles are the files of the suite in the order of the table: all that it has.
var suiteFiles = []string{
	"basic", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic", "macros", "macros2", "string",
	"string_ext", "math_ext", "optionals", "bindings_ext", "encoders_ext", "network_ext", "timestamps", "lists_ext", "block_ext",
	"parse", "plumbing", "namespace", "type_deduction", "dynamic", "wrappers", "enums", "proto2", "proto2_ext", "proto3", "unknowns",
}

// outcome is how a conformance test ended.
type outcome struct {
	id, file string
	text     string // the expression
	status   status
	reason   string // why it failed

	want      string // text of the value, "error", or "": whatever it comes to
	reference string // what the reference interpreter comes to
}

// status is the column of the table that a test counts in.
type status string

const (
	pending  status = "" // compiled, and to be run
	passed   status = "passed"
	refused  status = "refused" // passed: the error that is expected is found at generation
	excluded status = "excluded"
	failed   status = "failed"
)

// Program evaluates compiled expressions.
type Program interface {
	exprtest.Program
	// Add puts an expression into the program, or says why it cannot be emitted.
	Add(id string, n ir.Node, variables []Variable) error
}

// Variable is a variable that an expression reads.
type Variable struct {
	Name  string
	Value ir.Node // a literal
}

// Run runs the suite, and returns the page of the documentation that says what comes of it. It shows the Go of the tests whose path
// contains shown; empty: of none.
func Run(t *testing.T, program Program, shown string) (page string) {
	t.Helper()
	dir := suiteDir(t)
	holdAllFiles(t, dir)
	c := &conformance{program: program}
	for _, name := range suiteFiles {
		c.file(t, filepath.Join(dir, name+".textproto"))
	}
	results := program.Run(t)
	for i := range c.outcomes {
		c.judge(&c.outcomes[i], results)
	}
	for _, o := range c.outcomes {
		if o.status == failed {
			t.Errorf("%s: %s\n%s", o.id, o.text, o.reason)
		}
		if shown != "" && strings.Contains(o.id, shown) {
			t.Logf("%s: %s %s\n%s\n%s", o.id, o.status, o.reason, o.text, program.Source(o.id))
		}
	}
	return introduction + c.table() + c.differences()
}

// suiteDir is where the module cel.dev/expr keeps the suite.
func suiteDir(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "cel.dev/expr").Output()
	dir := filepath.Join(strings.TrimSpace(string(out)), "tests/simple/testdata")
	if _, statErr := os.Stat(dir); err != nil || statErr != nil {
		t.Skip("the module cel.dev/expr with the conformance suite is not here: ", err, statErr)
	}
	return dir
}

// holdAllFiles fails the test if the suite has a file that the table has not.
func holdAllFiles(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.textproto"))
	if err != nil || len(files) != len(suiteFiles) {
		t.Errorf("the suite has %d files, the table %d: %v", len(files), len(suiteFiles), err)
	}
}

type conformance struct {
	program  Program
	outcomes []outcome
}

func (c *conformance) file(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file test.SimpleTestFile
	if err := prototext.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".textproto")
	for _, section := range file.Section {
		for i, tc := range section.Test {
			o := outcome{file: name, id: fmt.Sprintf("%s/%s/%s#%d", name, section.Name, tc.Name, i), text: tc.Expr}
			if err := c.compile(&o, tc); err != nil {
				o.status, o.reason = failed, err.Error()
			}
			c.outcomes = append(c.outcomes, o)
		}
	}
}

// compile puts a test into the program. A status says that it is done without running.
func (c *conformance) compile(o *outcome, tc *test.SimpleTest) error {
	s, err := newSuiteTest(tc)
	if err != nil {
		return err
	}
	o.want = s.want
	if s.declaresFunction {
		o.status = passed
		return s.checkAlone()
	}
	n, problems := s.env.Compile(tc.Expr)
	if len(problems) > 0 && s.expressionNeedsMessage() {
		o.status = excluded
		return placed(problems, tc.Expr)
	}
	if s.valuesNeedMessage {
		o.status = excluded
		return nil
	}
	text, checked := tc.Expr, len(problems) == 0
	o.reference = s.reference(checked)
	if !checked && tc.DisableCheck {
		if text, err = s.uncheck(); err != nil {
			return err
		}
		n, problems = s.env.Compile(text)
	}
	switch {
	case len(problems) > 0 && (s.want == "error" || o.reference == "error"):
		o.status = refused
		return placed(problems, text)
	case len(problems) > 0:
		return fmt.Errorf("refused: %s", problems[0].Message)
	}
	if err := s.deduced(n.Type()); err != nil {
		return err
	}
	return c.program.Add(o.id, n, s.values)
}

// placed holds that problems say where in the text they are, and what.
func placed(problems []expr.Problem, text string) error {
	for _, p := range problems {
		if p.Offset < 0 || p.Length < 1 || p.Offset+p.Length > len(text)+1 || p.Message == "" {
			return fmt.Errorf("the problem %q is at %d, of length %d", p.Message, p.Offset, p.Length)
		}
	}
	return nil
}

// judge compares what a test came to with what it should. Where the reference differs from the specification, what is
// compiled is held to the reference.
func (c *conformance) judge(o *outcome, results map[string]exprtest.Result) {
	if o.status != pending {
		return
	}
	r, ran := results[o.id]
	o.status = passed
	want := o.want
	if o.differs() {
		want = o.reference
	}
	switch {
	case !ran:
		o.status, o.reason = failed, "did not run"
	case strings.HasPrefix(r.Error, "COMPILE") || strings.HasPrefix(r.Error, "PANIC"):
		o.status, o.reason = failed, r.Error
	case want == "":
	case want == "error" && r.Error == "":
		o.status, o.reason = failed, fmt.Sprintf("got %s, want an error", r.Value)
	case want == "error":
	case r.Value != want:
		o.status, o.reason = failed, fmt.Sprintf("got %s%s, want %s", r.Value, r.Error, want)
	}
}

// differs reports whether the reference interpreter comes to something else than the specification wants.
func (o *outcome) differs() bool { return o.want != "" && o.reference != "" && o.reference != o.want }

const introduction = `# Conformance

The tests of the CEL specification (module cel.dev/expr, directory tests/simple/testdata), each compiled to Go, run and
compared with what it should come to. This page is written by the test that holds it: go test ./gen -run TestConformance -update.

- **Passed**: the same value, or an error where one is expected. *At generation* says how many of them are errors that are found there.
- **Excluded**: the test needs a Protobuf message or enum, in its expression, in what is bound to its variables, or as its result. An
  expression that needs one is refused, at its position. Nothing is excluded for another reason.
- Where a test has the type checker switched off, and the checker refuses the expression, it runs as one in which every value is untyped: each
  literal and each result of a function is wrapped in dyn(...), variables are dyn. What nothing declares becomes a division by zero,
  which is an error only if it is computed.
- Functions that a test declares have no implementation, and such a test wants no value: the type of its expression is checked.
- The suite has no test in the section unknowns.

`

// table counts the outcomes by section.
func (c *conformance) table() string {
	var b strings.Builder
	b.WriteString("| Section | Tests | Passed | At generation | Excluded: Protobuf |\n|---|--:|--:|--:|--:|\n")
	total := map[status]int{}
	for _, file := range suiteFiles {
		count := map[status]int{}
		for _, o := range c.outcomes {
			if o.file == file {
				count[o.status]++
				total[o.status]++
			}
		}
		writeRow(&b, file, count)
	}
	writeRow(&b, "**all**", total)
	return b.String()
}

func writeRow(b *strings.Builder, name string, count map[status]int) {
	ok := count[passed] + count[refused]
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", name, ok+count[excluded]+count[failed], ok, count[refused], count[excluded])
}

// differences lists the tests in which the reference interpreter differs from the specification.
func (c *conformance) differences() string {
	var b strings.Builder
	b.WriteString("\n## Where cel-go differs from the specification\n\nA compiled expression comes to what cel-go comes to.\n\n" +
		"| Test | Expression | Specification | cel-go | Here |\n|---|---|---|---|---|\n")
	for _, o := range c.outcomes {
		if !o.differs() {
			continue
		}
		here := "`" + o.reference + "`"
		if o.status == refused {
			here = "refused at generation"
		}
		fmt.Fprintf(&b, "| %s | `%s` | `%s` | `%s` | %s |\n", o.id[:strings.LastIndexByte(o.id, '#')], cell(o.text), o.want, o.reference, here)
	}
	return b.String()
}

// cell is a text in a cell of a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }
