// Package docdiff reports what a new version of a vendor's OpenAPI document means for the tools that call the API.
//
// A tool is judged by what its plan uses: the operations that its steps call, the parameters and body members that they
// send, the fields of answers that its expressions read. Changes of anything else are only counted.
package docdiff

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// Options change what is compared.
type Options struct {
	// Current replaces the documents to compare with: the upstream's name → a path relative to the working directory.
	// Other documents are those that the manifest names, and have to be the pinned ones.
	Current map[string]string
}

// Compare reports what happens to the tools of a manifest if upstreams get new documents: the upstream's name → the path
// of its new document, relative to the working directory. Found is what reading the manifest found, which is nil if that
// failed.
//
// The report is nil if there is nothing to compare, and the list then says why: the manifest has errors even with its current
// documents, a name is no upstream of it, or a new document cannot be read at all. Otherwise the list is empty: mistakes of
// a new document in what tools use are part of the report.
func Compare(m *manifest.Manifest, found diag.List, replacements map[string]string, options Options) (*Report, diag.List) {
	if m == nil {
		return nil, found
	}
	before := document.Open(m, options.Current, &found)
	sculpt.Check(m, before, sculpt.Options{Unlocked: true, Errors: true}, &found)
	if found.HasErrors() {
		return nil, errorsOf(found)
	}
	after, found := newDocuments(m, before, replacements)
	if found = append(found, unknown(m, options.Current)...); found.HasErrors() {
		found.Sort()
		return nil, found
	}
	c := &comparison{manifest: m, before: before, after: after, replacements: replacements, options: options}
	report := &Report{Manifest: m.File}
	for _, name := range slices.Sorted(maps.Keys(replacements)) {
		report.Upstreams = append(report.Upstreams, c.upstream(name))
	}
	for _, t := range m.Tools {
		report.Tools = append(report.Tools, c.tool(t))
	}
	return report, nil
}

// comparison is one run of Compare.
type comparison struct {
	manifest      *manifest.Manifest
	before, after document.Set
	replacements  map[string]string
	options       Options
}

// errorsOf returns the errors of a list, sorted.
func errorsOf(list diag.List) diag.List {
	errors := list.Errors()
	errors.Sort()
	return errors
}

// newDocuments returns the documents of a manifest with new ones in their places.
func newDocuments(m *manifest.Manifest, before document.Set, replacements map[string]string) (document.Set, diag.List) {
	after, found := maps.Clone(before), unknown(m, replacements)
	for _, u := range m.Upstreams {
		name := u.Name.V
		path, ok := replacements[name]
		if !ok {
			continue
		}
		d, err := document.OpenStandIn(m, u, path)
		if err != nil {
			found.Errorf(diag.Position{}, 0, "openapi", "the new document of the upstream %s: %v", name, err)
		}
		after[name] = d
	}
	return after, found
}

// unknown reports the names that are no upstreams.
func unknown(m *manifest.Manifest, given map[string]string) diag.List {
	var found diag.List
	names := m.UpstreamNames()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(names, name) {
			found.Errorf(diag.Position{File: m.File}, 0, "unknown-name", "the manifest has no upstream %q%s", name, diag.DidYouMean(name, names))
		}
	}
	return found
}

// upstream returns the operations that a new document adds and removes, whether tools use them or not.
func (c *comparison) upstream(name string) *Upstream {
	before, after := c.before[name].Document, c.after[name].Document
	return &Upstream{
		Name: name, Old: Document{before.File(), before.SHA256()}, New: Document{after.File(), after.SHA256()},
		Added: missing(after, before), Removed: missing(before, after), Vanished: vanished(before, after),
	}
}

// vanished returns the targets of overlays that select something of one document and nothing of the other.
func vanished(before, after *spec.Document) []Target {
	var targets []Target
	for i, o := range before.Overlays() {
		for k, a := range o.Actions {
			if a.Matches > 0 && after.Overlays()[i].Actions[k].Matches == 0 {
				targets = append(targets, Target{Target: a.Target, Overlay: diag.Position(a.Pos)})
			}
		}
	}
	return targets
}

// missing lists the operations of a that b does not have.
func missing(a, b *spec.Document) []string {
	inB := map[string]bool{}
	for _, e := range b.Operations() {
		inB[e.Method+" "+e.Path] = true
	}
	var names []string
	for _, e := range a.Operations() {
		if name := e.Method + " " + e.Path; !inB[name] {
			names = append(names, name)
		}
	}
	return names
}
