package diag

import (
	"encoding/json"
	"io"

	"github.com/nactgen/nactgen/internal/invisible"
)

// jsonDiagnostic is a diagnostic as WriteJSON writes it.
type jsonDiagnostic struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Length   int    `json:"length"`
	Severity string `json:"severity"`
	Rule     string `json:"rule"`
	Message  string `json:"message"`
	Accepted string `json:"accepted,omitempty"`
}

// WriteJSON writes the list as a JSON array of objects with the members file, line, column, length, severity ("error"
// or "warning"), rule and message, and, of an accepted warning, accepted, which is the reason; texts are
// escaped as [Diagnostic.String] does. Columns and lengths count bytes; what is unknown is 0 or empty.
func (l List) WriteJSON(w io.Writer) error {
	all := make([]jsonDiagnostic, 0, len(l))
	for _, d := range l {
		all = append(all, jsonDiagnostic{
			File:     d.Pos.File,
			Line:     d.Pos.Line,
			Column:   d.Pos.Column,
			Length:   d.Length,
			Severity: d.Severity.String(),
			Rule:     d.Rule,
			Message:  visible(d.Message),
			Accepted: visible(d.Accepted),
		})
	}
	return encodeJSON(w, all)
}

// encodeJSON writes v in such a way that a terminal obeys nothing in it.
func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(invisible.NewWriter(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
