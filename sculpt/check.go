// Package sculpt checks a manifest with its OpenAPI documents. From what the author wrote comes a [plan.Plan], in which
// everything is decided that the emitter prints; or findings, all of them in one run.
//
// [Check] is the list of the stages. Each is a function, or a package where it is more than that, and takes what those above
// it returned: tables (package table), upstreams (upstream), calls (operation), tools (tool, which orders their actions with
// schedule), the plan that all of them come to (settle), and warnings (lint). What a stage returned is not changed by those below it.
//
// What is generated of a manifest with disabled tools is decided in one place, disabled.go: everything is checked, and then once more as
// if they were not written.
package sculpt

import (
	"path/filepath"
	"slices"

	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/fault"
	"github.com/nactgen/nactgen/sculpt/lint"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/settle"
	"github.com/nactgen/nactgen/sculpt/standin"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/versions/lock"
)

// Options change what is checked, and override parts of the manifest.
type Options struct {
	Module   string        // instead of go.module
	Out      string        // folder of the output instead of go.dir; relative to the working directory
	Unpinned bool          // the manifest's sha256 of documents is not checked
	Unlocked bool          // the tools are not held against the versions that are published, only take their IDs from there
	Observer expr.Observer // is called with each expression; nil: nobody asks
	Errors   bool          // only errors are wanted: warnings take longer, of which those about documents look at all operations
}

// Checked is a manifest without errors.
type Checked struct {
	Plan      *plan.Plan
	Analyzed  plan.Analyzed    // Plan, ready for emission
	Published *lock.File       // what is published
	Entries   []lock.Entry     // the tools as the lock sees them, in the order of Plan.Tools
	Disabled  []*manifest.Tool // the disabled tools, which the plan does not have
	Called    []*plan.Upstream // the upstreams that tools call, also disabled ones; sorted by name
	Accepted  diag.List        // the warnings that the manifest accepts, sorted, each with the reason
}

// Check checks everything that a manifest says, and decides what it leaves open. What is wrong is added to found, with
// warnings if nothing is. Warnings that the manifest accepts are taken out of found. The result is nil if found holds errors then, also of the steps before: a manifest that could not be
// read as a whole gives no plan.
//
// A stage that finds errors does not stop the next, but what depends on something broken is passed over in silence: its own
// error is enough.
func Check(m *manifest.Manifest, documents document.Set, options Options, found *diag.List) *Checked {
	checkAudit(m, found)
	checkTraces(m, found)
	var s *service
	if len(disabled(m)) > 0 {
		s = checkEnabled(m, documents, options, found)
	} else {
		s = check(m, documents, options, nil, found)
	}
	accepted := accept(m, found)
	if s == nil {
		return nil
	}
	if !options.Errors {
		needless(s.manifest, accepted, found)
	}
	s.Accepted = accepted.list
	return s.Checked
}

// service is a manifest without errors, with what came of it on the way to a plan.
type service struct {
	*Checked
	manifest *manifest.Manifest
	sections *sections
	parts    tool.Parts
	tools    []*tool.Checked // those of the plan
}

// check is Check for a manifest whose tools all count as enabled. others are the disabled tools, which m does not hold: what is published is
// compared with them as well.
func check(m *manifest.Manifest, documents document.Set, options Options, others []lock.Entry, found *diag.List) *service {
	compiler, err := expr.NewCompiler()
	if err != nil {
		found.Errorf(m.Pos, 0, "internal", "%v", err)
		return nil
	}
	compiler.Observe(options.Observer)
	published := readLock(m, found)
	s := checkSections(m, documents, compiler, found)
	parts, tools := checkTools(m, s, published, found)
	sequences := slices.Concat(parts.Checked(), tools)
	checkFaults(sequences, s.calls, found)
	target := checkTarget(m, options, found)
	checkPins(m.Upstreams, s.fingerprints, documents, options, found)
	entries := lockEntries(tools)
	if !options.Unlocked && !found.HasErrors() {
		*found = append(*found, lock.Check(published, slices.Concat(entries, others))...)
	}
	if found.HasErrors() {
		return nil
	}
	draft := newDraft(m, s, parts, tools, target)
	p, calls := settle.Plan(draft)
	sequences = withPlans(sequences, p.Sequences())
	tools = sequences[len(p.Parts):]
	analyzed := analysis.Analyze(p)
	standin.Check(analyzed.Marked, sequences, found)
	if found.HasErrors() {
		return nil
	}
	if !options.Errors {
		compiled := compiledIn(s, sequences)
		*found = append(*found, compiled.Warnings...)
		*found = append(*found, lint.Check(&lint.Service{
			Manifest: m, Documents: documents, Plan: p, Marked: analyzed.Marked, Sequences: sequences, Tools: tools, Calls: calls, Reads: readByService(s, sequences), Places: compiled.Sources,
		})...)
	}
	return &service{Checked: &Checked{Plan: p, Analyzed: analyzed, Published: published, Entries: entries, Called: p.Upstreams}, manifest: m, sections: s, parts: parts, tools: tools}
}

// checkFaults reports what is wrong with the parts of documents that tools use.
func checkFaults(tools []*tool.Checked, calls *operation.Calls, found *diag.List) {
	for _, t := range tools {
		fault.Sent(t.Manifest, calls, found)
	}
	if found.HasErrors() {
		return
	}
	for _, t := range tools {
		fault.Read(t, calls, found)
	}
}

// newDraft puts a plan together of what was checked part by part.
func newDraft(m *manifest.Manifest, s *sections, parts tool.Parts, tools []*tool.Checked, target plan.Target) *settle.Draft {
	list, sequences := plans(tools), slices.Concat(parts.Checked(), tools)
	return &settle.Draft{
		Plan: &plan.Plan{
			Manifest: filepath.Base(m.File), Folder: m.Folder(), Service: newService(m, target.Faces, list), Access: newAccess(m.Access), Go: target,
			Config: s.values, Upstreams: s.called(), Tables: tablesRead(s.tables, readByService(s, sequences)), Functions: s.functions.Called(plans(sequences), s.called()),
			Parts: parts.Functions(), Tools: list, Accepted: acceptances(m),
		},
		Calls: s.calls, Usage: compiledIn(s, sequences).Usage,
	}
}
