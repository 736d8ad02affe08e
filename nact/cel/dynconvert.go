package cel

import (
	"net/netip"
	"strconv"
	"time"

	"github.com/nactgen/nactgen/nact"
)

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

// DynFloat is double(v), of a number or a string.
func DynFloat(v any) (float64, error) {
	v = plain(v)
	if f, ok := floatOf(v); ok {
		return f, nil
	}
	if s, ok := v.(string); ok {
		return FloatFromString(s)
	}
	return 0, noOverload("double()", v)
}

// DynString is string(v), of anything but null, lists, maps, types and optionals.
func DynString(v any) (string, error) {
	switch v := plain(v).(type) {
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case uint64:
		return strconv.FormatUint(v, 10), nil
	case float64:
		return StringFromFloat(v), nil
	case string:
		return v, nil
	case []byte:
		return StringFromBytes(v)
	case time.Time:
		return StringFromTime(v), nil
	case time.Duration:
		return StringFromDuration(v), nil
	case netip.Addr:
		return v.String(), nil
	case netip.Prefix:
		return v.String(), nil
	}
	return "", noOverload("string()", v)
}

// DynBool is bool(v), of a bool or a string.
func DynBool(v any) (bool, error) {
	switch v := plain(v).(type) {
	case bool:
		return v, nil
	case string:
		return BoolFromString(v)
	}
	return false, noOverload("bool()", v)
}

// DynBytes is bytes(v), of bytes or a string.
func DynBytes(v any) ([]byte, error) {
	switch v := plain(v).(type) {
	case []byte:
		return v, nil
	case string:
		return []byte(v), nil
	}
	return nil, noOverload("bytes()", v)
}

// DynTime is timestamp(v), of a timestamp, a string or an int.
func DynTime(v any) (time.Time, error) {
	switch v := plain(v).(type) {
	case time.Time:
		return v, nil
	case string:
		return TimeFromString(v)
	case int64:
		return TimeFromInt(v)
	}
	return time.Time{}, noOverload("timestamp()", v)
}

// DynDuration is duration(v), of a duration or a string.
func DynDuration(v any) (time.Duration, error) {
	switch v := plain(v).(type) {
	case time.Duration:
		return v, nil
	case string:
		return DurationFromString(v)
	}
	return 0, noOverload("duration()", v)
}

// DynHours is v.getHours(), of a timestamp in UTC or a duration.
func DynHours(v any) (int64, error) { return clock("getHours", v, Hours, DurationHours) }

// DynMinutes is v.getMinutes(), of a timestamp in UTC or a duration.
func DynMinutes(v any) (int64, error) { return clock("getMinutes", v, Minutes, DurationMinutes) }

// DynSeconds is v.getSeconds(), of a timestamp in UTC or a duration.
func DynSeconds(v any) (int64, error) { return clock("getSeconds", v, Seconds, DurationSeconds) }

// DynMilliseconds is v.getMilliseconds(), of a timestamp in UTC or a duration.
func DynMilliseconds(v any) (int64, error) {
	return clock("getMilliseconds", v, Milliseconds, DurationMilliseconds)
}

func clock(name string, v any, ofTime func(time.Time, *time.Location) int64, ofDuration func(time.Duration) int64) (int64, error) {
	switch v := plain(v).(type) {
	case time.Time:
		return ofTime(v, time.UTC), nil
	case time.Duration:
		return ofDuration(v), nil
	}
	return 0, noOverload(name, v)
}

// isZero reports whether v is null, false, zero or empty. Types, addresses and optionals never are.
func isZero(v any) bool {
	switch v := plain(v).(type) {
	case nil:
		return true
	case bool:
		return !v
	case int64, uint64, float64:
		return Equal(v, int64(0))
	case time.Time:
		return v.IsZero()
	case time.Duration:
		return v == 0
	case Type, netip.Addr, netip.Prefix, nact.Opt[any]:
		return false
	}
	size, err := DynSize(v)
	return err == nil && size == 0
}
