package rules

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// width is how long a line of text gets on a terminal, in characters.
const width = 100

// WriteText writes all that is said of some rules, for a terminal.
func WriteText(w io.Writer, list []*Rule) error {
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "%s: %s (%s)\n", r.Name, r.Title, r.Severity())
		for _, paragraph := range r.Text {
			b.WriteString("\n" + wrap(paragraph) + "\n")
		}
		r.example(func(title string, f *File, text string) {
			if title != "" {
				b.WriteString("\n" + title + ":\n")
			}
			if f != nil && f.Name != "" {
				b.WriteString("\n    # " + f.Name + "\n")
			} else {
				b.WriteString("\n")
			}
			b.WriteString(indent(text))
		})
		if r.Without != "" {
			b.WriteString("\n" + wrap(without+r.Without) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown writes the same as a part of a page, with a heading of the second level for each rule.
func WriteMarkdown(w io.Writer, list []*Rule) error {
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "## %s\n\n%s: **%s**.\n\n", r.Name, capital(r.Severity()), r.Title)
		b.WriteString(r.markdown())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown is what follows the title of a rule.
func (r *Rule) markdown() string {
	var b strings.Builder
	b.WriteString(strings.Join(r.Text, "\n\n") + "\n")
	r.example(func(title string, f *File, text string) {
		language := "text"
		if f != nil {
			language = f.Language
		}
		if f != nil && f.Name != "" {
			title = strings.TrimPrefix(title+", `"+f.Name+"`", ", ")
		}
		if title != "" {
			b.WriteString("\n" + title + ":\n")
		}
		fmt.Fprintf(&b, "\n%s%s\n%s%s\n", fence, language, text, fence)
	})
	if r.Without != "" {
		b.WriteString("\n" + without + r.Without + "\n")
	}
	return b.String()
}

// Help returns what is said of a rule without its title and its severity, as plain text and as Markdown.
func (r *Rule) Help() (text, markdown string) {
	return strings.Join(r.Text, "\n\n"), r.markdown()
}

// example calls show with the parts of an example in their order, each with the title that it is the first one of, and the file that it
// is; findings are no file.
func (r *Rule) example(show func(title string, f *File, text string)) {
	if r.Without != "" {
		return
	}
	files := func(title string, list []File) {
		for i := range list {
			show(title, &list[i], list[i].Text)
			title = ""
		}
	}
	files("Published", r.Published)
	files("Wrong", r.Wrong)
	show("", nil, r.Findings)
	files("Right", r.Right)
}

// WriteJSON writes some rules as a JSON array of objects.
func WriteJSON(w io.Writer, list []*Rule) error {
	type file struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	type rule struct {
		Rule       string   `json:"rule"`
		Area       string   `json:"area"`
		Severities []string `json:"severities"`
		Title      string   `json:"title"`
		Text       []string `json:"text"`
		Published  []file   `json:"published,omitempty"`
		Wrong      []file   `json:"wrong,omitempty"`
		Findings   []string `json:"findings,omitempty"`
		Right      []file   `json:"right,omitempty"`
		Without    string   `json:"without_example,omitempty"`
	}
	files := func(list []File) []file {
		var all []file
		for _, f := range list {
			if f.Name == "" {
				f.Name = "nact.yaml"
			}
			all = append(all, file{f.Name, f.Text})
		}
		return all
	}
	rules := make([]rule, 0, len(list))
	for _, r := range list {
		one := rule{Rule: r.Name, Area: r.Area, Title: r.Title, Text: r.Text, Published: files(r.Published), Wrong: files(r.Wrong), Right: files(r.Right), Without: r.Without}
		for _, s := range r.Severities {
			one.Severities = append(one.Severities, s.String())
		}
		if r.Findings != "" {
			one.Findings = strings.Split(strings.TrimSuffix(r.Findings, "\n"), "\n")
		}
		rules = append(rules, one)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(rules)
}

// wrap breaks a paragraph into lines for a terminal.
func wrap(paragraph string) string {
	var b strings.Builder
	used := 0
	for _, word := range strings.Fields(paragraph) {
		n := utf8.RuneCountInString(word)
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}

// indent indents each line of a text that ends in a line break.
func indent(text string) string {
	lines := strings.SplitAfter(text, "\n")
	return "    " + strings.Join(lines[:len(lines)-1], "    ")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
