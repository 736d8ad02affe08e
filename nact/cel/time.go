package cel

import "time"

// AddTime returns t + d, or ErrTimestamp.
func AddTime(t time.Time, d time.Duration) (time.Time, error) {
	seconds := t.Unix() + int64(d/time.Second)
	nanoseconds := int64(t.Nanosecond()) + int64(d%time.Second)
	return inRange(time.Unix(seconds, nanoseconds).In(t.Location()))
}

// SubTime returns t - d, or ErrTimestamp, or ErrOverflow if d cannot be negated.
func SubTime(t time.Time, d time.Duration) (time.Time, error) {
	n, err := NegInt(int64(d))
	if err != nil {
		return time.Time{}, err
	}
	return AddTime(t, time.Duration(n))
}

// TimeDiff returns a - b, or ErrOverflow if that is more than about 292 years.
func TimeDiff(a, b time.Time) (time.Duration, error) {
	// Seconds and nanoseconds apart, as the reference: at the very ends of the
	// range it overflows although the sum would fit.
	seconds, err := MulInt(a.Unix()-b.Unix(), int64(time.Second))
	if err != nil {
		return 0, err
	}
	diff, err := AddInt(seconds, int64(a.Nanosecond()-b.Nanosecond()))
	return time.Duration(diff), err
}
