package sigdiff

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Status says what became of a tool.
type Status string

// The statuses.
const (
	Added   Status = "added"
	Removed Status = "removed"
	Changed Status = "changed"
)

// Report is what differs between the tools of a service at two times. Its JSON is stable.
type Report struct {
	Class     Class        `json:"class"`     // the worst of Tools
	Unchanged int          `json:"unchanged"` // how many tools are the same in both
	Tools     []ToolReport `json:"tools"`     // the worst first, and by name; never null in JSON
}

// ToolReport is what differs in one tool.
type ToolReport struct {
	ID          string       `json:"toolId"`
	Name        string       `json:"name"` // the older one, if the tool was renamed
	Status      Status       `json:"status"`
	Class       Class        `json:"class"`
	Older       int          `json:"olderVersion,omitempty"` // 0 if the tool was added
	Newer       int          `json:"newerVersion,omitempty"` // 0 if the tool was removed
	Differences []Difference `json:"differences,omitempty"`  // the worst first; those of class None are left out
}

// NewReport compares two lists of tools, each tool as its current signature. Tools are matched by their IDs, and those
// left over by their names. A tool that is new is additive, one that is gone is breaking.
func NewReport(older, newer []nact.Signature) Report {
	r := Report{Tools: []ToolReport{}}
	found := pair(older, newer, func(s *nact.Signature) (id, name string) { return strings.ToLower(s.ToolID), s.Name })
	for i := range older {
		was := &older[i]
		if found.newer[i] < 0 {
			r.add(ToolReport{ID: was.ToolID, Name: was.Name, Status: Removed, Class: Breaking, Older: was.Version})
			continue
		}
		is := &newer[found.newer[i]]
		differences := WorstFirst(Compare(*was, *is))
		if len(differences) == 0 && was.Version == is.Version {
			r.Unchanged++
			continue
		}
		r.add(ToolReport{was.ToolID, was.Name, Changed, Overall(differences), was.Version, is.Version, differences})
	}
	for _, i := range found.added {
		is := &newer[i]
		r.add(ToolReport{ID: is.ToolID, Name: is.Name, Status: Added, Class: Additive, Newer: is.Version})
	}
	slices.SortStableFunc(r.Tools, func(a, b ToolReport) int {
		return cmp.Or(cmp.Compare(b.Class, a.Class), cmp.Compare(a.Name, b.Name))
	})
	return r
}

func (r *Report) add(t ToolReport) {
	r.Tools = append(r.Tools, t)
	r.Class = max(r.Class, t.Class)
}

// WriteJSON writes the report as one indented JSON object and a line feed.
func (r Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}
