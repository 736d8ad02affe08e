// Package catalog lists the operations of documents as steps call them. A [Query] searches the list, [Find] takes one by its
// name, and [Selected] those that the key select of an upstream is for.
package catalog

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
		Writes: !plan.Reads(e.Method, outline.Reads), Deprecated: outline.Deprecated, Summary: outline.Summary, Description: outline.Description,
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

// Document returns the document that the operation stands in.
func (op *Operation) Document() *spec.Document { return op.source.Document }

// Resolve returns the operation with everything that it refers to. What is wrong with the document where it leads to is an error.
func (op *Operation) Resolve() (*spec.Operation, error) {
	resolved, err := op.source.Document.Resolve(op.entry)
	if err != nil {
		return nil, err
	}
	return resolved[0], nil
}

// Title is what the document says of the operation in a line: its summary, or else the first sentence of its description.
func (op *Operation) Title() string {
	if op.Summary != "" {
		return op.Summary
	}
	return Sentence(op.Description)
}

// Sentence returns the first sentence of a text, on one line, cut behind 160 characters.
func Sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	const most = 160
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
