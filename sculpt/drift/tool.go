package drift

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// tool judges one tool. It is loaded alone, so that its plan holds what it uses itself and nothing else, and so that an
// error of the new documents is its own.
func (c *comparison) tool(m *manifest.Tool) *Tool {
	t := &Tool{Name: m.Name.V, Line: m.Name.Pos.Line}
	if !c.touches(m) {
		return t
	}
	plan, _, list := sculpt.Load(c.file, sculpt.Options{Tool: m.Name.V, Documents: c.options.Current, Open: c.library.open, Unlocked: true})
	if plan == nil { // it was loaded with all others before, so this says that its files changed meanwhile
		t.refused(c.file, list)
		return t
	}
	j := newJudge(c, t, m, plan)
	j.tool()
	_, _, list = sculpt.Load(c.file, sculpt.Options{Tool: m.Name.V, Documents: c.documents(), Open: c.library.open, Unlocked: true})
	t.refused(c.file, list)
	t.sort()
	return t
}

// touches reports whether a tool calls an upstream that gets a new document.
func (c *comparison) touches(m *manifest.Tool) bool {
	for _, s := range m.Steps {
		if _, ok := c.replacements[upstreamOf(s.Call.V)]; ok {
			return true
		}
	}
	return false
}

// upstreamOf is the upstream that a call names: weather in weather.point and in "weather GET /points".
func upstreamOf(call string) string {
	if i := strings.IndexAny(call, ". "); i >= 0 {
		return call[:i]
	}
	return call
}

// refused takes over what generation says with the new documents. Of a tool that breaks it is what the author will see;
// otherwise it is a breaking change of its own, which the comparison has no better words for.
func (t *Tool) refused(manifest string, list diag.List) {
	explained := t.Class() == Breaks
	for _, d := range list {
		switch {
		case d.Severity != diag.Error:
		case explained:
			t.Errors = append(t.Errors, d)
		default:
			t.add(refusal(d, manifest))
		}
	}
}

// refusal is an error of generation as a finding: about the manifest, or about the new document.
func refusal(d diag.Diagnostic, manifest string) Finding {
	f := Finding{Class: Breaks, Rule: d.Rule, Message: "generation refuses the tool: " + d.Message}
	if d.Pos.File == manifest {
		f.Manifest, f.Do = d.Pos, "change the tool where the error is"
	} else {
		f.New, f.Do = d.Pos, "report it to the vendor, or mend a copy of the document"
	}
	return f
}
