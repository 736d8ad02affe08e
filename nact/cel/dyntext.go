package cel

import (
	"net/netip"
	"strconv"
	"time"
)

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
