package plandiff

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the report as a part of a comment on a pull request: what a security review has to see, and folded what
// else there is.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### What the tools do: %s\n\n%s\n", r.verdict(), r.Summary(code))
	security := r.security()
	writeList(out, r.Changes[:security])
	if others := r.Changes[security:]; len(others) > 0 {
		noun := "change"
		if security > 0 {
			noun = "other change"
		}
		fmt.Fprintf(out, "\n<details><summary>%s</summary>\n", count(len(others), noun))
		writeList(out, others)
		out.WriteString("\n</details>\n")
	}
	return out.Flush()
}

func writeList(out *bufio.Writer, changes []Change) {
	if len(changes) > 0 {
		out.WriteByte('\n')
	}
	for _, c := range changes {
		fmt.Fprintf(out, "- **%s** %s %s", c.Kind, code(c.where()), c.Kind.words())
		if values := c.values(code); values != "" {
			fmt.Fprintf(out, ": %s", values)
		}
		out.WriteByte('\n')
	}
}

func (r *Report) verdict() string {
	switch {
	case r.Problem != "":
		return "not compared"
	case len(r.Changes) == 0:
		return "no change"
	case r.security() == 0:
		return "changed"
	}
	return "**security review**"
}

// code shows text as code in Markdown, fenced so that no backquote in it ends that.
func code(s string) string {
	s = visible(s)
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", longest+1)
	return fence + " " + s + " " + fence
}
