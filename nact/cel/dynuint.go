package cel

// DynUint is uint(v), of a number or a string.
func DynUint(v any) (uint64, error) {
	switch v := plain(v).(type) {
	case int64:
		return UintFromInt(v)
	case uint64:
		return v, nil
	case float64:
		return UintFromFloat(v)
	case string:
		return UintFromString(v)
	}
	return 0, noOverload("uint()", v)
}
