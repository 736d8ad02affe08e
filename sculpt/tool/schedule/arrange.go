package schedule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
)

// arrangement is how steps run: one step alone, parts one after the other, or branches at the same time.
type arrangement struct {
	step     *ordered
	sequence []*arrangement
	branches []*arrangement
	depth    int // how many steps run one after the other at most
	joins    int // how often branches wait for each other
}

// better reports whether fewer steps run one after the other than in another arrangement of the same steps, or as many and fewer
// of them wait for what they do not need.
func (a *arrangement) better(than *arrangement) bool {
	return a.depth < than.depth || a.depth == than.depth && a.joins < than.joins
}

// steps are those that are arranged.
func (a *arrangement) steps() []*Step {
	if a.step != nil {
		return []*Step{a.step.Step}
	}
	return lists.FlatMap(append(slices.Clip(a.sequence), a.branches...), (*arrangement).steps)
}

// arrange arranges sorted steps. A step that writes runs alone, after all steps before it in the list and before all behind it.
func arrange(steps []*ordered) []*arrangement {
	var list []*arrangement
	for len(steps) > 0 {
		n := slices.IndexFunc(steps, func(s *ordered) bool { return s.Writes })
		if n < 0 {
			n = len(steps)
		}
		if n == 0 {
			n = 1 // the one that writes
		}
		a := &arranger{positions: map[*ordered]int{}, known: map[string]*arrangement{}}
		for i, s := range steps[:n] {
			a.positions[s] = i
		}
		list = append(list, a.of(steps[:n]))
		steps = steps[n:]
	}
	return list
}

// arranger arranges steps of which none writes, so that few run one after the other.
type arranger struct {
	positions map[*ordered]int
	known     map[string]*arrangement // what was found so far, by key
}

// of arranges steps that are sorted.
func (a *arranger) of(steps []*ordered) *arrangement {
	if len(steps) == 1 {
		return &arrangement{step: steps[0], depth: 1}
	}
	key := a.key(steps)
	if a.known[key] == nil {
		a.known[key] = a.find(steps)
	}
	return a.known[key]
}

// key tells sets of steps apart.
func (a *arranger) key(steps []*ordered) string {
	var key strings.Builder
	for _, s := range steps {
		key.WriteString(strconv.Itoa(a.positions[s]))
		key.WriteByte(' ')
	}
	return key.String()
}

// find arranges steps: those that have nothing to do with each other at the same time. Where all have, either those run first that
// need none of the others, or those last that none of the others needs.
func (a *arranger) find(steps []*ordered) *arrangement {
	if parts := components(steps); len(parts) > 1 {
		return a.together(parts)
	}
	first, others := split(steps, func(s *ordered) bool { return !slices.ContainsFunc(steps, func(o *ordered) bool { return s.needs[o] }) })
	single := func(s *ordered) []*ordered { return []*ordered{s} }
	early := inOrder(a.together(lists.Map(first, single)), a.of(others))
	if early.depth == longestPath(steps) && early.joins < 2 {
		return early
	}
	last, others := split(steps, func(s *ordered) bool { return !slices.ContainsFunc(steps, func(o *ordered) bool { return o.needs[s] }) })
	if late := inOrder(a.of(others), a.together(lists.Map(last, single))); late.better(early) {
		return late
	}
	return early
}

// together returns an arrangement of sets of steps that have nothing to do with each other.
func (a *arranger) together(sets [][]*ordered) *arrangement {
	if len(sets) == 1 {
		return a.of(sets[0])
	}
	t := &arrangement{joins: 1}
	for _, set := range sets {
		branch := a.of(set)
		t.branches = append(t.branches, branch)
		t.depth = max(t.depth, branch.depth)
		t.joins += branch.joins
	}
	return t
}

// inOrder returns an arrangement of parts one after the other.
func inOrder(parts ...*arrangement) *arrangement {
	s := &arrangement{}
	for _, part := range parts {
		s.depth += part.depth
		s.joins += part.joins
		if part.sequence != nil {
			s.sequence = append(s.sequence, part.sequence...)
			continue
		}
		s.sequence = append(s.sequence, part)
	}
	return s
}

// components returns the sets of steps that have nothing to do with each other, in the order of their first steps.
func components(steps []*ordered) [][]*ordered {
	of := map[*ordered]int{}
	for i, s := range steps {
		of[s] = i
	}
	for i, s := range steps {
		for j, other := range steps[:i] {
			if s.needs[other] && of[steps[i]] != of[steps[j]] {
				merge(of, max(of[s], of[other]), min(of[s], of[other]))
			}
		}
	}
	var parts [][]*ordered
	at := map[int]int{}
	for _, s := range steps {
		if _, met := at[of[s]]; !met {
			at[of[s]] = len(parts)
			parts = append(parts, nil)
		}
		parts[at[of[s]]] = append(parts[at[of[s]]], s)
	}
	return parts
}

// merge makes one component of two.
func merge(of map[*ordered]int, from, into int) {
	for s, component := range of {
		if component == from {
			of[s] = into
		}
	}
}

// longestPath is how many of the steps, which are sorted, need each other one by one.
func longestPath(steps []*ordered) int {
	longest, depth := 0, map[*ordered]int{}
	for i, s := range steps {
		depth[s] = 1
		for _, other := range steps[:i] {
			if s.needs[other] {
				depth[s] = max(depth[s], depth[other]+1)
			}
		}
		longest = max(longest, depth[s])
	}
	return longest
}

// split returns the steps for which a condition holds, and the others.
func split(steps []*ordered, holds func(*ordered) bool) (those, others []*ordered) {
	for _, s := range steps {
		if holds(s) {
			those = append(those, s)
		} else {
			others = append(others, s)
		}
	}
	return those, others
}
