// Package diag holds diagnostics: what is wrong in a file that a user wrote, where, and what to do instead.
//
// Stages add their findings to a [List], sort it once, and leave printing to the caller: as text with the source line
// and a caret, as JSON, as GitHub workflow commands or as SARIF.
package diag

import (
	"strconv"
	"strings"
)

// Position is a place in a file. The zero Position is unknown.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`             // from 1; 0 if only the file is known
	Column int    `json:"column,omitempty"` // from 1, in bytes of the line; 0 if only the line is known
}

// IsZero reports whether no line is known: a field tagged omitzero is left out of JSON then.
func (p Position) IsZero() bool { return p.Line == 0 }

// String returns file:line:column, without the parts that are unknown.
func (p Position) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	for _, n := range []int{p.Line, p.Column} {
		if n <= 0 {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(':')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// Severity says whether a diagnostic stops generation.
type Severity int

// The severities.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one finding.
type Diagnostic struct {
	Pos      Position
	Length   int // bytes to underline from Pos on; 0 or 1 is a single caret
	Severity Severity
	Rule     string   // a short stable name of the rule ("unknown-key"), for lint output and documentation
	Message  string   // one line: what is wrong and what to do instead
	Use      Position // where the manifest leads to Pos, if that is in a file that the manifest only names
	Accepted string   // one line: why a warning may stay; empty: it is not accepted
}

// At returns the place in the manifest that a diagnostic is about.
func (d Diagnostic) At() Position {
	if d.Use.IsZero() {
		return d.Pos
	}
	return d.Use
}

// String returns the diagnostic as one line, file:line:column: message, in which a warning is marked as such. One that is accepted has its
// rule and the reason behind it. Control characters in the file's name, in the message and in the reason are shown escaped.
func (d Diagnostic) String() string {
	var b strings.Builder
	if at := d.Pos.String(); at != "" {
		b.WriteString(visible(at) + ": ")
	}
	switch {
	case d.Accepted != "":
		b.WriteString("accepted: ")
	case d.Severity == Warning:
		b.WriteString("warning: ")
	}
	b.WriteString(visible(d.Message))
	if d.Accepted != "" {
		b.WriteString(" (" + d.Rule + ": " + visible(d.Accepted) + ")")
	}
	return b.String()
}
