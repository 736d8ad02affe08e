package cel

// GroupBy is list.groupBy(x, key): the elements of the list in groups of those whose
// keys are equal. keys[i] belongs to list[i], and there are as many of them. Groups are
// in the order of their first elements, and elements in that of the list. K must not be
// an interface or hold one, nor be time.Time: see [GroupByDyn].
func GroupBy[T any, K comparable](list []T, keys []K) [][]T {
	known := make(map[K]int)
	return grouped(list, func(i, next int) int {
		group, ok := known[keys[i]]
		if !ok {
			group = next
			known[keys[i]] = next
		}
		return group
	})
}

// GroupByDyn is [GroupBy] of keys of any type, under [Equal].
func GroupByDyn[T any](list []T, keys []any) [][]T {
	type group struct{ first, number int }
	hashes, known := newDynSet(), map[uint64][]group{}
	return grouped(list, func(i, next int) int {
		hash := hashes.hash(keys[i])
		for _, g := range known[hash] {
			if Equal(keys[g.first], keys[i]) {
				return g.number
			}
		}
		known[hash] = append(known[hash], group{i, next})
		return next
	})
}

// grouped puts each element into the group that groupOf says. next is the number of one that is new.
func grouped[T any](list []T, groupOf func(i, next int) int) [][]T {
	groups := [][]T{} // a list that is nil would be null
	for i, element := range list {
		group := groupOf(i, len(groups))
		if group == len(groups) {
			groups = append(groups, nil)
		}
		groups[group] = append(groups[group], element)
	}
	return groups
}
