package cel

// DynSize is size(v): of a string in code points, of bytes, a list or a map.
func DynSize(v any) (int64, error) {
	switch v := plain(v).(type) {
	case string:
		return Size(v), nil
	case []byte:
		return int64(len(v)), nil
	case list:
		return int64(v.size()), nil
	case mapping:
		return int64(v.size()), nil
	}
	return 0, noOverload("size", v)
}

// Length is what a pass over a dyn value spends of a [Budget] if it does not look into the elements: the size of a list or a map; of a text
// one for every 16 bytes.
func Length(v any) int {
	switch v := plain(v).(type) {
	case string:
		return len(v) / bytesPerUnit
	case []byte:
		return len(v) / bytesPerUnit
	case list:
		return v.size()
	case mapping:
		return v.size()
	}
	return 0
}
