package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestTestRun runs real tests of small packages and looks at the report.
func TestTestRun(t *testing.T) {
	p := &plan.Plan{Manifest: "nact.yaml", Tools: []*plan.Tool{
		{Signature: nact.Signature{Name: "find_city"}, Examples: []*plan.Example{{Name: "omaha today", File: "nact.yaml", Line: 7}, {Name: "Omaha, 2nd", File: "nact.yaml", Line: 9}}},
		{Signature: nact.Signature{Name: "rest"}},
	}}
	tests := []struct {
		name, source string
		want         string // the whole report, or with … in it, what stands around that
		findings     bool
		strict       bool
	}{
		{
			name: "all pass",
			source: `
				func TestFindCity(t *testing.T) {
					t.Run("omaha today", func(t *testing.T) { t.Log("quiet") })
					t.Run("Omaha, 2nd", func(t *testing.T) {})
				}`,
			want: "find_city\n  ok    omaha today\n  ok    Omaha, 2nd\nrest\n  no examples\n2 examples passed, 0 failed\n1 tool without examples\n",
		},
		{
			name: "all pass, and a tool without examples counts",
			source: `
				func TestFindCity(t *testing.T) {
					t.Run("omaha today", func(t *testing.T) {})
					t.Run("Omaha, 2nd", func(t *testing.T) {})
				}`,
			want:     "find_city\n  ok    omaha today\n  ok    Omaha, 2nd\nrest\n  no examples\n2 examples passed, 0 failed\n1 tool without examples\n",
			findings: true,
			strict:   true,
		},
		{
			name: "one fails",
			source: `
				func TestFindCity(t *testing.T) {
					t.Run("omaha today", func(t *testing.T) { t.Error("place = Paris") })
					t.Run("Omaha, 2nd", func(t *testing.T) {})
				}`,
			want:     "find_city\n  FAIL  omaha today (nact.yaml:7)\n        x_test.go:6: place = Paris\n  ok    Omaha, 2nd\nrest\n  no examples\n1 example passed, 1 failed\n1 tool without examples\n",
			findings: true,
		},
		{
			name: "the first panics",
			source: `
				func TestFindCity(t *testing.T) {
					t.Run("omaha today", func(t *testing.T) { panic("out of cities") })
					t.Run("Omaha, 2nd", func(t *testing.T) {})
				}`,
			want:     "find_city\n  FAIL  omaha today (nact.yaml:7)\n  FAIL  Omaha, 2nd (nact.yaml:9)\n        was not run\n        panic: out of cities…\nrest\n  no examples\n0 examples passed, 2 failed\n1 tool without examples\n",
			findings: true,
		},
		{
			name:     "does not build",
			source:   `func TestFindCity(t *testing.T) { undeclared() }`,
			want:     "        # example.com/x…undefined: undeclared\n…[build failed]\n",
			findings: true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, dir, "go.mod", "module example.com/x\n\ngo 1.26\n")
			writeFile(t, dir, "x_test.go", "package x\n\nimport \"testing\"\n"+tt.source+"\n")
			var stderr, report bytes.Buffer
			run, err := goTestRun(t.Context(), dir, ".", "", &stderr)
			if err != nil {
				t.Fatalf("goTestRun: %v\n%s", err, &stderr)
			}
			if err := run.print(&report, p, testReport{strict: tt.strict}); (err != nil) != tt.findings {
				t.Errorf("print = %v, want findings to be %v", err, tt.findings)
			}
			got := report.String()
			for i, part := range strings.Split(tt.want, "…") {
				at := strings.Index(got, part)
				if at < 0 || i == 0 && at > 0 {
					t.Fatalf("report:\n%s\nwant:\n%s", &report, tt.want)
				}
				got = got[at+len(part):]
			}
			if got != "" {
				t.Errorf("report:\n%s\nwant:\n%s", &report, tt.want)
			}
		})
	}
}

func writeFile(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
