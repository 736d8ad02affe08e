package main

import (
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pattern says which examples are run: two regular expressions, as those of go test -run, for the names of tools and of examples. The zero pattern matches all.
type pattern struct{ tool, example *regexp.Regexp }

// newPattern reads a pattern: TOOL or TOOL/EXAMPLE.
func newPattern(text string) (p pattern, err error) {
	if text == "" {
		return p, nil
	}
	tool, example, _ := strings.Cut(text, "/")
	if p.tool, err = regexp.Compile(tool); err == nil {
		p.example, err = regexp.Compile(example)
	}
	if err != nil {
		return p, usageErrorf("--run is not TOOL or TOOL/EXAMPLE, each a regular expression: %v", err)
	}
	return p, nil
}

func (p pattern) matchesTool(t *plan.Tool) bool {
	return p.tool == nil || p.tool.MatchString(t.Signature.Name)
}

func (p pattern) matches(t *plan.Tool, e *plan.Example) bool {
	return p.tool == nil || p.matchesTool(t) && p.example.MatchString(e.Name)
}

// tests returns what go test -run takes for the examples, and how many there are. Names of examples are told apart as they are reported.
func (p pattern) tests(service *plan.Plan) (run string, examples int) {
	var tests []string
	names := naming.Assign(service)
	for _, t := range service.Tools {
		before := examples
		for _, e := range t.Examples {
			if p.matches(t, e) {
				examples++
			}
		}
		if examples > before {
			tests = append(tests, regexp.QuoteMeta(names.Tool(t).Test))
		}
	}
	return "^(" + strings.Join(tests, "|") + ")$", examples
}
