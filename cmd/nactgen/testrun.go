package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// testRun is what go test -json reported.
type testRun struct {
	results map[string]*testResult // by key, those of the examples
	broken  bool                   // the package did not build, or ended before its tests did
	output  bytes.Buffer           // what was printed outside of any test
}

// testResult is one test function or one of its subtests.
type testResult struct {
	passed  bool
	output  bytes.Buffer    // what it says of what is wrong
	calls   bytes.Buffer    // the requests to upstreams, and what was answered to them
	answer  json.RawMessage // the outputs of the tool, a list of names and values; nil: there was no such answer
	updated bool            // the manifest now has them
}

// testEvent is a line of go test -json.
type testEvent struct {
	Action, Test, Output string
}

// readTestRun reads the output of go test -json.
func readTestRun(r io.Reader) (*testRun, error) {
	run := &testRun{results: make(map[string]*testResult)}
	for events := json.NewDecoder(r); ; {
		var e testEvent
		if err := events.Decode(&e); errors.Is(err, io.EOF) {
			return run, nil
		} else if err != nil {
			return nil, err
		}
		run.add(e)
	}
}

func (run *testRun) add(e testEvent) {
	if e.Test == "" {
		run.broken = run.broken || e.Action == "fail" || e.Action == "build-fail"
		if e.Action == "output" || e.Action == "build-output" {
			run.output.WriteString(e.Output)
		}
		return
	}
	result := run.results[key(e.Test)]
	if result == nil {
		result = new(testResult)
		run.results[key(e.Test)] = result
	}
	switch e.Action {
	case "pass":
		result.passed = true
	case "output":
		result.print(e.Output)
	}
}

// told matches what package nacttest logs of a test that is run with -v: a request, its body, the status of its answer, and what the tool answered.
var told = regexp.MustCompile(`^\S+\.go:[0-9]+: ([>|<=]) (.*)\n$`)

// print adds a line that the test printed.
func (r *testResult) print(line string) {
	text := strings.TrimLeft(line, " ")
	switch m := told.FindStringSubmatch(text); {
	case strings.HasPrefix(text, "=== "), strings.HasPrefix(text, "--- "):
	case m == nil:
		r.output.WriteString(line)
	default:
		fmt.Fprintf(&r.calls, "%s %s\n", m[1], m[2])
		if m[1] == "=" {
			r.answer = json.RawMessage(m[2])
		}
	}
}

// key makes the name of a test comparable with names of the manifest: generated functions are named in camel case, and
// package testing turns the spaces of a subtest's name into underscores.
func key(name string) string {
	function, example, _ := strings.Cut(name, "/")
	function = strings.ToLower(strings.ReplaceAll(function, "_", ""))
	return function + "/" + strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, example)
}

// of returns the result of an example, or nil if it was not run.
func (run *testRun) of(tool *plan.Tool, e *plan.Example) *testResult {
	return run.results[key("Test"+tool.Signature.Name+"/"+e.Name)]
}

// testReport says how much is printed of a run, and which examples count.
type testReport struct {
	only    pattern
	strict  bool // tools without examples are a finding
	verbose bool // the requests of each example are printed
}

// print reports on the examples of plan.
func (run *testRun) print(w io.Writer, p *plan.Plan, report testReport) error {
	if run.broken && len(run.results) == 0 {
		printIndented(w, run.output.String())
		return &exit{code: exitFindings, text: "the generated package does not build"}
	}
	var count testCount
	for _, tool := range p.Tools {
		if report.only.matchesTool(tool) {
			run.printTool(w, tool, report, &count)
		}
	}
	count.print(w)
	if count.failed > 0 || report.strict && count.without > 0 {
		return findings()
	}
	if run.broken && count.updated == 0 {
		printIndented(w, run.output.String())
		return &exit{code: exitFindings, text: "the tests of the generated package failed outside of the examples"}
	}
	return nil
}

// testCount counts what became of examples, and the tools without any.
type testCount struct{ passed, failed, updated, without int }

func (c *testCount) print(w io.Writer) {
	fmt.Fprintf(w, "%s passed, %d failed\n", plural(c.passed, "example"), c.failed)
	if c.updated > 0 {
		fmt.Fprintf(w, "%s updated in the manifest; generate the service anew\n", are(c.updated, "example"))
	}
	if c.without > 0 {
		fmt.Fprintf(w, "%s without examples\n", plural(c.without, "tool"))
	}
}

func (run *testRun) printTool(w io.Writer, tool *plan.Tool, report testReport, count *testCount) {
	fmt.Fprintln(w, tool.Signature.Name)
	if len(tool.Examples) == 0 {
		fmt.Fprintln(w, "  no examples")
		count.without++
	}
	failed := count.failed
	for _, example := range tool.Examples {
		if report.only.matches(tool, example) {
			run.printExample(w, run.of(tool, example), example, report.verbose, count)
		}
	}
	if result := run.results[key("Test"+tool.Signature.Name)]; result != nil && count.failed > failed {
		printIndented(w, result.output.String()) // a panic, for example
	}
}

// printExample reports on one example.
func (run *testRun) printExample(w io.Writer, result *testResult, example *plan.Example, verbose bool, count *testCount) {
	switch {
	case result != nil && result.passed:
		fmt.Fprintf(w, "  ok    %s\n", example.Name)
		count.passed++
	case result != nil && result.updated:
		fmt.Fprintf(w, "  new   %s (%s:%d)\n", example.Name, example.File, example.Line)
		count.updated++
	default:
		fmt.Fprintf(w, "  FAIL  %s (%s:%d)\n", example.Name, example.File, example.Line)
		count.failed++
	}
	if result == nil {
		printIndented(w, "was not run")
		return
	}
	if verbose {
		printIndented(w, result.calls.String())
	}
	if !result.passed {
		printIndented(w, result.output.String())
	}
}

// printIndented prints what a test printed below its name.
func printIndented(w io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "        %s\n", strings.TrimSpace(line))
	}
}
