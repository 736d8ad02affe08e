package cel

import "time"

// DynInt is int(v), of a number, a string, a timestamp (seconds since 1970 began)
// or a duration (nanoseconds).
func DynInt(v any) (int64, error) {
	switch v := plain(v).(type) {
	case int64:
		return v, nil
	case uint64:
		return IntFromUint(v)
	case float64:
		return IntFromFloat(v)
	case string:
		return IntFromString(v)
	case time.Time:
		return v.Unix(), nil
	case time.Duration:
		return int64(v), nil
	}
	return 0, noOverload("int()", v)
}

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
