package cel

import "time"

// AddDuration returns a + b, or ErrOverflow.
func AddDuration(a, b time.Duration) (time.Duration, error) {
	sum, err := AddInt(int64(a), int64(b))
	return time.Duration(sum), err
}

// SubDuration returns a - b, or ErrOverflow.
func SubDuration(a, b time.Duration) (time.Duration, error) {
	diff, err := SubInt(int64(a), int64(b))
	return time.Duration(diff), err
}

// DurationHours returns the whole hours of d. Like the reference it divides as
// doubles do, so that a long duration a nanosecond short of an hour is rounded up.
func DurationHours(d time.Duration) int64 { return int64(d.Hours()) }

// DurationMinutes returns the whole minutes of d, divided as doubles.
func DurationMinutes(d time.Duration) int64 { return int64(d.Minutes()) }

// DurationSeconds returns the whole seconds of d, divided as doubles.
func DurationSeconds(d time.Duration) int64 { return int64(d.Seconds()) }

// DurationMilliseconds returns the whole milliseconds of d.
func DurationMilliseconds(d time.Duration) int64 { return d.Milliseconds() }
