package lint

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// parts warns of parts that no tool uses, of what they take and do not use, and of what they send where no example says so.
func (l *linter) parts() {
	used := l.Manifest.Used(l.Manifest.Tools)
	for _, p := range l.Manifest.Parts {
		if !slices.Contains(used, p) {
			l.found.WarnAt(p.Name, "unused", "no tool uses the part %s", p.Name.V)
			continue
		}
		names := unusedNames{l.checked(p).Reads, &l.found}
		for _, in := range p.Takes {
			names.check(ir.InputRoot, in.Name, "input")
		}
		for _, step := range p.Calls() {
			if l.Calls.Of(step).Writes() && !l.pinnedInUse(step) {
				l.unpinned(step, l.pathTo(step))
			}
		}
	}
}

// pathTo returns how an example of a tool names a step of a part, or what takes it back.
func (l *linter) pathTo(step *manifest.Step) string {
	path := ""
	var look func(t *manifest.Tool, at string)
	look = func(t *manifest.Tool, at string) {
		for _, s := range t.Steps {
			if path == "" && (s == step || s.Undo == step) {
				path = at + step.Name.V
			}
			if p := l.Manifest.Part(s.Use.V); p != nil && path == "" {
				look(p.Tool, at+s.Name.V+".")
			}
		}
	}
	for _, t := range l.Manifest.Tools {
		look(t, "")
	}
	return path
}

// checked returns what came of the check of a part.
func (l *linter) checked(p *manifest.SharedPart) *tool.Checked {
	return lists.Find(l.Sequences, func(t *tool.Checked) bool { return t.Manifest == p.Tool })
}

// pinnedInUse reports whether an example of a tool says what a step of a part sends there.
func (l *linter) pinnedInUse(step *manifest.Step) bool {
	for _, t := range l.Manifest.Tools {
		if pinned(t, func(path string) bool { return l.Manifest.At(t, path) == step }, step) {
			return true
		}
	}
	return false
}
