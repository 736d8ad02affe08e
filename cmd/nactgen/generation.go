package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/templates"
)

// generation is a checked manifest with the files that come of it.
type generation struct {
	plan     *plan.Plan
	files    []gen.File
	dir      string // the output folder
	unlocked bool   // there are tools, and no lock file
}

// newGeneration runs the pipeline up to the files. Diagnostics go to stderr. out and module override the manifest
// unless they are empty.
func newGeneration(manifest, out, module string, stderr io.Writer) (*generation, error) {
	p, publication, list := sculpt.Load(manifest, sculpt.Options{Module: module, Out: out})
	if err := list.WriteText(stderr, readSource); err != nil {
		return nil, err
	}
	if list.HasErrors() {
		return nil, &exit{code: exitFindings, text: countFindings(list) + "; nothing was generated"}
	}
	files, err := gen.Generate(analysis.Analyze(p))
	if err != nil {
		return nil, fmt.Errorf("this is a mistake in nactgen, not in your manifest; please report it: %w", err)
	}
	return &generation{plan: p, files: files, dir: p.Go.OutDir, unlocked: publication.Lock.Missing && len(p.Tools) > 0}, nil
}

// compare finds out what has to change in the output folder.
func (g *generation) compare() (*output.Changes, error) {
	changes, err := output.Compare(g.dir, g.files, output.Options{Manifest: g.plan.Manifest, Editable: templates.Editable()})
	if err != nil {
		return nil, err
	}
	return changes, g.checkModule(changes)
}

// checkModule refuses a go.mod that the user wrote for another module: the generated imports would not fit it.
func (g *generation) checkModule(changes *output.Changes) error {
	wanted := g.plan.Go.Module
	for _, change := range changes.All {
		if wanted == "" || change.Path != "go.mod" || change.Kind != output.Keep {
			continue
		}
		if module := moduleName(change.Old); module != wanted {
			return fmt.Errorf("%s is the module %s, but %s says %s; make them agree",
				filepath.Join(g.dir, "go.mod"), module, g.plan.Manifest, wanted)
		}
	}
	return nil
}

// moduleName returns the module path of a go.mod file, or "" if it states none.
func moduleName(gomod []byte) string {
	for line := range strings.Lines(string(gomod)) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}

// readSource returns the content of a file that diagnostics name, to show its lines.
func readSource(file string) []byte {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil // the diagnostic then stands without its line
	}
	return content
}

// countFindings says how many errors and warnings are in list: "1 error, 2 warnings".
func countFindings(list diag.List) string {
	count := map[diag.Severity]int{}
	for _, d := range list {
		count[d.Severity]++
	}
	var parts []string
	for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
		if n := count[severity]; n > 0 {
			parts = append(parts, plural(n, severity.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// plural returns a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// are returns a number with its noun and verb.
func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return plural(n, noun) + " are"
}
