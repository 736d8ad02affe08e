package docdiff

import (
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// alone are the options for one tool by itself: it may not reach all of a document that is pinned, and the others are not
// there that are published.
var alone = sculpt.Options{Unpinned: true, Unlocked: true}

// tool judges one tool. It is checked alone, so that its plan holds what it uses itself and nothing else, and so that an
// error of the new documents is its own.
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
		sculpt.Check(only, c.after, alone, &found)
	}
	found.Sort()
	t.refused(c.manifest, found)
	t.sort()
	return t
}

// touches reports whether a tool calls an upstream that gets a new document.
func (c *comparison) touches(m *manifest.Tool) bool {
	for _, s := range m.Steps {
		upstream, _ := s.Operation()
		if _, ok := c.replacements[upstream]; ok {
			return true
		}
	}
	return false
}

// refused takes over what generation says with the new documents. Of a tool that breaks it is what the author will see;
// otherwise it is a breaking change of its own, which the comparison has no better words for.
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

// refusal is an error of generation as a finding: about the manifest, or about the new document.
func refusal(d diag.Diagnostic, m *manifest.Manifest) Finding {
	f := Finding{Class: Breaks, Rule: d.Rule, Message: "generation refuses the tool: " + d.Message}
	if m.Has(d.Pos.File) {
		f.Manifest, f.Do = d.Pos, "change the tool where the error is"
	} else {
		f.New, f.Do = d.Pos, "report it to the vendor, or mend a copy of the document"
	}
	return f
}
