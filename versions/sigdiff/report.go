// Package sigdiff compares versions of N-ACT tools: it says of every difference between two signatures whether an agent
// that relies on the older one can go on as before.
//
// In go [nact.Signature] values: those that a server is about to publish, or those that a client cached, which [Decode]
// reads from the JSON that an N-ACT server publishes. Out come differences: [Compare] lists those of two signatures, each
// with its [Class] and the rule that decided it; [Overall] sums them up; a [Report] does so for all tools of a service, as
// text, JSON or Markdown.
//
// The measure is a client that cached the older signature and calls the tool with what it permits: its calls must stay
// valid and keep their meaning, and the answers must stay within what it knows. So an input may accept more and an output
// may answer less, never the other way round, and a default that a call relied on stays what it was. [Rules] lists all
// rules.
//
// The package needs the standard library and package nact only. Its functions change nothing and are safe for concurrent
// use.
package sigdiff

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
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
	for _, p := range Match(older, newer) {
		r.compare(p.Older, p.Newer)
	}
	slices.SortStableFunc(r.Tools, func(a, b ToolReport) int {
		return cmp.Or(cmp.Compare(b.Class, a.Class), cmp.Compare(a.Name, b.Name))
	})
	return r
}

// compare adds what differs between two versions of a tool, of which one may be nil.
func (r *Report) compare(was, is *nact.Signature) {
	switch {
	case is == nil:
		r.add(ToolReport{ID: was.ToolID, Name: was.Name, Status: Removed, Class: Breaking, Older: was.Version})
		return
	case was == nil:
		r.add(ToolReport{ID: is.ToolID, Name: is.Name, Status: Added, Class: Additive, Newer: is.Version})
		return
	}
	differences := WorstFirst(Compare(*was, *is))
	if len(differences) == 0 && was.Version == is.Version {
		r.Unchanged++
		return
	}
	r.add(ToolReport{was.ToolID, was.Name, Changed, Overall(differences), was.Version, is.Version, differences})
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

// WriteText writes the report for a terminal: a line a tool, below it a line a difference, and a summary.
func (r Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, t := range r.Tools {
		fmt.Fprintf(out, "%s %s\n", quoteToken(t.Name), t.headline())
		for _, d := range t.Differences {
			fmt.Fprintf(out, "  %-9s %s (%s)\n", d.Class, d.Message, d.Rule)
		}
		out.WriteByte('\n')
	}
	fmt.Fprintln(out, r.Summary())
	return out.Flush()
}

// headline says what happened to the tool, with its versions and class.
func (t ToolReport) headline() string {
	switch {
	case t.Status == Added:
		return fmt.Sprintf("is new, at version %d (additive)", t.Newer)
	case t.Status == Removed:
		return fmt.Sprintf("is gone, at version %d (breaking)", t.Older)
	case t.Older == t.Newer:
		return fmt.Sprintf("version %d (%s)", t.Older, t.Class)
	}
	return fmt.Sprintf("version %d to %d (%s)", t.Older, t.Newer, t.Class)
}

// Summary returns a summary of the report, in one sentence with its full stop.
func (r Report) Summary() string {
	if len(r.Tools) == 0 {
		return fmt.Sprintf("No tool changed; %s the same.", count(r.Unchanged, "is", "are"))
	}
	var parts []string
	for class := Breaking; class >= None; class-- {
		if n := r.of(class); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, class.summary()))
		}
	}
	return fmt.Sprintf("%s: %s; %s the same.", count(len(r.Tools), "tool changed", "tools changed"), strings.Join(parts, ", "), count(r.Unchanged, "is", "are"))
}

// of returns how many tools have a class.
func (r Report) of(class Class) int {
	n := 0
	for _, t := range r.Tools {
		if t.Class == class {
			n++
		}
	}
	return n
}

// summary describes a change whose worst difference has the class.
func (c Class) summary() string {
	switch c {
	case None:
		return "in its version number only"
	case Text:
		return "in its texts only"
	}
	return c.String()
}

func count(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, one)
	}
	return fmt.Sprintf("%d %s", n, many)
}
