// Package resync brings a manifest up to date with its documents. For operations that an upstream selects and no step calls it adds drafted tools, which
// are disabled. It reports the names in tools and selections that the documents no longer have. The text that is there stays as it is, to the byte.
package resync

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Result is the updated manifest, and what could not be updated.
type Result struct {
	Sources  []manifest.Source // the files of the manifest with everything that was added
	Added    []*draft.Tool     // the tools that were added
	Refused  []draft.Refusal   // operations for which no tool could be drafted
	Vanished diag.List         // names in the manifest that its documents do not have, sorted
	Selects  bool              // an upstream has a selection
}

// Run updates a manifest. Upstreams without a document are skipped, since that has been reported already. The error says where entries could not be added
// to the text of the manifest, or why the drafted tools cannot be checked.
func Run(m *manifest.Manifest, documents document.Set) (*Result, error) {
	s := newState(m, documents)
	r := &Result{Sources: m.Sources}
	used := s.used(&r.Vanished)
	var wanted []*catalog.Operation
	for _, u := range m.Upstreams {
		if !u.Select.Set || s.lists[u.Name.V] == nil {
			continue
		}
		r.Selects = true
		chosen, missing := catalog.Selected(u.Select, s.lists[u.Name.V])
		for _, miss := range missing {
			r.Vanished.WarnAt(miss, "select", "\"select\": %s", miss.Message)
		}
		wanted = append(wanted, slices.DeleteFunc(chosen, func(op *catalog.Operation) bool {
			again := used[s.request(op)]
			used[s.request(op)] = true
			return again
		})...)
	}
	r.Vanished.Sort()
	return r, s.draft(wanted, r)
}

// state is a manifest with the operations of its documents.
type state struct {
	manifest  *manifest.Manifest
	documents document.Set
	lists     map[string][]*catalog.Operation // by upstream; without those that have no document
	service   *draft.Service
	upstreams map[string]*draft.Upstream // the upstreams of service, by name
}

func newState(m *manifest.Manifest, documents document.Set) *state {
	s := &state{
		manifest: m, documents: documents, lists: map[string][]*catalog.Operation{}, upstreams: map[string]*draft.Upstream{},
		service: &draft.Service{Name: m.Service.Name.V},
	}
	called := enabledUpstreams(m)
	opened := map[string]*document.Document{} // by file, so that upstreams with the same file have the same operations
	for _, u := range m.Upstreams {
		d := documents[u.Name.V]
		if d == nil {
			continue
		}
		key := identity(d)
		if first := opened[key]; first != nil {
			d = first
		}
		opened[key] = d
		s.lists[u.Name.V] = catalog.List(catalog.Source{Upstream: u.Name.V, Document: d.Document})
		up := &draft.Upstream{Name: u.Name.V, Path: u.OpenAPI.V, Overlays: manifest.Texts(u.Overlays), Server: u.Server.V, Document: d.Document, Settled: settled(u, d) || called[u.Name.V]}
		s.upstreams[u.Name.V] = up
		s.service.Upstreams = append(s.service.Upstreams, up)
	}
	return s
}

// identity tells documents apart: by their file, and the overlays that change it.
func identity(d *document.Document) string {
	names := []string{d.File()}
	for _, o := range d.Overlays() {
		names = append(names, o.File)
	}
	return strings.Join(names, "\n")
}

// request identifies an operation by its document, method and path.
func (s *state) request(op *catalog.Operation) string {
	return s.documents[op.Upstream].File() + " " + op.Method + " " + op.Path
}
