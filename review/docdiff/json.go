package docdiff

import (
	"encoding/json"
	"io"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// WriteJSON writes the report as one JSON object; docs/guides/upstream-drift.md describes its members.
func (r *Report) WriteJSON(w io.Writer) error {
	type fault struct {
		At      diag.Position `json:"at,omitzero"`
		Rule    string        `json:"rule"`
		Message string        `json:"message"`
	}
	type tool struct {
		Name     string    `json:"name"`
		File     string    `json:"file"`
		Line     int       `json:"line"`
		Class    Class     `json:"class"`
		Findings []Finding `json:"findings"`
		Errors   []fault   `json:"errors,omitempty"`
	}
	tools, upstreams := []tool{}, []Upstream{}
	for _, t := range r.Tools {
		of := tool{t.Name, t.File, t.Line, t.Class(), append([]Finding{}, t.Findings...), nil}
		for _, d := range t.Errors {
			of.Errors = append(of.Errors, fault{d.Pos, d.Rule, d.Message})
		}
		tools = append(tools, of)
	}
	for _, u := range r.Upstreams {
		upstreams = append(upstreams, Upstream{u.Name, u.Old, u.New, append([]string{}, u.Added...), append([]string{}, u.Removed...), u.Vanished})
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		Manifest  string     `json:"manifest"`
		Class     Class      `json:"class"`
		Tools     []tool     `json:"tools"`
		Upstreams []Upstream `json:"upstreams"`
	}{r.Manifest, r.Class(), tools, upstreams})
}
