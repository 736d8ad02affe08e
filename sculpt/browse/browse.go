// Package browse is for authors who look up what there is to call. From documents come the operations as a list, which a [Query]
// searches, and for one of them its [Detail]: parameters, body and answers, with the values in them as expressions see them.
package browse

import (
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Source is a document whose operations are looked at.
type Source struct {
	Upstream string // what the manifest calls it; empty: there is no manifest
	Document *spec.Document
}

// Operation is an operation in a list. Its JSON is stable.
type Operation struct {
	Call        string   `json:"call"`               // as the call of a step has it, without the upstream where there is no manifest
	Upstream    string   `json:"upstream,omitempty"` // empty: there is no manifest
	ID          string   `json:"id,omitempty"`
	Method      string   `json:"method"`
	Path        string   `json:"path"`
	Writes      bool     `json:"writes"`
	Deprecated  bool     `json:"deprecated"`
	Summary     string   `json:"summary"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	At          Place    `json:"at"`

	source Source
	entry  spec.Entry
}

// Place is a place in a document.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in bytes
}

func (p Place) String() string { return spec.Position(p).String() }

// List returns the operations of documents, in their order.
func List(sources ...Source) []*Operation {
	list := []*Operation{}
	for _, s := range sources {
		entries := s.Document.Operations()
		count := map[string]int{}
		for _, e := range entries {
			count[e.ID]++
		}
		for _, e := range entries {
			list = append(list, newOperation(s, e, count[e.ID] == 1))
		}
	}
	return list
}

// newOperation is the operation of an entry; identified says that its id belongs to no other.
func newOperation(s Source, e spec.Entry, identified bool) *Operation {
	outline := s.Document.Outline(e)
	return &Operation{
		Call: call(s.Upstream, e, identified), Upstream: s.Upstream, ID: e.ID, Method: e.Method, Path: e.Path,
		Writes: (&plan.Operation{Method: e.Method}).Writes(), Deprecated: outline.Deprecated, Summary: outline.Summary, Description: outline.Description,
		Tags: append([]string{}, outline.Tags...), At: Place(e.Pos), source: s, entry: e,
	}
}

// call is how a step calls an operation: by its id, or else by its method and path.
func call(upstream string, e spec.Entry, identified bool) string {
	byID := e.ID != "" && identified && !strings.ContainsFunc(e.ID, unicode.IsSpace)
	switch {
	case byID && upstream == "":
		return e.ID
	case byID:
		return upstream + "." + e.ID
	}
	return strings.TrimSpace(upstream + " " + e.Method + " " + e.Path)
}
