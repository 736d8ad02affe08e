package docdiff

import (
	"encoding/json"
	"io"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// WriteJSON writes the report as one JSON object; docs/guides/upstream-drift.md describes its members.
func (r *Report) WriteJSON(w io.Writer) error {
	report := jsonReport{Manifest: r.Manifest, Class: r.Class(), Tools: []jsonTool{}, Upstreams: []jsonUpstream{}}
	for _, t := range r.Tools {
		report.Tools = append(report.Tools, t.json())
	}
	for _, u := range r.Upstreams {
		report.Upstreams = append(report.Upstreams, u.json())
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(report)
}

type jsonReport struct {
	Manifest  string         `json:"manifest"`
	Class     Class          `json:"class"`
	Tools     []jsonTool     `json:"tools"`
	Upstreams []jsonUpstream `json:"upstreams"`
}

type jsonTool struct {
	Name     string        `json:"name"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Class    Class         `json:"class"`
	Findings []jsonFinding `json:"findings"`
	Errors   []jsonError   `json:"errors,omitempty"`
}

type jsonFinding struct {
	Class    Class         `json:"class"`
	Rule     string        `json:"rule"`
	Step     string        `json:"step,omitempty"`
	Message  string        `json:"message"`
	Do       string        `json:"do"`
	Old      *jsonPosition `json:"old,omitempty"`
	New      *jsonPosition `json:"new,omitempty"`
	Manifest *jsonPosition `json:"manifest,omitempty"`
}

type jsonError struct {
	At      *jsonPosition `json:"at,omitempty"`
	Rule    string        `json:"rule"`
	Message string        `json:"message"`
}

type jsonPosition struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

type jsonUpstream struct {
	Name    string       `json:"name"`
	Old     jsonDocument `json:"old"`
	New     jsonDocument `json:"new"`
	Added   []string     `json:"operations_added"`
	Removed []string     `json:"operations_removed"`
}

type jsonDocument struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

func (t *Tool) json() jsonTool {
	tool := jsonTool{Name: t.Name, File: t.File, Line: t.Line, Class: t.Class(), Findings: []jsonFinding{}}
	for _, f := range t.Findings {
		tool.Findings = append(tool.Findings, jsonFinding{
			Class: f.Class, Rule: f.Rule, Step: f.Step, Message: f.Message, Do: f.Do,
			Old: position(f.Old), New: position(f.New), Manifest: position(f.Manifest),
		})
	}
	for _, d := range t.Errors {
		tool.Errors = append(tool.Errors, jsonError{At: position(d.Pos), Rule: d.Rule, Message: d.Message})
	}
	return tool
}

// position is nil for an unknown place.
func position(p diag.Position) *jsonPosition {
	if p.Line == 0 {
		return nil
	}
	return &jsonPosition{File: p.File, Line: p.Line, Column: p.Column}
}

func (u *Upstream) json() jsonUpstream {
	return jsonUpstream{
		Name: u.Name, Old: jsonDocument(u.Old), New: jsonDocument(u.New),
		Added: append([]string{}, u.Added...), Removed: append([]string{}, u.Removed...),
	}
}
