// Package resync brings a manifest up to date with its documents. What the author of an upstream selects, and no step of any tool calls,
// gets a drafted tool, which is disabled; what tools and selections name and the documents no longer have is told. What was written stays
// as it is, to the byte.
package resync

import (
	"slices"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Result is what a manifest lacks.
type Result struct {
	Sources  []manifest.Source // the files of the manifest with what they lacked
	Added    []*draft.Tool     // the tools among it
	Refused  []draft.Refusal   // operations of which no tool could be drafted
	Vanished diag.List         // what the manifest names and its documents do not have, sorted
	Selects  bool              // some upstream has a selection
}

// Run finds out what a manifest lacks. Upstreams without a document are passed over: why there is none has been reported. The error says
// where the text of the manifest cannot be added to, or that what is wrong with it leaves nothing to check a draft with.
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

// state is a manifest with what its documents have.
type state struct {
	manifest  *manifest.Manifest
	documents document.Set
	lists     map[string][]*catalog.Operation // by upstream
	service   *draft.Service
	upstreams map[string]*draft.Upstream // those of service, by name
}

func newState(m *manifest.Manifest, documents document.Set) *state {
	s := &state{
		manifest: m, documents: documents, lists: map[string][]*catalog.Operation{}, upstreams: map[string]*draft.Upstream{},
		service: &draft.Service{Name: m.Service.Name.V},
	}
	called := enabledUpstreams(m)
	opened := map[string]*document.Document{} // by file: an operation of one file is the same by whatever upstream it is called
	for _, u := range m.Upstreams {
		d := documents[u.Name.V]
		if d == nil {
			continue
		}
		if first := opened[d.File()]; first != nil {
			d = first
		}
		opened[d.File()] = d
		s.lists[u.Name.V] = catalog.List(catalog.Source{Upstream: u.Name.V, Document: d.Document})
		up := &draft.Upstream{Name: u.Name.V, Path: u.OpenAPI.V, Server: u.Server.V, Document: d.Document, Settled: settled(u, d) || called[u.Name.V]}
		s.upstreams[u.Name.V] = up
		s.service.Upstreams = append(s.service.Upstreams, up)
	}
	return s
}

// request names an operation by its document, method and path.
func (s *state) request(op *catalog.Operation) string {
	return s.documents[op.Upstream].File() + " " + op.Method + " " + op.Path
}
