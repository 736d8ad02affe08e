// Package sculpt checks a manifest with its OpenAPI documents. From what the author wrote comes a [plan.Plan], in which
// everything is decided that the emitter prints; or findings, all of them in one run.
//
// [Check] is the list of the stages. Each is a function, or a package where it is more than that, and takes what those above
// it returned: tables (package table), calls (operation), upstreams (upstream), tools (tool, which orders their actions with
// schedule), and warnings (lint).
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
	"github.com/nactgen/nactgen/sculpt/dryrun"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/fault"
	"github.com/nactgen/nactgen/sculpt/function"
	"github.com/nactgen/nactgen/sculpt/idempotence"
	"github.com/nactgen/nactgen/sculpt/lint"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/standin"
	"github.com/nactgen/nactgen/sculpt/table"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/versions/lock"
)

// Options change what is checked, and override parts of the manifest.
type Options struct {
	Module   string // instead of go.module
	Out      string // folder of the output instead of go.dir; relative to the working directory
	Unpinned bool   // the manifest's sha256 of documents is not checked
	Unlocked bool   // the tools are not held against the versions that are published, only take their IDs from there
}

// Checked is a manifest without errors.
type Checked struct {
	Plan      *plan.Plan
	Published *lock.File       // what is published
	Entries   []lock.Entry     // the tools as the lock sees them, in the order of Plan.Tools
	Disabled  []*manifest.Tool // those that the plan does not have
	Called    []*plan.Upstream // those that a tool calls, also one that is disabled; by name
}

// Check checks everything that a manifest says, and decides what it leaves open. What is wrong is added to found, with
// warnings if nothing is. The result is nil if found holds errors then, also of the steps before: a manifest that could not be
// read as a whole gives no plan.
//
// A stage that finds errors does not stop the next, but what depends on something broken is passed over in silence: its own
// error is enough.
func Check(m *manifest.Manifest, documents document.Set, options Options, found *diag.List) *Checked {
	if len(disabled(m)) > 0 {
		return checkEnabled(m, documents, options, found)
	}
	if s := check(m, documents, options, nil, found); s != nil {
		return s.Checked
	}
	return nil
}

// service is a manifest without errors, with what came of it on the way to a plan.
type service struct {
	*Checked
	upstreams []*plan.Upstream
	tools     []*tool.Checked
}

// check is Check for a manifest all of whose tools are enabled, or as if they were. The others are those that are not, and are there for
// what is published of them.
func check(m *manifest.Manifest, documents document.Set, options Options, others []lock.Entry, found *diag.List) *service {
	compiler, err := expr.NewCompiler()
	if err != nil {
		found.Errorf(m.Pos, 0, "internal", "%v", err)
		return nil
	}
	published := readLock(m, found)
	config := configType(m.Config)
	tables := table.Read(m.Files, m.Tables, found)
	calls := operation.Resolve(m, documents, found)
	scope := value.NewScope(compiler, value.Names{Config: config}, found)
	upstreams := checkUpstreams(m, documents, calls, scope, found)
	functions := function.Check(m.Functions, found)
	values := configValues(m.Config, upstreams, documents)
	tools := checkTools(m, &tool.Service{
		Manifest: m, Compiler: compiler, Config: config, Secrets: secrets(values), Tables: tables, Calls: calls, Functions: functions,
	}, published, found)
	for _, t := range m.Tools {
		fault.Sent(t, calls, found)
	}
	if !found.HasErrors() {
		for _, t := range tools {
			fault.Read(t, calls, found)
		}
	}
	target := checkTarget(m, options, found)
	if !options.Unpinned {
		checkPins(m.Upstreams, upstreams, documents, found)
	}
	entries := lockEntries(tools)
	if !options.Unlocked && !found.HasErrors() {
		*found = append(*found, lock.Check(published, slices.Concat(entries, others))...)
	}
	if found.HasErrors() {
		return nil
	}

	reads := readByService(upstreams, tools)
	p := &plan.Plan{
		Manifest: filepath.Base(m.File), Folder: m.Folder(), Service: newService(m.Service, target.Faces, plans(tools)), Go: target,
		Config: values, Upstreams: calledUpstreams(upstreams), Tables: tablesRead(tables, reads), Functions: functions.Called(plans(tools)), Tools: plans(tools),
	}
	compiled := value.Joined(append([]*value.Compiled{scope.Compiled()}, compiledIn(tools)...)...)
	usage := decideAnswers(p, calls, compiled.Usage)
	visitor := analysis.NewVisitor(p)
	for _, t := range tools {
		standin.Check(visitor, t, found)
	}
	if found.HasErrors() {
		return nil
	}
	decideResults(p, usage)
	decideSchemas(p)
	for _, t := range p.Tools {
		t.DryRun = dryrun.Steps(p, t)
		t.Idempotent = t.Writes && idempotence.Of(t)
	}
	*found = append(*found, compiled.Warnings...)
	*found = append(*found, lint.Check(&lint.Service{
		Manifest: m, Documents: documents, Plan: p, Tools: tools, Calls: calls, Reads: reads, Places: compiled.Sources,
	})...)
	return &service{Checked: &Checked{Plan: p, Published: published, Entries: entries, Called: p.Upstreams}, upstreams: upstreams, tools: tools}
}
