package docdiff

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, t := range r.Tools {
		if t.Class() == Untouched {
			continue
		}
		fmt.Fprintf(out, "%s (%s) %s\n", t.Name, diag.Position{File: t.File, Line: t.Line}, verdict(t.Class()))
		for _, f := range t.Findings {
			f.writeText(out)
		}
		if len(t.Errors) > 0 {
			fmt.Fprintln(out, "  What nactgen generate would say:")
		}
		for _, d := range t.Errors {
			fmt.Fprintf(out, "    %s\n", d)
		}
		fmt.Fprintln(out)
	}
	if names := r.names(Untouched); len(names) > 0 {
		fmt.Fprintf(out, "untouched: %s\n\n", strings.Join(names, ", "))
	}
	for _, u := range r.Upstreams {
		u.writeText(out)
	}
	fmt.Fprintf(out, "%s: %s\n", r.Manifest, r.Summary())
	return out.Flush()
}

func (f *Finding) writeText(out io.Writer) {
	step := ""
	if f.Step != "" {
		step = "step " + f.Step + ": "
	}
	fmt.Fprintf(out, "  %s: %s%s [%s]\n", f.Class, step, oneLine(f.Message), f.Rule)
	if places := f.Places(); places != "" {
		fmt.Fprintf(out, "    %s\n", places)
	}
	fmt.Fprintf(out, "    → %s\n", oneLine(f.Do))
}

func (u *Upstream) writeText(out io.Writer) {
	fmt.Fprintf(out, "%s: %s → %s\n", u.Name, u.Old.File, u.New.File)
	for _, line := range u.lines() {
		fmt.Fprintf(out, "  %s\n", line)
	}
	fmt.Fprintln(out)
}

// lines describes the changes of the document as a whole.
func (u *Upstream) lines() []string {
	var lines []string
	switch {
	case u.Old.SHA256 == u.New.SHA256:
		lines = append(lines, "the documents are the same")
	case len(u.Added)+len(u.Removed) > 0:
		lines = append(lines, fmt.Sprintf("operations: %d added, %d removed", len(u.Added), len(u.Removed)))
	}
	for _, t := range u.Vanished {
		lines = append(lines, fmt.Sprintf("vanished: %s: %s selects nothing of the new document; delete the action, or correct its target", t.Overlay, oneLine(t.Target)))
	}
	return lines
}

// Places returns the positions of the finding in the documents: "was old.yaml:3:5, is new.yaml:4:5". It is empty if none is known.
func (f *Finding) Places() string {
	var places []string
	if f.Old.Line > 0 {
		places = append(places, "was "+f.Old.String())
	}
	if f.New.Line > 0 {
		places = append(places, "is "+f.New.String())
	}
	if len(places) == 0 && f.Manifest.Line > 0 {
		return "at " + f.Manifest.String()
	}
	return strings.Join(places, ", ")
}

// Summary returns in one line how many tools have which class.
func (r *Report) Summary() string {
	if len(r.Tools) == 0 {
		return "no tools"
	}
	var parts []string
	for _, c := range []Class{Breaks, Warns, Untouched} {
		if n := r.Count(c); n > 0 {
			parts = append(parts, tools(n)+" "+verbs(n, c))
		}
	}
	vanished := 0
	for _, u := range r.Upstreams {
		vanished += len(u.Vanished)
	}
	switch vanished {
	case 0:
	case 1:
		parts = append(parts, "1 target of an overlay vanished")
	default:
		parts = append(parts, fmt.Sprintf("%d targets of overlays vanished", vanished))
	}
	return strings.Join(parts, ", ")
}

func tools(n int) string {
	if n == 1 {
		return "1 tool"
	}
	return fmt.Sprintf("%d tools", n)
}

// verbs returns the predicate for n tools of a class: "break", "have warnings".
func verbs(n int, c Class) string {
	if n == 1 {
		return verdict(c)
	}
	return map[Class]string{Breaks: "break", Warns: "have warnings", Untouched: "are untouched"}[c]
}

func verdict(c Class) string {
	return map[Class]string{Breaks: "breaks", Warns: "has warnings", Untouched: "is untouched"}[c]
}

// names are the tools of a class.
func (r *Report) names(c Class) []string {
	var names []string
	for _, t := range r.Tools {
		if t.Class() == c {
			names = append(names, t.Name)
		}
	}
	return names
}

// oneLine returns a text of a document in one line, with blanks for characters that would move the cursor.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, s)
}
