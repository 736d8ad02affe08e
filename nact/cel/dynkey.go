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

// exactIntOf returns a number of any type as an int if it is one.
func exactIntOf(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		n, err := IntFromUint(v)
		return n, err == nil
	case float64:
		return exactInt(v)
	}
	return 0, false
}

// exactUintOf returns a number of any type as a uint if it is one.
func exactUintOf(v any) (uint64, bool) {
	switch v := v.(type) {
	case int64:
		n, err := UintFromInt(v)
		return n, err == nil
	case uint64:
		return v, true
	case float64:
		n, err := UintFromFloat(v)
		return n, err == nil && float64(n) == v
	}
	return 0, false
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
