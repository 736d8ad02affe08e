package cel

import (
	"cmp"
	"slices"
	"strings"
)

// sortedKeys returns the keys of a map: bools, then numbers, then strings, each in
// ascending order. Numbers that are equal are ordered by type.
func sortedKeys(m mapping) []any {
	keys := m.keys()
	slices.SortFunc(keys, func(a, b any) int {
		return cmp.Or(
			cmp.Compare(keyRank(a), keyRank(b)),
			compareKeys(a, b),
			strings.Compare(string(TypeOf(a)), string(TypeOf(b))),
		)
	})
	return keys
}

func keyRank(key any) int {
	switch key.(type) {
	case bool:
		return 0
	case string:
		return 2
	}
	return 1
}

func compareKeys(a, b any) int {
	order, _, _ := dynCompare(a, b)
	return order
}
