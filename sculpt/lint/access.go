package lint

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/manifest"
)

// access warns of scopes and tags that no tool needs, and of tools that anybody may call and that write.
func (l *linter) access() {
	a := l.Manifest.Access
	for _, s := range a.Scopes {
		if !l.needsScope(s.Name.V) {
			l.found.WarnAt(s.Name, "unused", "no tool needs the scope %s", s.Name.V)
		}
	}
	for _, of := range a.Tags {
		carries := func(t *manifest.Tool) bool {
			return slices.ContainsFunc(t.Tags, func(v manifest.Value[string]) bool { return v.V == of.Tag.V })
		}
		if !slices.ContainsFunc(l.Manifest.Tools, carries) {
			l.found.WarnAt(of.Tag, "unused", "no tool has the tag %s", of.Tag.V)
		}
	}
	for _, t := range l.Tools {
		if own := t.Manifest.Access; own.Public && t.Plan.Writes {
			l.found.Warnf(own.Pos, own.Length, "access", "anybody may call %s, which can change something upstream; name the scopes that it takes, as in access: {scopes: [...]}", t.Manifest.Name.V)
		}
	}
}

// needsScope reports whether a tool needs a scope.
func (l *linter) needsScope(name string) bool {
	for _, t := range l.Tools {
		if t.Plan.Access != nil && slices.Contains(t.Plan.Access.Scopes, name) {
			return true
		}
	}
	return false
}
