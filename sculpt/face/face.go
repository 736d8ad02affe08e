// Package face lists the protocols over which a service can be called. What the checker, the emitter and the exports know of one
// face is its row: a further one is a row, a package of the run-time library, and the pages about it.
package face

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/mcp"
)

// Face is a protocol over which a service can be called.
type Face struct {
	Name    string // as go.faces of the manifest has it
	Title   string // as readers know it
	Package string // of the run-time library, with New and Config
	Handler string // what generated code calls its handler beside those of others

	// Before reports that the handler stands before others, and hands on what is not its own. At most one does not.
	Before bool
	// Lines reports that the handler also serves clients over standard input and output.
	Lines bool
	// Progress reports that callers are told how far a call is: its package has a ReportProgress, and its Config a Progress that takes it.
	Progress bool
	// Keys reports that callers can give an Idempotency-Key.
	Keys bool
	// Settings are what the operator can configure of this face, beside what all have.
	Settings []Setting

	// VersionName returns the name by which an older version of a tool is called; nil: versions have no names of their own.
	VersionName func(*nact.Signature) string
	// LongestName is how many characters a tool's name can have before clients refuse it; 0: any number.
	LongestName int
}

// Setting is a field of the configuration of a service and of its face: a list of texts.
type Setting struct{ Name, Description string }

// The faces, the outermost first: those that hand on what is not their own stand before the one that does not, and what serves
// lines comes before what does not.
var (
	MCP = &Face{
		Name: "mcp", Title: "MCP", Package: "mcp", Handler: "messages", Before: true, Lines: true, Progress: true,
		Settings: []Setting{
			{"Hosts", "Names by which clients of MCP may call, beside the machine's own. Empty: see mcp.Config."},
			{"Origins", "Whose web pages may call over MCP, beside the service's own: https://a.example."},
		},
		VersionName: mcp.VersionName, LongestName: 64,
	}
	NACT = &Face{Name: "nact", Title: "N-ACT", Package: "endpoint", Handler: "endpoints", Keys: true}

	all = Set{MCP, NACT}
)

// Default is what a service speaks whose manifest says nothing of it.
var Default = Set{NACT}

// Set is the faces of a service, the outermost first, each once.
type Set []*Face

// Named returns the set of faces that have one of these names; without names, [Default].
func Named(names []string) Set {
	if len(names) == 0 {
		return Default
	}
	return slices.DeleteFunc(slices.Clone(all), func(f *Face) bool { return !slices.Contains(names, f.Name) })
}

// Names returns the names of all faces that there are, N-ACT's first.
func Names() []string {
	names := make([]string, 0, len(all))
	for _, f := range slices.Backward(all) {
		names = append(names, f.Name)
	}
	return names
}

// Packages returns the packages of the run-time library that faces stand in.
func Packages() []string {
	packages := make([]string, 0, len(all))
	for _, f := range all {
		packages = append(packages, f.Package)
	}
	return packages
}

// Any returns the first face of the set that a condition holds for, or nil.
func (s Set) Any(holds func(*Face) bool) *Face {
	if i := slices.IndexFunc(s, holds); i >= 0 {
		return s[i]
	}
	return nil
}

// Has reports whether a face is in the set.
func (s Set) Has(f *Face) bool { return slices.Contains(s, f) }

// Lines reports whether a face of the set serves clients over standard input and output.
func (s Set) Lines() bool { return s.Any(func(f *Face) bool { return f.Lines }) != nil }

// Keys reports whether callers over a face of the set can give an Idempotency-Key.
func (s Set) Keys() bool { return s.Any(func(f *Face) bool { return f.Keys }) != nil }

// Titles joins the titles of the set as a sentence does: N-ACT and MCP.
func (s Set) Titles() string {
	titles := make([]string, 0, len(s))
	for _, f := range slices.Backward(s) {
		titles = append(titles, f.Title)
	}
	last := len(titles) - 1
	if last < 1 {
		return strings.Join(titles, "")
	}
	return strings.Join(titles[:last], ", ") + " and " + titles[last]
}
