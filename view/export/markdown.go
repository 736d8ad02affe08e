package export

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writeMarkdown writes a catalogue: a table of the tools, and a section for each.
func writeMarkdown(p *plan.Plan, _ Settings) ([]File, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", inline(cmp.Or(p.Service.Title, p.Service.Name)))
	if p.Service.Description != "" {
		b.WriteString(inline(p.Service.Description) + "\n\n")
	}
	b.WriteString("| tool | what it does | |\n| --- | --- | --- |\n")
	for _, t := range p.Tools {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", t.Signature.Name, t.Signature.Name, inline(t.Signature.Description), effect(t))
	}
	for _, t := range p.Tools {
		section(&b, t)
	}
	return []File{{Path: p.Service.Name + ".md", Content: []byte(b.String())}}, nil
}

// effect says whether a tool changes something.
func effect(t *plan.Tool) string {
	if t.Writes {
		return "writes"
	}
	return "reads"
}

// section writes the section of a tool.
func section(b *strings.Builder, t *plan.Tool) {
	s := &t.Signature
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", s.Name, inline(s.Description))
	fmt.Fprintf(b, "Version %d, `%s`; it %s.", s.Version, s.ToolID, effect(t))
	if len(s.Tags) > 0 {
		fmt.Fprintf(b, " Tags: %s.", inline(strings.Join(s.Tags, ", ")))
	}
	b.WriteString("\n")
	if len(s.Inputs) > 0 {
		b.WriteString("\n| input | | type | |\n| --- | --- | --- | --- |\n")
		for i := range s.Inputs {
			in := &s.Inputs[i]
			fmt.Fprintf(b, "| %s | %s | %s | %s |\n", inline(in.Name), presence(in), kind(in), inline(in.Description))
		}
	}
	if len(s.Outputs) > 0 {
		b.WriteString("\n| output | type | |\n| --- | --- | --- |\n")
		for _, out := range s.Outputs {
			fmt.Fprintf(b, "| %s | %s | %s |\n", inline(out.Name), choice(out.Type, out.AllowedValues), inline(out.Description))
		}
	}
	if len(s.Failures) > 0 {
		b.WriteString("\n| failure | |\n| --- | --- |\n")
		for _, f := range s.Failures {
			fmt.Fprintf(b, "| `%s` | %s |\n", f.Name, inline(f.Description))
		}
	}
	if called := operations(t); len(called) > 0 {
		fmt.Fprintf(b, "\nIt calls %s.\n", strings.Join(called, ", "))
	}
}

// operations returns the operations that a tool calls, each once, in their order.
func operations(t *plan.Tool) []string {
	var list []string
	seen := map[string]bool{}
	for _, st := range t.AllSteps() {
		if !seen[st.Call.ID] {
			seen[st.Call.ID] = true
			list = append(list, "`"+strings.ReplaceAll(st.Call.ID, "`", "'")+"`")
		}
	}
	return list
}

func presence(in *nact.Input) string {
	switch {
	case in.Default != nil:
		return inline("default " + valueText(in.Default))
	case in.Required():
		return "required"
	}
	return "optional"
}

// kind describes the type of an input with its limits.
func kind(in *nact.Input) string {
	if in.Type == nact.List {
		return listKind(in)
	}
	text := choice(in.Type, in.AllowedValues)
	if in.Format != "" {
		text += ", " + in.Format
	}
	if in.Min != nil {
		text += fmt.Sprintf(", at least %d", *in.Min)
	}
	if in.Type == nact.Int {
		text += fmt.Sprintf(", at most %d", in.Maximum())
	}
	if in.Least != nil {
		text += ", at least " + valueText(*in.Least)
	}
	if in.Most != nil {
		text += ", at most " + valueText(*in.Most)
	}
	if in.Decimals > 0 {
		text += fmt.Sprintf(", at most %d digits behind the point", in.Decimals)
	}
	if in.MinLength > 0 {
		text += fmt.Sprintf(", at least %d characters", in.MinLength)
	}
	if in.MaxLength > 0 {
		text += fmt.Sprintf(", at most %d characters", in.MaxLength)
	}
	if in.Pattern != "" {
		text += ", of the pattern " + inline(in.Pattern)
	}
	return text
}

// listKind describes a list with its limits and those of its elements.
func listKind(in *nact.Input) string {
	text := fmt.Sprintf("list, at most %d", in.MaximumItems())
	if in.MinItems > 0 {
		text = fmt.Sprintf("list, at least %d, at most %d", in.MinItems, in.MaximumItems())
	}
	if in.Unique {
		text += ", each once"
	}
	return text + "; each: " + kind(in.Items)
}

// valueText returns a default as people write it.
func valueText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return string(jsontext.AppendValue(nil, v))
}

// choice describes a type, with the values of an enum.
func choice(t nact.Type, values []nact.AllowedValue) string {
	if t != nact.Enum {
		return string(t)
	}
	var list []string
	for _, v := range values {
		text := "`" + v.Name + "`"
		if v.Description != "" {
			text += ": " + inline(v.Description)
		}
		list = append(list, text)
	}
	return strings.Join(list, "<br>")
}

// escapes escapes the characters that have a meaning in Markdown or its tables.
var escapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "\r", "", "\n", " ")

// inline returns a text in one line, without markup.
func inline(text string) string { return escapes.Replace(text) }
