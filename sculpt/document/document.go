// Package document opens the OpenAPI documents that a manifest names. From a manifest comes a [Set]: by the name of each
// upstream, its document and the operations that stand in it.
package document

import (
	"errors"
	"slices"
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

// overlaysOf are the overlays of the document of an upstream; false if one is not there.
func overlaysOf(m *manifest.Manifest, u *manifest.Upstream, found *diag.List) ([]spec.Overlay, bool) {
	var overlays []spec.Overlay
	all := true
	for _, named := range u.Overlays {
		if !file.Exists(m.Files, named, "the overlay", found) {
			all = false
		}
		overlays = append(overlays, spec.Overlay{From: m.Files, Path: file.Path(named)})
	}
	return overlays, all
}

// OpenStandIn opens a document that is there in place of that of an upstream, whose overlays change it likewise. The path is relative to the
// working directory.
func OpenStandIn(m *manifest.Manifest, u *manifest.Upstream, path string) (*Document, error) {
	var found diag.List
	overlays, _ := overlaysOf(m, u, &found)
	return openStandIn(path, overlays)
}

func openStandIn(path string, overlays []spec.Overlay) (*Document, error) {
	d, err := spec.Open(path, overlays...)
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

// report adds what is wrong with the document of an upstream, or with an overlay of it, to found.
func report(u *manifest.Upstream, err error, found *diag.List) {
	for _, one := range each(err) {
		var located *spec.Error
		if errors.As(one, &located) {
			if i := slices.IndexFunc(u.Overlays, func(named manifest.Value[string]) bool { return file.Path(named) == located.Pos.File }); i >= 0 {
				reportAs("overlay", u.Overlays[i], one, "this is an overlay of the document of the upstream "+u.Name.V, found)
				continue
			}
		}
		Report(u.OpenAPI, one, "this is the document of the upstream "+u.Name.V, found)
	}
}

// Report adds what is wrong with a document to found: at its own place where that is known, with the use that is made of it,
// otherwise at the value of the manifest that led there.
func Report(at manifest.Value[string], err error, use string, found *diag.List) {
	for _, one := range each(err) {
		reportAs("openapi", at, one, use, found)
	}
}

func reportAs(rule string, at manifest.Value[string], err error, use string, found *diag.List) {
	var located *spec.Error
	if errors.As(err, &located) && located.Pos.Line > 0 {
		found.Errorf(diag.Position(located.Pos), 1, rule, "%s; %s", located.Message, use)
		return
	}
	found.ErrorAt(at, rule, "%s", strings.TrimPrefix(err.Error(), file.Path(at)+": "))
}

// each returns an error, or those that it joins.
func each(err error) []error {
	var many interface{ Unwrap() []error }
	if !errors.As(err, &many) {
		return []error{err}
	}
	var all []error
	for _, one := range many.Unwrap() {
		all = append(all, each(one)...)
	}
	return all
}
