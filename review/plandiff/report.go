package plandiff

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

// Report is the result of a comparison, or the reason why there was none. Its JSON is stable.
type Report struct {
	Base    string   `json:"base,omitempty"`    // the revision of the older plan, for people: v1
	Problem string   `json:"problem,omitempty"` // why nothing was compared, as a sentence without its full stop; otherwise empty
	Changes []Change `json:"changes"`           // as Compare returns them; never null in JSON
}

// WriteText writes the report for a terminal: a line a change, and a summary.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, c := range r.Changes {
		fmt.Fprintf(out, "%s  %s: %s", c.Severity, visible(c.where()), c.Kind.words())
		if values := c.values(visible); values != "" {
			fmt.Fprintf(out, ": %s", values)
		}
		fmt.Fprintf(out, " (%s)\n", c.Kind)
	}
	if len(r.Changes) > 0 {
		out.WriteByte('\n')
	}
	fmt.Fprintln(out, r.Summary(visible))
	return out.Flush()
}

// Summary returns a summary of the report, in one sentence with its full stop. Quote escapes the name of the base for the text around.
func (r *Report) Summary(quote func(string) string) string {
	switch {
	case r.Problem != "":
		return fmt.Sprintf("What the tools do was not compared: %s.", visible(r.Problem))
	case len(r.Changes) == 0:
		return fmt.Sprintf("The tools do what they did at %s.", quote(r.Base))
	}
	summary := fmt.Sprintf("%s of what the tools do since %s", count(len(r.Changes), "change"), quote(r.Base))
	if n := r.security(); n > 0 {
		summary += fmt.Sprintf(", %d for a security review", n)
	}
	return summary + "."
}

// security returns how many of the changes, which come first, are of security.
func (r *Report) security() int {
	n := 0
	for _, c := range r.Changes {
		if c.Severity == Security {
			n++
		}
	}
	return n
}

// where returns the place of a change, after its tool if it has one.
func (c *Change) where() string {
	if c.Tool == "" && len(c.Tools) == 0 {
		return c.Place
	}
	return cmp.Or(c.Tool, strings.Join(c.Tools, ", ")) + " " + c.Place
}

// values describes the values before and after. It is empty if the change has none.
func (c *Change) values(quote func(string) string) string {
	before, after := excerpt(c.Before, c.After)
	switch {
	case before == "" && after == "":
		return ""
	case before == "":
		return "now " + quote(after)
	case after == "":
		return "was " + quote(before)
	}
	return quote(before) + " → " + quote(after)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
