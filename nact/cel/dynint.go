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
