package sigdiff

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

// WriteMarkdown writes the report as a comment on a pull request, in GitHub's Markdown: the summary, and a table a tool.
// Tools whose texts alone changed are folded.
func (r Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### N-ACT tools: %s\n\n%s\n", r.Class.verdict(), r.Summary())
	for _, t := range r.Tools {
		folded := t.Class <= Text && len(t.Differences) > 0
		if folded {
			fmt.Fprintf(out, "\n<details><summary><code>%s</code> %s</summary>\n", html.EscapeString(quoteToken(t.Name)), t.headline())
		} else {
			fmt.Fprintf(out, "\n**%s** %s\n", markdown(quoteToken(t.Name)), t.headline())
		}
		t.markdownTable(out)
		if folded {
			out.WriteString("\n</details>\n")
		}
	}
	return out.Flush()
}

func (t ToolReport) markdownTable(out *bufio.Writer) {
	if len(t.Differences) == 0 {
		return
	}
	out.WriteString("\n| | change | rule |\n| --- | --- | --- |\n")
	for _, d := range t.Differences {
		class := d.Class.String()
		if d.Class == Breaking {
			class = "**breaking**"
		}
		fmt.Fprintf(out, "| %s | %s | %s |\n", class, markdown(d.Message), d.Rule)
	}
}

// verdict says what the class of a report means for callers.
func (c Class) verdict() string {
	switch c {
	case None:
		return "no change"
	case Text:
		return "texts changed"
	case Additive:
		return "compatible"
	}
	return "breaking"
}

// inert stands after characters that could begin a mention, a reference or a link.
const inert = "<!-- -->"

// markdown returns text that Markdown shows as it is: on one line, without markup, links, references or mentions.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < ' ':
			b.WriteByte(' ')
		case strings.ContainsRune("\\`*_[]<>|~$&", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.ContainsRune("@#:.", r):
			b.WriteRune(r)
			b.WriteString(inert)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
