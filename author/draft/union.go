package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/spec"
)

// branch returns the schema of a part. Of a union it chooses one of the branches.
func (r *request) branch(p *part) *spec.Schema {
	for seen := map[*spec.Schema]bool{}; len(p.schema.OneOf) > 0 && !seen[p.schema]; {
		s := p.schema
		seen[s] = true
		i := p.easiest(s.OneOf)
		if p.required {
			r.notes.review("%s is one of several in the document (%s); this is %s", strings.Join(p.words, " "), branches(s), branchName(s.OneOf[i], i))
		}
		p.schema = s.OneOf[i]
		if len(s.Properties) > 0 && p.schema.Kind == spec.Object {
			p.schema = both(s, p.schema)
		}
	}
	return p.schema
}

// easiest returns the index of the branch of a union that is easiest to ask for: the first text, or else the first scalar, or else the first object. For
// a whole body it is the first object. A branch that is a union is as easy as one of its own, if no other branch is.
func (p *part) easiest(branches []*spec.Schema) int {
	kinds := [][]spec.Kind{{spec.String}, {spec.Integer, spec.Number, spec.Boolean}, {spec.Object}}
	if p.key == "body" && len(p.around) == 0 {
		kinds = kinds[2:]
	}
	is := func(b *spec.Schema, kind []spec.Kind) bool { return slices.Contains(kind, b.Kind) }
	holds := func(b *spec.Schema, kind []spec.Kind) bool {
		return slices.ContainsFunc(b.Alternatives(), func(b *spec.Schema) bool { return is(b, kind) })
	}
	for _, fits := range []func(*spec.Schema, []spec.Kind) bool{is, holds} {
		for _, kind := range kinds {
			if i := slices.IndexFunc(branches, func(b *spec.Schema) bool { return fits(b, kind) }); i >= 0 {
				return i
			}
		}
	}
	return 0
}

// branchName returns the name of a branch for people.
func branchName(s *spec.Schema, i int) string {
	return cmp.Or(oneLine(cmp.Or(s.Ref, s.Title), 40), fmt.Sprintf("number %d of them", i+1))
}

// both returns an object with the members of a union and of one of its branches.
func both(union, branch *spec.Schema) *spec.Schema {
	merged := *branch
	merged.Properties = slices.Clone(union.Properties)
	for _, p := range branch.Properties {
		i := slices.IndexFunc(merged.Properties, func(own *spec.Property) bool { return own.Name == p.Name })
		if i < 0 {
			merged.Properties = append(merged.Properties, p)
			continue
		}
		one := *p
		one.Required = p.Required || merged.Properties[i].Required
		merged.Properties[i] = &one
	}
	return &merged
}

// branches lists the names of the first few branches of a union.
func branches(s *spec.Schema) string {
	var names []string
	for _, b := range s.OneOf {
		if name := oneLine(cmp.Or(b.Ref, b.Title), 40); name != "" && len(names) < 4 {
			names = append(names, name)
		}
	}
	if len(names) < len(s.OneOf) {
		names = append(names, fmt.Sprintf("%d in all", len(s.OneOf)))
	}
	return strings.Join(names, ", ")
}
