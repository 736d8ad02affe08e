package sigdiff

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Pair is a tool in two lists. Older or Newer is nil if that list does not have the tool.
type Pair struct{ Older, Newer *nact.Signature }

// Match pairs the tools of two lists by their IDs, and those left over by their names: first all of older, in their order, then those that only newer
// has.
func Match(older, newer []nact.Signature) []Pair {
	found := pair(older, newer, func(s *nact.Signature) (id, name string) { return strings.ToLower(s.ToolID), s.Name })
	var pairs []Pair
	for i, at := range found.newer {
		p := Pair{Older: &older[i]}
		if at >= 0 {
			p.Newer = &newer[at]
		}
		pairs = append(pairs, p)
	}
	for _, i := range found.added {
		pairs = append(pairs, Pair{Newer: &newer[i]})
	}
	return pairs
}

// pairing says which elements of two lists are the same.
type pairing struct {
	newer []int // by position in the older list: the position in the newer one, or -1
	added []int // positions in the newer list of what the older one lacks, in order
}

// pair matches elements by ID, and those left over by name, so that an element whose ID alone changed is matched, too. Of several elements with one ID or
// name, the first ones are matched first.
func pair[E any](older, newer []E, identify func(*E) (id, name string)) pairing {
	ids, names := map[string][]int{}, map[string][]int{}
	for i := range newer {
		id, name := identify(&newer[i])
		ids[id], names[name] = append(ids[id], i), append(names[name], i)
	}
	p := pairing{newer: make([]int, len(older))}
	taken := make([]bool, len(newer))
	for i := range older {
		id, _ := identify(&older[i])
		p.newer[i] = take(ids, id, taken)
	}
	for i := range older {
		if p.newer[i] < 0 {
			_, name := identify(&older[i])
			p.newer[i] = take(names, name, taken)
		}
	}
	for i := range newer {
		if !taken[i] {
			p.added = append(p.added, i)
		}
	}
	return p
}

// take returns the first position under a key that is not taken yet, and marks it as taken. It returns -1 if there is none.
func take(positions map[string][]int, key string, taken []bool) int {
	for len(positions[key]) > 0 {
		i := positions[key][0]
		positions[key] = positions[key][1:]
		if !taken[i] {
			taken[i] = true
			return i
		}
	}
	return -1
}

// moved reports whether the elements that both lists have are in another order.
func (p pairing) moved() bool {
	kept := slices.DeleteFunc(slices.Clone(p.newer), func(i int) bool { return i < 0 })
	return !slices.IsSorted(kept)
}
