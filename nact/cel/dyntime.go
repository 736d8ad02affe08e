package cel

import "time"

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
