package value

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// fitsUnion reports whether a tree is what one of the branches of a union describes, or the schema is no union. If it is not, what
// keeps it from the branch that it resembles most is reported.
func (t tree) fitsUnion(n *manifest.Node, s *spec.Schema) bool {
	var nearest diag.List
	for _, b := range s.OneOf {
		found := t.try(n, among(b, s))
		if !found.HasErrors() {
			return true
		}
		if nearest == nil || distance(n, found) < distance(n, nearest) {
			nearest = found
		}
	}
	*t.found = append(*t.found, nearest...)
	return len(s.OneOf) == 0
}

// try returns what would be reported of a tree under a schema.
func (t tree) try(n *manifest.Node, s *spec.Schema) diag.List {
	var found diag.List
	compiler, scope := *t.compiler, *t.Scope
	compiler.warnings = nil
	scope.compiler, scope.found = &compiler, &found
	t.Scope = &scope
	t.value(n, s)
	return found
}

// among is a branch of a union with the properties that the union and its other branches have: where a branch is open, the standard
// lets a value have those as well.
func among(branch, union *spec.Schema) *spec.Schema {
	if branch.Closed || branch.Kind != spec.Object && branch.Kind != spec.Any {
		return branch
	}
	widened := *branch
	widened.Properties = slices.Clone(branch.Properties)
	add := func(p spec.Property) {
		if widened.Property(p.Name) == nil {
			widened.Properties = append(widened.Properties, &p)
		}
	}
	for _, p := range union.Properties {
		add(*p)
	}
	for _, other := range union.OneOf {
		for _, p := range other.Properties {
			p := *p
			p.Required = false
			add(p)
		}
	}
	return &widened
}

// distance is how far a tree is from a schema of which that was found. Farthest is a schema of something else: an object where text is meant.
func distance(n *manifest.Node, found diag.List) int {
	pos, _ := n.Span()
	if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Rule == "type" && d.Pos == pos }) {
		return int(^uint(0) >> 1)
	}
	return len(found)
}
