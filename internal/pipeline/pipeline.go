// Package pipeline takes a manifest from its text to the files of a service, in five steps, of which a command runs as many as it needs.
package pipeline

import (
	"context"
	"fmt"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/templates"
)

// Step is how far a run goes.
type Step int

// The steps after which a run can end.
const (
	Check   Step = iota // nothing is written, but for pins that are asked for
	Compare             // it is known what would be written
	Apply               // it is written
)

// Options say what a run does.
type Options struct {
	sculpt.Options
	Files inputs.Tree // the files to which the manifest may refer
	Until Step
	Force bool // write over generated files that were edited
	Pin   bool // first write the SHA-256 of the current documents into the manifest
}

// Result is the result of a run.
type Result struct {
	Findings diag.List // of the manifest and its documents, sorted

	// Checked is nil if the findings hold errors. Nothing was written then.
	*sculpt.Checked

	Documents document.Set // those that could be opened

	Pinned  []Pin           // the pins that were written into the manifest
	Changes *output.Changes // of the output folder; nil if the run ended before that
}

// Run runs the steps that the options say, and stops if a manifest or a document has errors, which are among the findings. An error that it returns is of
// another kind.
func Run(file string, o Options) (*Result, error) {
	// 1. Read the manifest: what its author wrote, every value with its place.
	m, findings := manifest.ReadIn(o.Files, file)
	if m == nil {
		return &Result{Findings: findings}, nil
	}

	// 2. Open the OpenAPI documents that it names.
	documents := document.Open(m, nil, &findings)

	// 3. Check both to a plan, in which everything is decided, and its expressions analyzed.
	r, err := check(m, documents, o, findings)
	if err != nil || r.Checked == nil || o.Until < Compare {
		return r, err
	}

	// 4. Emit the files that the plan stands for.
	files, err := emit(r.Analyzed)
	if err != nil {
		return r, fmt.Errorf("this is a mistake in nactgen, not in your manifest; please report it: %w", err)
	}

	// 5. Compare them with the output folder, and bring that up to date.
	r.Changes, err = output.Compare(r.Plan.Go.OutDir, files, output.Options{Manifest: r.Plan.Manifest, Editable: templates.Editable(), Force: o.Force})
	if err == nil {
		err = checkModule(r.Changes, r.Plan)
	}
	if err != nil || o.Until < Apply {
		return r, err
	}
	return r, r.Changes.Apply()
}

// emit returns the files of a service. It makes sure that the run-time library accepts the tools, since the service does not check that again.
func emit(p plan.Analyzed) ([]gen.File, error) {
	tools := make([]nact.Tool, len(p.Tools))
	for i, t := range p.Tools {
		tools[i] = t.Descriptor()
		tools[i].Invoke = func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }
	}
	if err := nact.Verify(tools); err != nil {
		return nil, err
	}
	return gen.Generate(p)
}

// check checks a manifest, of which there are some findings already. If pins are asked for and there are no errors, it writes them and checks the manifest
// with them.
func check(m *manifest.Manifest, documents document.Set, o Options, findings diag.List) (*Result, error) {
	if len(m.Tools) == 0 && !findings.HasErrors() {
		findings.Errorf(m.Pos, 0, "no-tools", "the manifest has no tools, and a service has at least one; nactgen init drafts them from a document")
	}
	options := o.Options
	options.Unpinned = options.Unpinned || o.Pin
	r := &Result{Checked: sculpt.Check(m, documents, options, &findings), Documents: documents}
	var err error
	if o.Pin && r.Checked != nil {
		if m, r.Pinned, err = pinDocuments(m, r.Called); err != nil {
			return r, err
		}
		findings = nil
		r.Checked = sculpt.Check(m, documents, o.Options, &findings)
	}
	findings.Sort()
	r.Findings = findings
	return r, nil
}
