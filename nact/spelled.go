package nact

import "slices"

// Spelled returns the arguments with values of an enum as an API spells them, of which argument i is one, a list of such, or absent. Names
// and spellings stand in pairs, one after the other; a value of no pair stays as it is.
func Spelled(a Arguments, i int, pairs ...string) Arguments {
	spell := func(name any) any {
		for at := 0; at+1 < len(pairs); at += 2 {
			if pairs[at] == name {
				return pairs[at+1]
			}
		}
		return name
	}
	spelled := slices.Clone(a)
	if list, ok := a[i].([]any); ok {
		elements := make([]any, len(list))
		for at, name := range list {
			elements[at] = spell(name)
		}
		spelled[i] = elements
	} else {
		spelled[i] = spell(a[i])
	}
	return spelled
}
