// Package drift finds out what a new version of a vendor's OpenAPI document means for the tools that call the API.
//
// A tool is judged by what its plan uses: the operations that its steps call, the parameters and body members that they
// send, the fields of answers that its expressions read. What no tool uses may change as it likes; it is only counted.
package drift

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Options change what is compared.
type Options struct {
	// Current replaces the documents to compare with: the upstream's name → a path relative to the working directory.
	// Other documents are those that the manifest names, and have to be the pinned ones.
	Current map[string]string

	// Summarize counts what changes in a document as a whole, used or not; nil leaves that out. It stands for
	// [spec.Changes], which is not safe with documents that are not trusted, and may call it in another process.
	Summarize func(before, after *spec.Document) (*spec.ChangeSummary, error)
}

// Compare reports what happens to the tools of a manifest if upstreams get new documents: the upstream's name → the path
// of its new document, relative to the working directory.
//
// The report is nil if nothing can be said, and the list then holds why: the manifest has errors even with its current
// documents, a name is no upstream of it, or a new document cannot be read at all. Otherwise the list is empty: whatever
// is wrong with a new document where tools use it is part of the report.
func Compare(manifest string, replacements map[string]string, options Options) (*Report, diag.List) {
	c := &comparison{
		file: manifest, options: options, replacements: replacements, library: library{},
		report: &Report{Manifest: manifest},
	}
	if c.load(); c.list.HasErrors() {
		c.list.Sort()
		return nil, c.list
	}
	for _, name := range slices.Sorted(maps.Keys(replacements)) {
		c.upstream(name)
	}
	for _, t := range c.manifest.Tools {
		c.report.Tools = append(c.report.Tools, c.tool(t))
	}
	return c.report, nil
}

// comparison is one run of Compare.
type comparison struct {
	file         string
	options      Options
	replacements map[string]string
	library      library
	manifest     *manifest.Manifest
	list         diag.List
	report       *Report
}

// library holds the documents that have been opened, by path, so that all loads share them.
type library map[string]opened

type opened struct {
	document *spec.Document
	err      error
}

func (l library) open(path string) (*spec.Document, error) {
	o, ok := l[path]
	if !ok {
		o.document, o.err = spec.Open(path)
		l[path] = o
	}
	return o.document, o.err
}

// load checks that there is something to compare: a manifest without errors, and documents that can be opened.
func (c *comparison) load() {
	_, _, list := sculpt.Load(c.file, sculpt.Options{Documents: c.options.Current, Open: c.library.open, Unlocked: true})
	for _, d := range list {
		if d.Severity == diag.Error {
			c.list = append(c.list, d)
		}
	}
	if c.list.HasErrors() {
		return
	}
	c.manifest, _, _ = manifest.Read(c.file)
	for _, given := range []map[string]string{c.options.Current, c.replacements} {
		for _, name := range slices.Sorted(maps.Keys(given)) {
			c.known(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.replacements)) {
		if _, err := c.library.open(c.replacements[name]); err != nil {
			c.list.Errorf(diag.Position{}, 0, "openapi", "the new document of the upstream %s: %v", name, err)
		}
	}
}

// known reports a name that is no upstream.
func (c *comparison) known(name string) {
	var names []string
	for _, u := range c.manifest.Upstreams {
		names = append(names, u.Name.V)
	}
	if !slices.Contains(names, name) {
		c.list.Errorf(diag.Position{File: c.file}, 0, "unknown-name", "the manifest has no upstream %q%s", name, diag.DidYouMean(name, names))
	}
}

// before returns the document that an upstream has now.
func (c *comparison) before(upstream *plan.Upstream) (*spec.Document, error) {
	return c.library.open(c.pathBefore(upstream.Name, upstream.Document))
}

// pathBefore is where the current document of an upstream is, seen from the working directory.
func (c *comparison) pathBefore(name, document string) string {
	if path, ok := c.options.Current[name]; ok {
		return path
	}
	if filepath.IsAbs(document) {
		return document
	}
	return filepath.Join(filepath.Dir(c.file), filepath.FromSlash(document))
}

// documents are the paths to load with once the new documents are in place.
func (c *comparison) documents() map[string]string {
	all := maps.Clone(c.options.Current)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, c.replacements)
	return all
}
