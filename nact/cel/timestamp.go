package cel

import (
	"strings"
	"time"
)

// The instants that CEL knows are those of the years 1 to 9999.
const (
	minUnix = -62135596800
	maxUnix = 253402300799
)

// TimeFromString returns the instant that s spells as RFC 3339 demands, with
// capital T and Z and every digit. It keeps the offset of s, which
// [StringFromTime] shows again.
func TimeFromString(s string) (time.Time, error) {
	if !isRFC3339(s) {
		return time.Time{}, notA("timestamp", s)
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, notA("timestamp", s)
	}
	return inRange(t)
}

// TimeFromInt returns the instant that many seconds after 1970 began, in UTC.
func TimeFromInt(seconds int64) (time.Time, error) {
	if seconds < minUnix || seconds > maxUnix {
		return time.Time{}, ErrTimestamp
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// IntFromTime returns the seconds from 1970 to t.
func IntFromTime(t time.Time) int64 { return t.Unix() }

func inRange(t time.Time) (time.Time, error) {
	if s := t.Unix(); s < minUnix || s > maxUnix {
		return time.Time{}, ErrTimestamp
	}
	return t, nil
}

// isRFC3339 reports whether s has the shape of an RFC 3339 timestamp and an
// offset below 24:00. time.Parse checks the rest; alone it also accepts an hour of
// one digit, a comma before the fraction, and larger offsets.
func isRFC3339(s string) bool {
	const pattern = "dddd-dd-ddTdd:dd:dd"
	if !hasShape(s, pattern) {
		return false
	}
	rest := s[len(pattern):]
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(fraction, "0123456789")
		if len(rest) == len(fraction) {
			return false
		}
	}
	if rest == "Z" {
		return true
	}
	return len(rest) == 6 && (rest[0] == '+' || rest[0] == '-') && hasShape(rest[1:], "dd:dd") &&
		rest[1:3] < "24" && rest[4:6] < "60"
}

// hasShape reports whether s begins as pattern does, in which d stands for a digit.
func hasShape(s, pattern string) bool {
	if len(s) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		if isDigit := s[i] >= '0' && s[i] <= '9'; pattern[i] == 'd' && !isDigit || pattern[i] != 'd' && s[i] != pattern[i] {
			return false
		}
	}
	return true
}
