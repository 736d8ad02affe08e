package cel

// DynSort returns a sorted copy of a list whose elements are of one type that has an order.
func DynSort(list any) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	return SortByDyn(values, values)
}

// SortByDyn returns a copy of the list in the order of the keys: keys[i] belongs
// to list[i], and there are as many of them. The keys must be of one type that has an order.
func SortByDyn[T any](list []T, keys []any) ([]T, error) {
	if len(keys) == 0 {
		return list, nil
	}
	first := TypeOf(keys[0])
	if !hasOrder(first) {
		return nil, overload("a list cannot be sorted by values of type %s", first)
	}
	for _, key := range keys {
		if kind := TypeOf(key); kind != first {
			return nil, overload("a list cannot be sorted by values of both types %s and %s", first, kind)
		}
	}
	return SortByFunc(list, keys, func(a, b any) bool {
		isLess, err := DynLess(a, b)
		return err == nil && isLess
	}), nil
}
