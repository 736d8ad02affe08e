package docdiff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// alone are the options to check a tool by itself. The check must not mind that the tool reaches less of a document than its pin covers, and that the
// other published tools are missing.
var alone = sculpt.Options{Unpinned: true, Unlocked: true, Errors: true}

// tool judges one tool. It is checked alone, so that its plan has only what the tool itself uses, and errors of the new documents concern this tool.
func (c *comparison) tool(m *manifest.Tool) *Tool {
	t := &Tool{Name: m.Name.V, File: m.Name.Pos.File, Line: m.Name.Pos.Line}
	if !c.touches(m) {
		return t
	}
	only := c.manifest.Only(m.Name.V)
	var found diag.List
	if checked := sculpt.Check(only, c.before, alone, &found); checked != nil {
		newJudge(c, t, m, checked.Plan).tool()
		found = nil
		if after := sculpt.Check(only, c.after, alone, &found); after != nil {
			t.values(m, checked.Plan.Tools[0], after.Plan.Tools[0])
		}
	}
	found.Sort()
	t.refused(c.manifest, found)
	slices.SortStableFunc(t.Findings, func(a, b Finding) int { return cmp.Compare(b.Class, a.Class) })
	return t
}

// values warns of inputs whose values are the document's, and others now.
func (t *Tool) values(m *manifest.Tool, before, after *plan.Tool) {
	for i, in := range before.Inputs {
		was, is := valuesOf(in.Enum()), valuesOf(after.Inputs[i].Enum())
		gone := slices.DeleteFunc(slices.Clone(was), func(v string) bool { return slices.Contains(is, v) })
		more := slices.DeleteFunc(slices.Clone(is), func(v string) bool { return slices.Contains(was, v) })
		if len(gone) > 0 {
			t.add(inputValues(m, i, "the input "+in.ID+" can no longer be "+strings.Join(gone, ", ")))
		}
		if len(more) > 0 {
			t.add(inputValues(m, i, "the input "+in.ID+" can be "+strings.Join(more, ", ")+" now"))
		}
	}
}

func inputValues(m *manifest.Tool, input int, message string) Finding {
	return Finding{
		Class: Warns, Rule: "input-values", Message: message, Do: "generate the tool anew, as a further version if it is published, or list under \"values\" those that agents may give", Manifest: m.Inputs[input].ID.Pos,
	}
}

// valuesOf returns the values of an enum by their names, each with its spelling where that is another.
func valuesOf(enum *ir.Enum) []string {
	if enum == nil {
		return nil
	}
	list := slices.Clone(enum.Given())
	for i, spelling := range enum.Values {
		if spelling != list[i] {
			list[i] += " (" + diag.Quote(spelling) + ")"
		}
	}
	return list
}

// touches reports whether a tool calls an upstream that gets a new document, itself or by way of parts.
func (c *comparison) touches(m *manifest.Tool) bool {
	for _, t := range c.manifest.Only(m.Name.V).Sequences() {
		for _, s := range t.Steps {
			upstream, _ := s.Operation()
			if _, ok := c.replacements[upstream]; ok {
				return true
			}
		}
	}
	return false
}

// refused adds the errors that generation has with the new documents. For a tool with breaking findings they are only shown; for any other tool each is
// a breaking finding, which the comparison could not explain better.
func (t *Tool) refused(m *manifest.Manifest, list diag.List) {
	explained := t.Class() == Breaks
	for _, d := range list {
		switch {
		case d.Severity != diag.Error:
		case explained:
			t.Errors = append(t.Errors, d)
		default:
			t.add(refusal(d, m))
		}
	}
}

// refusal returns an error of generation as a finding: about the manifest, or about the new document.
func refusal(d diag.Diagnostic, m *manifest.Manifest) Finding {
	f := Finding{Class: Breaks, Rule: d.Rule, Message: "generation refuses the tool: " + d.Message}
	if m.Has(d.Pos.File) {
		f.Manifest, f.Do = d.Pos, "change the tool where the error is"
	} else {
		f.New, f.Do = d.Pos, "report it to the vendor, or mend a copy of the document"
	}
	return f
}
