package golden

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/paging"
)

// TestPagesOfCorpus writes what lint proposes for every list of a published document into a manifest, and generates the service. Least is how many
// lists are recognized at least.
func TestPagesOfCorpus(t *testing.T) {
	testmode.Long(t, "generates what collects all lists of published documents")
	for _, c := range []struct {
		file  string
		least int
	}{
		{"github-api.github.com.json", 204}, {"stripe-spec3.yaml", 98}, {"box.json", 50}, {"calcom-v2.json", 7},
		{"digitalocean/specification/DigitalOcean-public.v2.yaml", 86},
	} {
		t.Run(c.file, func(t *testing.T) {
			dir := t.TempDir()
			file := testmode.Published(t, c.file)
			text, schemes := listTools(t, file)
			r, err := pipeline.Run(write(t, dir, "nact.yaml", manifestHead(relative(t, dir, file))+text),
				pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Checked == nil {
				for _, d := range r.Findings[:min(len(r.Findings), 20)] {
					t.Error(d)
				}
				t.Fatalf("%d findings", len(r.Findings))
			}
			if _, err := gen.Generate(analysis.Analyze(r.Plan)); err != nil {
				t.Fatal(err)
			}
			if schemes < c.least {
				t.Errorf("%d lists are recognized, %d were", schemes, c.least)
			}
			t.Logf("%d lists are recognized", schemes)
		})
	}
}

// listTools returns the section tools of a manifest, with a tool for every list that a document answers in pages, and how many there are.
func listTools(t *testing.T, file string) (text string, n int) {
	var b strings.Builder
	b.WriteString("tools:\n")
	for _, op := range operationsOf(t, file) {
		scheme := paging.Of(op)
		if op.Method != "GET" || scheme == nil {
			continue
		}
		n++
		var with []string
		for _, p := range op.Parameters {
			if p.Required {
				with = append(with, quoted(string(p.In)+"."+p.Name)+": "+sample(p.Schema, 0))
			}
		}
		fmt.Fprintf(&b, "  list_%d:\n    description: Collect a list of the document.\n    inputs: %s\n    steps: {only: {call: %s, with: {%s}, paginate: %s}}\n", n, sampleInputs,
			quoted("api GET "+op.Path), strings.Join(with, ", "), scheme)
		b.WriteString("    outputs: {count: {type: int, description: How many there are., value: \"${steps.only.items.size()}\"}}\n")
	}
	return b.String(), n
}
