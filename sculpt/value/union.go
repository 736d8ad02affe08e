package value

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// branchOf returns the branch of a union that a tree is: the only one that describes it; the union itself if it is none, or
// several describe the tree; nil if none does. Then what keeps the tree from the branch that it resembles most is reported.
func (t tree) branchOf(n *manifest.Node, s *spec.Schema) *spec.Schema {
	if len(s.OneOf) == 0 {
		return s
	}
	at := treeIn{n, s}
	c, decided := t.compiler.choices[at]
	if !decided {
		c = t.choose(n, s)
		t.compiler.choices[at] = c
	}
	*t.found = append(*t.found, c.found...)
	return c.branch
}

// treeIn is a tree that stands where a union is.
type treeIn struct {
	tree  *manifest.Node
	union *spec.Schema
}

// choice is what was decided about a tree and a union. It is remembered, since trees in trees are tried for every branch of those around
// them: without it, that would take exponential time.
type choice struct {
	branch *spec.Schema // nil: none fits
	found  diag.List    // what is wrong if none does
}

// choose tries all branches of a union.
func (t tree) choose(n *manifest.Node, s *spec.Schema) choice {
	var c choice
	for _, b := range s.OneOf {
		branch := among(b, s)
		found := t.try(n, branch)
		switch {
		case !found.HasErrors() && c.branch != nil:
			return choice{branch: s}
		case !found.HasErrors():
			c = choice{branch: branch}
		case c.branch == nil && (c.found == nil || distance(n, found) < distance(n, c.found)):
			c.found = found
		}
	}
	return c
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
