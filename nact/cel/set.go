package cel

// ContainsAll reports whether every element of sub equals one of list. T must not
// be an interface or hold one, nor be time.Time: see [DynContainsAll].
func ContainsAll[T comparable](list, sub []T) bool {
	elements := setOf(list)
	for _, element := range sub {
		if _, ok := elements[element]; !ok {
			return false
		}
	}
	return true
}

// Intersects reports whether an element of a equals one of b. T is as in [ContainsAll].
func Intersects[T comparable](a, b []T) bool {
	elements := setOf(b)
	for _, element := range a {
		if _, ok := elements[element]; ok {
			return true
		}
	}
	return false
}

// Equivalent reports whether each list contains all of the other's elements. T is
// as in [ContainsAll].
func Equivalent[T comparable](a, b []T) bool { return ContainsAll(a, b) && ContainsAll(b, a) }

func setOf[T comparable](list []T) map[T]struct{} {
	set := make(map[T]struct{}, len(list))
	for _, element := range list {
		set[element] = struct{}{}
	}
	return set
}

// Distinct returns the elements without those that equal an earlier one. T must
// not be an interface or hold one, nor be time.Time: see [DynDistinct].
func Distinct[T comparable](list []T) []T {
	seen := make(map[T]struct{}, len(list))
	distinct := make([]T, 0, len(list))
	for _, element := range list {
		if _, ok := seen[element]; !ok {
			seen[element] = struct{}{}
			distinct = append(distinct, element)
		}
	}
	return distinct
}
