package describe

import (
	"encoding/json"
	"io"

	"github.com/nactgen/nactgen/sculpt/catalog"
)

// WriteJSON writes operations as a JSON array.
func WriteJSON(w io.Writer, list []*catalog.Operation) error { return writeJSON(w, list) }

// WriteJSON writes the detail as a JSON object.
func (d *Detail) WriteJSON(w io.Writer) error { return writeJSON(w, d) }

// WriteJSON writes the answer as a JSON object.
func (a *Answer) WriteJSON(w io.Writer) error { return writeJSON(w, a) }

func writeJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}
