package stats

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteText writes the report as tables for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s%s", r.head(), r.read(plainName).text(), r.answers(plainName).text(), r.notes("\n"))
	return err
}

// WriteMarkdown writes the report as tables of Markdown.
func (r *Report) WriteMarkdown(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s%s", r.head(), r.read(codeName).markdown(), r.answers(codeName).markdown(), r.notes("\n"))
	return err
}

// WriteJSON writes the report as a JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(r)
}

func (r *Report) head() string {
	return "Tokens by " + r.Encoding + "; in brackets, how many times as many the operations take as tools of their own."
}

// plainName and codeName write a name for a terminal and for Markdown.
func plainName(name string) string { return name }
func codeName(name string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ", "\r", " ").Replace(name) + "`"
}

// read returns the table of what a model reads to know each tool, all tools, and all operations of the documents.
func (r *Report) read(name func(string) string) *grid {
	g := &grid{columns: []column{{"to know", false}, {"operations", true}, {"raw", true}, {"N-ACT", true}, {"MCP", true}, {"function", true}}}
	row := func(what string, operations, raw int, atLeast bool, forms *Read) {
		cells := []string{what, digits(operations), counted(raw, atLeast)}
		for _, n := range forms.forms() {
			cells = append(cells, times(n, raw))
		}
		g.row(cells...)
	}
	for _, t := range r.Tools {
		row(name(t.Name), len(t.Operations), t.Read.Raw, t.Read.AtLeast, &t.Read)
	}
	row(r.all(len(r.Tools)), r.Total.Operations, r.Total.Read.Raw, r.Total.Read.AtLeast, &r.Total.Read)
	var sum Document
	for _, d := range r.Documents {
		sum.Operations, sum.Tokens, sum.AtLeast = sum.Operations+d.Operations, sum.Tokens+d.Tokens, sum.AtLeast || d.AtLeast
		if len(r.Documents) > 1 {
			g.row("all of "+name(d.File), digits(d.Operations), counted(d.Tokens, d.AtLeast))
		}
	}
	switch len(r.Documents) {
	case 0:
	case 1:
		row("all of "+name(r.Documents[0].File), sum.Operations, sum.Tokens, sum.AtLeast, &r.Total.Read)
	default:
		row("all documents", sum.Operations, sum.Tokens, sum.AtLeast, &r.Total.Read)
	}
	return g
}

// forms returns the tokens in the order of the table.
func (r *Read) forms() []int { return []int{r.NACT, r.MCP, r.Function} }

// answers returns the table of what a model reads of a typical answer.
func (r *Report) answers(name func(string) string) *grid {
	g := &grid{columns: []column{{"an answer", false}, {"calls", true}, {"raw", true}, {"N-ACT", true}, {"MCP", true}}}
	for _, t := range r.Tools {
		if t.Answer == nil {
			g.row(name(t.Name), "-", "-", "-", "-")
			continue
		}
		g.row(append([]string{name(t.Name), t.Calls.String(), digits(t.Answer.Raw)}, t.Answer.cells()...)...)
	}
	if r.Total.Answered > 0 {
		g.row(append([]string{r.all(r.Total.Answered), "", digits(r.Total.Answer.Raw)}, r.Total.Answer.cells()...)...)
	}
	return g
}

func (a *Answer) cells() []string { return []string{times(a.NACT, a.Raw), times(a.MCP, a.Raw)} }

// String returns the range: 3 or 2-5.
func (c *Calls) String() string {
	if c.Least == c.Most {
		return digits(c.Least)
	}
	return digits(c.Least) + "-" + digits(c.Most)
}

// all returns the label of the sum of n tools.
func (r *Report) all(n int) string {
	if n == 1 {
		return "1 tool"
	}
	return digits(n) + " tools"
}

// notes returns lines on what the tables do not count, or nothing.
func (r *Report) notes(before string) string {
	var notes []string
	if n := len(r.Tools) - r.Total.Answered; n > 0 {
		notes = append(notes, "-: no example of the tool has outputs.")
	}
	cut := r.Total.Read.AtLeast
	for _, d := range r.Documents {
		cut = cut || d.AtLeast
		if d.Unread > 0 {
			notes = append(notes, d.File+": "+unread(d.Unread))
		}
	}
	if cut {
		notes = append(notes, fmt.Sprintf("+: an operation has more than %s schemas, and those beyond are not counted.", digits(mostSchemas)))
	}
	if len(notes) == 0 {
		return ""
	}
	return before + strings.Join(notes, "\n") + "\n"
}

func unread(operations int) string {
	if operations == 1 {
		return "1 operation could not be read, and is not counted."
	}
	return digits(operations) + " operations could not be read, and are not counted."
}

// counted returns a number of tokens, with a plus sign if it is too low.
func counted(tokens int, atLeast bool) string {
	if atLeast {
		return digits(tokens) + "+"
	}
	return digits(tokens)
}

// times returns a number of tokens, and how many times as many the raw form takes.
func times(tokens, raw int) string {
	if tokens == 0 || raw == 0 {
		return digits(tokens)
	}
	return fmt.Sprintf("%s (%.1fx)", digits(tokens), float64(raw)/float64(tokens))
}

// digits returns a number with commas between groups of three digits.
func digits(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
