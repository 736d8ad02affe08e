package docdiff

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Class says how much a tool is touched. A greater class is worse.
type Class int

// The classes.
const (
	Untouched Class = iota // the tool works on as it is
	Warns                  // it works on, but something it relies on is weaker now, or will go
	Breaks                 // it has to be generated anew or changed before it works with the new document
)

var classNames = [...]string{Untouched: "untouched", Warns: "warning", Breaks: "breaks"}

// String returns untouched, warning or breaks.
func (c Class) String() string { return classNames[c] }

// MarshalText implements [encoding.TextMarshaler] with the text of String.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Report is what a comparison found.
type Report struct {
	Manifest  string      // as it was opened
	Upstreams []*Upstream // those with a new document, by name
	Tools     []*Tool     // all tools, in the manifest's order
}

// Class returns the worst class of a tool.
func (r *Report) Class() Class {
	class := Untouched
	for _, t := range r.Tools {
		class = max(class, t.Class())
	}
	return class
}

// Count returns how many tools have that class.
func (r *Report) Count(class Class) int {
	n := 0
	for _, t := range r.Tools {
		if t.Class() == class {
			n++
		}
	}
	return n
}

// Upstream is an upstream that gets a new document, with the operations that it adds and removes, used or not.
type Upstream struct {
	Name    string   `json:"name"`
	Old     Document `json:"old"`
	New     Document `json:"new"`
	Added   []string `json:"operations_added"`   // by method and path, in the new document's order
	Removed []string `json:"operations_removed"` // in the old document's order

	// Vanished are the targets of overlays that select nothing any more, in the order of the overlays. What they were to change may be gone, or
	// have another place now; tools that needed the change have findings of their own.
	Vanished []Target `json:"targets_vanished,omitempty"`
}

// Target is what an action of an overlay changes.
type Target struct {
	Target  string        `json:"target"` // in JSONPath
	Overlay diag.Position `json:"overlay"`
}

// Document is a document of an upstream.
type Document struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"` // of the file itself
}

// Tool is what happens to one tool.
type Tool struct {
	Name     string
	File     string    // in which it stands: the manifest, or what that includes
	Line     int       // in File
	Findings []Finding // the worst first, otherwise in the order of the steps

	// Errors are those that generation would have with the new documents, for a tool that has breaking findings.
	Errors diag.List
}

// Class returns the worst class of a finding.
func (t *Tool) Class() Class {
	class := Untouched
	for _, f := range t.Findings {
		class = max(class, f.Class)
	}
	return class
}

// Finding is one change that touches a tool.
type Finding struct {
	Class    Class         `json:"class"`             // Warns or Breaks
	Rule     string        `json:"rule"`              // a short stable name: field-gone
	Step     string        `json:"step,omitempty"`    // empty if it is no single step
	Message  string        `json:"message"`           // what has changed
	Do       string        `json:"do"`                // what to do about it
	Old      diag.Position `json:"old,omitzero"`      // places in the documents; unknown ones are zero
	New      diag.Position `json:"new,omitzero"`      // likewise
	Manifest diag.Position `json:"manifest,omitzero"` // of the step, or of what generation complains about
}

// add adds a finding, unless the step has it already.
func (t *Tool) add(f Finding) {
	if !slices.ContainsFunc(t.Findings, func(have Finding) bool {
		return have.Rule == f.Rule && have.Step == f.Step && have.Message == f.Message
	}) {
		t.Findings = append(t.Findings, f)
	}
}
