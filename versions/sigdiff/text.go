package sigdiff

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteText writes the report for a person at a terminal: a line a tool, below it a line a difference, and last what it
// comes to.
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

// headline says what became of the tool.
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

// Summary returns what the report comes to, in one sentence with its full stop.
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

func (r Report) of(class Class) int {
	n := 0
	for _, t := range r.Tools {
		if t.Class == class {
			n++
		}
	}
	return n
}

// summary is what a tool is whose worst difference is of the class.
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
