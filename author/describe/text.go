// Package describe shows authors the operations that steps can call: as a list, and one of them with its parameters, body and answers, whose values are
// described as expressions see them.
package describe

import (
	"fmt"
	"io"
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
)

// WriteText writes operations for people, one a line.
func WriteText(w io.Writer, list []*catalog.Operation) error {
	var t table
	for _, op := range list {
		request := op.Method + " " + op.Path
		if strings.HasSuffix(op.Call, request) {
			request = ""
		}
		t.row(op.Call, request, strings.Join(operationMarks(op), ", "), op.Title())
	}
	_, err := io.WriteString(w, t.text(""))
	return err
}

// operationMarks returns the properties of an operation that stand beside its name.
func operationMarks(op *catalog.Operation) []string {
	var marks []string
	if op.Writes {
		marks = append(marks, "writes")
	}
	if op.Deprecated {
		marks = append(marks, "deprecated")
	}
	return marks
}

// WriteText writes the detail for people. Answers to errors have a line each; [Answer.WriteText] writes their fields.
func (d *Detail) WriteText(w io.Writer) error {
	var b strings.Builder
	d.writeHead(&b)
	if len(d.Parameters) > 0 {
		b.WriteString("\nwith\n" + parameters(d.Parameters).text("  "))
	}
	if d.Body != nil {
		fmt.Fprintf(&b, "\nbody, %s\n", strings.Join(append(optional(d.Body.Required), mediaTypes(d.Body.Content)), ", "))
		writeContent(&b, chosen(d.Body.Content))
	}
	success := d.success()
	if success != nil {
		success.write(&b)
	}
	var t table
	for _, a := range d.Answers {
		if a != success {
			t.row(a.Status, a.title(), a.At.String())
			t.note(catalog.Sentence(a.Description))
		}
	}
	if others := t.text("  "); others != "" {
		b.WriteString("\nother answers\n" + others)
	}
	d.writeFaults(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func optional(required bool) []string {
	if required {
		return []string{"required"}
	}
	return []string{"optional"}
}

func (d *Detail) writeHead(b *strings.Builder) {
	request := d.Method + " " + d.Path
	if d.Call != request {
		b.WriteString(d.Call + "\n")
	}
	fmt.Fprintf(b, "%s\n%s\n", strings.Join(append([]string{request}, operationMarks(d.Operation)...), ", "), d.At)
	for _, text := range []string{d.Summary, strings.TrimSpace(d.Description)} {
		if text != "" {
			fmt.Fprintf(b, "\n%s\n", text)
		}
	}
	var t table
	for _, line := range [][2]string{
		{"tags", strings.Join(d.Tags, ", ")}, {"server", strings.Join(d.Servers, ", ")}, {"security", d.security},
	} {
		if line[1] != "" {
			t.row(line[0], line[1])
		}
	}
	if facts := t.text(""); facts != "" {
		b.WriteString("\n" + facts)
	}
}

func (p *Parameter) facts() string {
	facts := []string{p.In, p.Type}
	if p.Required {
		facts = append(facts, "required")
	}
	if p.Deprecated {
		facts = append(facts, "deprecated")
	}
	facts = append(facts, p.words()...)
	if p.Items != nil {
		if words := p.Items.words(); len(words) > 0 {
			facts = append(facts, "each "+strings.Join(words, ", "))
		}
	}
	return strings.Join(append(facts, faultWords(p.Faults)...), ", ")
}

// WriteText writes an answer for people, with a line for each field that expressions can read.
func (a *Answer) WriteText(w io.Writer) error {
	var b strings.Builder
	a.write(&b)
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

func (a *Answer) write(b *strings.Builder) {
	fmt.Fprintf(b, "\nanswer %s", a.Status)
	if len(a.Content) > 0 {
		b.WriteString(", " + mediaTypes(a.Content))
	}
	b.WriteByte('\n')
	if text := catalog.Sentence(a.Description); text != "" {
		b.WriteString("  " + text + "\n")
	}
	writeContent(b, a.chosen())
}

// title describes the content of an answer in a few words.
func (a *Answer) title() string {
	c := a.chosen()
	switch {
	case len(a.Content) == 0:
		return "no body"
	case c == nil || c.Value == nil:
		return mediaTypes(a.Content)
	}
	return c.Type + ": " + c.Value.Type
}

// mediaTypes lists the media types, the chosen one first.
func mediaTypes(content []*Content) string {
	var first, others []string
	for _, c := range content {
		if c.Chosen {
			first = append(first, c.Type)
		} else {
			others = append(others, c.Type)
		}
	}
	text := strings.Join(append(first, others...), ", ")
	if len(first) > 0 && len(others) > 0 {
		text = first[0] + " (also " + strings.Join(others, ", ") + ")"
	}
	return text
}

func writeContent(b *strings.Builder, c *Content) {
	if c == nil || c.Value == nil {
		return
	}
	var t table
	c.Value.rows(&t)
	b.WriteString(t.text("  "))
}

// rows adds the lines of a value and of everything in it.
func (v *Value) rows(t *table) {
	facts := []string{v.Type}
	if v.Name != "" && v.Required {
		facts = append(facts, "required")
	}
	at := ""
	if v.At != nil {
		at = v.At.String()
	}
	t.row(v.Path, strings.Join(append(facts, v.marks()...), ", "), at)
	t.note(catalog.Sentence(v.Description))
	v.partRows(t)
	if v.Others != nil {
		v.Others.elementRows(t)
	}
}

// partRows adds the lines of the fields and the elements of a value.
func (v *Value) partRows(t *table) {
	for _, f := range v.Fields {
		f.rows(t)
	}
	if v.Elements != nil {
		v.Elements.elementRows(t)
	}
}

// elementRows is rows for an element, whose own line is left out if it has nothing to add to that of its list or map.
func (v *Value) elementRows(t *table) {
	if len(v.marks()) > 0 {
		v.rows(t)
	} else {
		v.partRows(t)
	}
}
