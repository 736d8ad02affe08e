package lint

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// checkExamples warns of a tool that no example runs, and of steps that write what no example compares.
func checkExamples(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	if len(t.Manifest.Examples) == 0 {
		found.WarnAt(t.Manifest.Name, "no-examples", "%s has no examples, so that nothing shows that it does what it says; record one under \"examples\"", t.Manifest.Name.V)
		return
	}
	for _, step := range t.Manifest.Calls() {
		op := calls.Of(step)
		switch {
		case !op.Writes() || pinned(t.Manifest, step):
		case step.Body != nil:
			found.WarnAt(step.Call, "unpinned-write", "the step %s writes, and no example says which body it must send; state it as upstream: {%s: {request: {body: ...}}}",
				step.Name.V, step.Name.V)
		case len(step.With) > 0:
			found.WarnAt(step.Call, "unpinned-write", "the step %s writes, and no example says with which parameters; state them as upstream: {%s: {with: ...}}",
				step.Name.V, step.Name.V)
		}
	}
}

// pinned reports whether an example says what a step sends: its body, or where it has none, parameters.
func pinned(m *manifest.Tool, step *manifest.Step) bool {
	return slices.ContainsFunc(m.Examples, func(e *manifest.Example) bool {
		return slices.ContainsFunc(e.Upstream, func(r *manifest.Recording) bool {
			return r.Step.V == step.Name.V && (r.Request.Body != nil || step.Body == nil && len(r.With) > 0)
		})
	})
}
