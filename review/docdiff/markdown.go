package docdiff

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the report as Markdown, for a comment in a code review.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Upstream drift: %s\n", r.Summary())
	for _, t := range r.Tools {
		if t.Class() != Untouched {
			t.writeMarkdown(out)
		}
	}
	if names := r.names(Untouched); len(names) > 0 {
		for i, name := range names {
			names[i] = code(name)
		}
		fmt.Fprintf(out, "\nUntouched: %s\n", strings.Join(names, ", "))
	}
	for _, u := range r.Upstreams {
		fmt.Fprintf(out, "\n**%s**: %s → %s\n\n", escape(u.Name), code(u.Old.File), code(u.New.File))
		for _, line := range u.lines() {
			text := strings.TrimLeft(line, " ")
			fmt.Fprintf(out, "%s- %s\n", line[:len(line)-len(text)], escape(text))
		}
	}
	return out.Flush()
}

func (t *Tool) writeMarkdown(out io.Writer) {
	fmt.Fprintf(out, "\n#### %s %s\n\n| | step | change | what to do |\n| --- | --- | --- | --- |\n", code(t.Name), verdict(t.Class()))
	for _, f := range t.Findings {
		change := escape(f.Message)
		if places := f.Places(); places != "" {
			change += "<br>" + escape(places)
		}
		fmt.Fprintf(out, "| %s<br>%s | %s | %s | %s |\n", f.Class, code(f.Rule), escape(f.Step), change, escape(f.Do))
	}
	if len(t.Errors) == 0 {
		return
	}
	fmt.Fprintf(out, "\nWhat `nactgen generate` would say:\n\n")
	for _, d := range t.Errors {
		fmt.Fprintf(out, "- %s\n", escape(d.String()))
	}
}

// code shows a name or path as code.
func code(s string) string {
	return "`" + strings.ReplaceAll(oneLine(s), "`", "'") + "`"
}

var markdown = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "@", "&#64;", "!", `\!`, "~", `\~`,
)

// escape shows text of a document as text: what it holds of Markdown and HTML has no effect.
func escape(s string) string { return markdown.Replace(oneLine(s)) }
