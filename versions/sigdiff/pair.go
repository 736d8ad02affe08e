package sigdiff

import "slices"

// pairing says which element of a newer list is which of an older one.
type pairing struct {
	newer []int // by position in the older list: the position in the newer one, or -1
	added []int // positions in the newer list of what the older one lacks, in order
}

// pair matches elements by ID, and what is left by name: an element whose ID alone changed is found again. An ID or a
// name that stands several times is matched in order.
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

// take returns the first position under a key that is not taken yet, and takes it; or -1.
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

// moved reports whether what both lists have stands in another order.
func (p pairing) moved() bool {
	kept := slices.DeleteFunc(slices.Clone(p.newer), func(i int) bool { return i < 0 })
	return !slices.IsSorted(kept)
}
