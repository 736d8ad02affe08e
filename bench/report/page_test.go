package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage holds the committed page to the committed results.
func TestPage(t *testing.T) {
	root := filepath.Join("..", "..")
	results, err := os.ReadFile(filepath.Join(root, resultsFile))
	if err != nil {
		t.Fatal(err)
	}
	want, err := page(sections, string(results))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, pageFile))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what %s comes to: run go run ./bench/report --render", pageFile, resultsFile)
	}
}

func TestRows(t *testing.T) {
	s := section{title: "Calls", about: "Of a tool.", packages: []string{"./nact"}, pattern: "Call$", columns: []column{
		{unit: "ns/op", title: "µs", scale: 1000}, {unit: "ratio", goal: "≥ 2"}, {unit: "B/op"},
	}}
	text := `date: 2026-11-23
cores: 2
goos: linux
pkg: github.com/nactgen/nactgen/nact
cpu: fast
BenchmarkCall/small-2     10   1000 ns/op   1.5 ratio
BenchmarkCall/small-2     10   3000 ns/op   2.5 ratio
BenchmarkCall/small-2     10   2000 ns/op   3.5 ratio
BenchmarkCall/large-2     10   1234567 ns/op   0.0123 ratio   64 B/op
BenchmarkCalls-2     10   1 ns/op
PASS
ok  	github.com/nactgen/nactgen/nact	1.2s
pkg: github.com/nactgen/nactgen/gen
BenchmarkCall-2     10   1 ns/op
`
	got, err := page([]section{s}, text)
	if err != nil {
		t.Fatal(err)
	}
	want := `| date | 2026-11-23 |
| cores | 2 |
| goos | linux |

## Calls

Of a tool.

| | µs | ratio (≥ 2) | B/op |
| --- | ---: | ---: | ---: |
| Call/small | 2 | 2.5 | – |
| Call/large | 1230 | 0.0123 | 64 |
`
	if !strings.HasSuffix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	s.title, s.pattern = "Nothing", "Nothing$"
	if _, err := page([]section{s}, text); err == nil || !strings.Contains(err.Error(), `"Nothing"`) {
		t.Errorf("a section without results: %v", err)
	}
}
