// Package document opens the OpenAPI documents that a manifest names. From a manifest comes a [Set]: by the name of each
// upstream, its document and the operations that stand in it.
package document

import (
	"errors"
	"strings"
	"sync"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/file"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// Document is the document of an upstream.
type Document struct {
	*spec.Document
	Path    string       // seen from the manifest's folder; of what stands in for it, from the working directory
	StandIn bool         // it is there in place of the one that the manifest names
	Entries []spec.Entry // its operations

	indexing sync.Once
	named    map[string][]spec.Entry
}

// Named returns the operations that a step calls by a name: an operation ID without blanks, or "GET /path".
func (d *Document) Named(name string) []spec.Entry {
	d.indexing.Do(func() {
		d.named = map[string][]spec.Entry{}
		for _, e := range d.Entries {
			path := e.Method + " " + e.Path
			d.named[path] = append(d.named[path], e)
			if e.ID != "" && !strings.Contains(e.ID, " ") {
				d.named[e.ID] = append(d.named[e.ID], e)
			}
		}
	})
	return d.named[name]
}

// Set holds documents by the name of the upstream. One that could not be opened is missing.
type Set map[string]*Document

// Open opens the documents of all upstreams. Why some could not be is added to found. StandIns replaces documents: the
// upstream's name → a path relative to the working directory.
func Open(m *manifest.Manifest, standIns map[string]string, found *diag.List) Set {
	var opened Opened
	return opened.open(m, standIns, found)
}

// OpenStandIn opens a document that is there in place of another. The path is relative to the working directory.
func OpenStandIn(path string) (*Document, error) {
	d, err := spec.Open(path)
	if err != nil {
		return nil, err
	}
	return &Document{Document: d, Path: path, StandIn: true, Entries: d.Operations()}, nil
}

// Schemes returns the security schemes of the document that can be read; none if there is no document. A scheme that is missing
// is an error where a credential names it.
func (d *Document) Schemes() []*spec.SecurityScheme {
	if d == nil {
		return nil
	}
	schemes, _ := d.SecuritySchemes()
	return schemes
}

// Report adds what is wrong with a document to found: at its own place where that is known, with the use that is made of it,
// otherwise at the value of the manifest that led there.
func Report(at manifest.Value[string], err error, use string, found *diag.List) {
	var many interface{ Unwrap() []error }
	if errors.As(err, &many) {
		for _, one := range many.Unwrap() {
			Report(at, one, use, found)
		}
		return
	}
	var located *spec.Error
	if errors.As(err, &located) && located.Pos.Line > 0 {
		found.Errorf(diag.Position(located.Pos), 1, "openapi", "%s; %s", located.Message, use)
		return
	}
	found.ErrorAt(at, "openapi", "%s", strings.TrimPrefix(err.Error(), file.Path(at)+": "))
}
