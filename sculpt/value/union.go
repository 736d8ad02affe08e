package value

import (
	"math"
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// branchOf returns what of a union describes a tree: the branch that it fits, or what several have in common that it fits; the schema
// itself if it is no union. It is nil if the tree fits none. Then what keeps the tree from the branch that it resembles most is reported.
func (t tree) branchOf(n *manifest.Node, s *spec.Schema) *spec.Schema {
	if len(s.OneOf) == 0 {
		return s
	}
	at := treeIn{n, s}
	c, known := t.decided.choices[at]
	if !known {
		c = t.choose(n, s)
		t.decided.choices[at] = c
	}
	*t.found.List = append(*t.found.List, c.found...)
	return c.branch
}

// decided remembers what was decided about unions in a scope. A tree is tried for every branch of each union around it: to decide anew each
// time would take exponential time.
type decided struct {
	unions  unions
	choices map[treeIn]choice
}

// treeIn is a tree that stands where a union is.
type treeIn struct {
	tree  *manifest.Node
	union *spec.Schema
}

// choice is what was decided about a tree and a union.
type choice struct {
	branch *spec.Schema // nil: none fits
	found  diag.List    // what is wrong if none fits
}

// choose tries all branches of a union.
func (t tree) choose(n *manifest.Node, s *spec.Schema) choice {
	u := t.decided.unions.of(s)
	var fitting []*branch
	var nearest attempt
	for _, b := range u.branches {
		found := t.try(n, b.schema)
		if !found.HasErrors() {
			fitting = append(fitting, b)
			continue
		}
		if a := (attempt{b, found, u.tagged(n, b), distance(n, found)}); nearest.found == nil || a.nearerThan(nearest) {
			nearest = a
		}
	}
	if len(fitting) == 0 {
		fitting = t.fittingEachTag(n, u)
	}
	switch {
	case len(fitting) > 0:
		return choice{branch: shared(n, s, fitting)}
	case nearest.distance == farthest:
		return choice{found: t.trying(func(t tree) { t.mismatch(n, phrase(n), s) })}
	}
	if unknown := u.unknownTag(n); unknown != nil {
		return choice{found: unknown}
	}
	return choice{found: nearest.explained()}
}

// fittingEachTag returns the branches of a tree whose tag is an expression: those of the values that the expression is known to have. It
// returns none if the rest of the tree does not fit the branch of each of these values.
func (t tree) fittingEachTag(n *manifest.Node, u *union) []*branch {
	tag := u.tagIn(n)
	if tag == nil || tag.Kind != manifest.Scalar || tag.Scalar.Single() == nil {
		return nil
	}
	var values []any
	t.trying(func(t tree) {
		if value := t.compileJSON(tag.Scalar.Single(), t.name); value != nil {
			values = t.Possible(value)
		}
	})
	var fitting []*branch
	without := slices.Clone(values) // the values for which no branch was found that the tree fits
	for _, b := range u.branches {
		meant := func(v any) bool {
			return slices.ContainsFunc(b.tags, func(tag any) bool { return spec.SameValue(tag, v) })
		}
		if slices.ContainsFunc(values, meant) && !t.try(n, b.taggedBy(u.tag, values)).HasErrors() {
			fitting = append(fitting, b)
			without = slices.DeleteFunc(without, meant)
		}
	}
	if len(without) > 0 {
		return nil
	}
	return fitting
}

// try returns what would be reported of a tree under a schema.
func (t tree) try(n *manifest.Node, s *spec.Schema) diag.List {
	return t.trying(func(t tree) { t.value(n, s) })
}

// trying returns what look reports. Nothing else comes of the expressions that it compiles.
func (t tree) trying(look func(t tree)) diag.List {
	var found diag.List
	scope := *t.Scope
	scope.compiled, scope.found = newCompiled(), findings{&found}
	t.Scope = &scope
	look(t)
	return found
}

// attempt is a branch that a tree does not fit.
type attempt struct {
	branch   *branch
	found    diag.List // why it does not fit
	tagged   likeness
	distance int
}

// likeness is whether the tag of a tree says that the tree is meant as a branch.
type likeness int

const (
	meant   likeness = iota // the tag is one of the branch
	unclear                 // there is no tag, or its value is not known
	unlike                  // the tag is one of another branch, or of none
)

// explained returns why the tree does not fit. Where no tag tells which branch the tree is meant as, it adds which one it was taken for.
func (a attempt) explained() diag.List {
	found := slices.Clone(a.found)
	if ref := a.branch.schema.Ref; a.tagged == unclear && ref != "" {
		found[0].Message += " (this was taken for " + ref + ", which it resembles most)"
	}
	return found
}

func (a attempt) nearerThan(b attempt) bool {
	switch {
	case (a.distance == farthest) != (b.distance == farthest):
		return b.distance == farthest
	case a.tagged != b.tagged:
		return a.tagged < b.tagged
	}
	return a.distance < b.distance
}

// farthest is the distance of a tree from a schema of something else: of an object from a text.
const farthest = math.MaxInt

// distance returns how far a tree is from a schema that it does not fit for the reasons in found.
func distance(n *manifest.Node, found diag.List) int {
	pos, _ := n.Span()
	if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Rule == "type" && d.Pos == pos }) {
		return farthest
	}
	return len(found)
}

// narrowed returns the slot for a value where the document has a union: with the schema of the branch, if the value can be of one branch alone,
// otherwise as it is. A value that can be of no branch is a finding, and ok is false.
func (s slot) narrowed(at diag.Located, value ir.Node) (narrowed slot, ok bool) {
	if s.schema.Kind != spec.Any || len(s.schema.OneOf) == 0 {
		return s, true
	}
	possible := map[*branch]bool{}
	u := s.decided.unions.of(s.schema)
	for _, alternative := range alternativesOf(value) {
		branches, why := s.branchesFor(alternative, u)
		if len(branches) == 0 {
			s.found.ErrorAt(at, "type", "%s", why)
			return s, false
		}
		for _, b := range branches {
			possible[b] = true
		}
	}
	if t := plain(value.Type()); len(possible) != 1 || t.Kind == ir.Dyn {
		return s, true
	}
	for b := range possible {
		only := *b.schema
		only.Nullable = only.Nullable || s.schema.Nullable
		s.schema = &only
	}
	if s.schema.Kind == spec.Any {
		return s.narrowed(at, value)
	}
	return s, true
}

// branchesFor returns the branches that a value can be, or why it can be none.
func (s slot) branchesFor(value ir.Node, u *union) (branches []*branch, why string) {
	t := present(value.Type())
	if t.Kind == ir.Null && anyNull(s.schema) {
		return u.branches, ""
	}
	near := false // why is about a branch that allows the value's literals
	for _, b := range u.branches {
		if converted(t, b.schema) == nil {
			continue
		}
		excluded := (slot{Scope: s.Scope, schema: b.schema}).excluded(value)
		misfit := (&misfits{unions: s.decided.unions, lenient: true}).of(t, b.schema, "")
		switch {
		case excluded == "" && misfit == "":
			branches = append(branches, b)
		case misfit != "" && (why == "" || !near && excluded == ""):
			why, near = t.Phrase()+" "+misfit, excluded == ""
		case why == "":
			why = excluded
		}
	}
	if len(branches) == 0 && why == "" {
		why = "this is " + t.Phrase() + " where the document has " + shape.Describe(s.schema)
	}
	return branches, why
}

// anyNull reports whether a schema, or a branch of it, allows null.
func anyNull(s *spec.Schema) bool {
	return s.Nullable || slices.ContainsFunc(alternatives{}.with(s), func(b *spec.Schema) bool { return b.Nullable })
}

// alternativesOf returns the values of which an expression has one.
func alternativesOf(n ir.Node) []ir.Node {
	switch n := n.(type) {
	case *ir.Cond:
		return append(alternativesOf(n.Then), alternativesOf(n.Else)...)
	case *ir.OrValue:
		return append(alternativesOf(n.X), alternativesOf(n.Else)...)
	}
	if content := ir.Content(n); content != nil && n.Type().Kind != ir.Dyn {
		return alternativesOf(content)
	}
	return []ir.Node{n}
}
