package cel

// MapKey are the types of keys that a typed map has.
type MapKey interface {
	bool | int64 | uint64 | string
}

// keyOf returns a plain value as a key of type K, if it is one exactly.
func keyOf[K MapKey](key any) (K, bool) {
	var k any
	var ok bool
	switch any(*new(K)).(type) {
	case int64:
		k, ok = exactIntOf(key)
	case uint64:
		k, ok = exactUintOf(key)
	default:
		k, ok = key, true
	}
	converted, isK := k.(K)
	return converted, ok && isK
}

// isKey reports whether a plain value is of a type that keys of maps have.
func isKey(key any) bool {
	switch key.(type) {
	case bool, int64, uint64, float64, string:
		return true
	}
	return false
}

func checkKey(key any) error {
	if !isKey(key) {
		return overload("a value of type %s cannot be a key or an index", TypeOf(key))
	}
	return nil
}
