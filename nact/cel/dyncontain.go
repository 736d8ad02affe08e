package cel

import "slices"

// DynContainsAll reports whether every element of sub equals one of list.
func DynContainsAll(list, sub any) (bool, error) { return ofLists(list, sub, containsAll) }

// DynIntersects reports whether an element of a equals one of b.
func DynIntersects(a, b any) (bool, error) {
	return ofLists(a, b, func(a, b []any) bool { return slices.ContainsFunc(a, newDynSet(b...).has) })
}

// DynEquivalent reports whether each list contains all of the other's elements.
func DynEquivalent(a, b any) (bool, error) {
	return ofLists(a, b, func(a, b []any) bool { return containsAll(a, b) && containsAll(b, a) })
}

func containsAll(list, sub []any) bool {
	elements := newDynSet(list...)
	return !slices.ContainsFunc(sub, func(v any) bool { return !elements.has(v) })
}

func ofLists(a, b any, relation func(a, b []any) bool) (bool, error) {
	left, err := AsList(a)
	if err != nil {
		return false, err
	}
	right, err := AsList(b)
	if err != nil {
		return false, err
	}
	return relation(left, right), nil
}

// DynDistinct returns the elements of a list without those that equal an earlier one.
func DynDistinct(list any) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	seen := newDynSet()
	distinct := make([]any, 0, len(values))
	for _, value := range values {
		if seen.add(value) {
			distinct = append(distinct, value)
		}
	}
	return distinct, nil
}
