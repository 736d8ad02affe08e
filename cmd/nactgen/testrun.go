package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	passed bool
	output bytes.Buffer
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
		if text := strings.TrimLeft(e.Output, " "); !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- ") {
			result.output.WriteString(e.Output)
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

// print reports on every example of plan. With strict, tools without examples are a finding.
func (run *testRun) print(w io.Writer, p *plan.Plan, strict bool) error {
	if run.broken && len(run.results) == 0 {
		printIndented(w, run.output.String())
		return &exit{code: exitFindings, text: "the generated package does not build"}
	}
	passed, failed, without := 0, 0, 0
	for _, tool := range p.Tools {
		fmt.Fprintln(w, tool.Signature.Name)
		if len(tool.Examples) == 0 {
			fmt.Fprintln(w, "  no examples")
			without++
		}
		failedBefore := failed
		for _, example := range tool.Examples {
			if run.printExample(w, tool, example) {
				passed++
			} else {
				failed++
			}
		}
		if result := run.results[key("Test"+tool.Signature.Name)]; result != nil && failed > failedBefore {
			printIndented(w, result.output.String()) // a panic, for example
		}
	}
	fmt.Fprintf(w, "%s passed, %d failed\n", plural(passed, "example"), failed)
	if without > 0 {
		fmt.Fprintf(w, "%s without examples\n", plural(without, "tool"))
	}
	if failed > 0 || strict && without > 0 {
		return findings()
	}
	if run.broken {
		printIndented(w, run.output.String())
		return &exit{code: exitFindings, text: "the tests of the generated package failed outside of the examples"}
	}
	return nil
}

// printExample reports on one example and whether it passed.
func (run *testRun) printExample(w io.Writer, tool *plan.Tool, example *plan.Example) bool {
	result := run.results[key("Test"+tool.Signature.Name+"/"+example.Name)]
	if result != nil && result.passed {
		fmt.Fprintf(w, "  ok    %s\n", example.Name)
		return true
	}
	fmt.Fprintf(w, "  FAIL  %s (%s:%d)\n", example.Name, example.File, example.Line)
	if result == nil {
		printIndented(w, "was not run")
	} else {
		printIndented(w, result.output.String())
	}
	return false
}

// printIndented prints what a test printed below its name.
func printIndented(w io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "        %s\n", strings.TrimSpace(line))
	}
}
