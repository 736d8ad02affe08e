package cel

import (
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// IntFromFloat returns f without its fraction, or ErrOverflow if f is NaN or not
// strictly between -2^63 and 2^63: the reference excludes -2^63 itself.
func IntFromFloat(f float64) (int64, error) {
	if !(f > math.MinInt64 && f < math.MaxInt64) {
		return 0, ErrOverflow
	}
	return int64(f), nil
}

// IntFromUint returns n as an int, or ErrOverflow.
func IntFromUint(n uint64) (int64, error) {
	if n > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return int64(n), nil
}

// IntFromString returns the decimal integer that s spells, with or without a sign.
func IntFromString(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, notA("int", s)
	}
	return n, nil
}

// UintFromInt returns n as a uint, or ErrUintOverflow if n is negative.
func UintFromInt(n int64) (uint64, error) {
	if n < 0 {
		return 0, ErrUintOverflow
	}
	return uint64(n), nil
}

// UintFromFloat returns f without its fraction, or ErrUintOverflow if f is NaN,
// negative, or not less than 2^64.
func UintFromFloat(f float64) (uint64, error) {
	if !(f >= 0 && f < math.MaxUint64) {
		return 0, ErrUintOverflow
	}
	return uint64(f), nil
}

// UintFromString returns the decimal integer that s spells, without a sign.
func UintFromString(s string) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, notA("uint", s)
	}
	return n, nil
}

// FloatFromString returns the number that s spells as a Go literal, or Inf,
// Infinity or NaN in any case. A number too large for a double is an error.
func FloatFromString(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, notA("double", s)
	}
	return f, nil
}

// BoolFromString accepts 1, t, T, TRUE, true, True, 0, f, F, FALSE, false and False.
func BoolFromString(s string) (bool, error) {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return false, notA("bool", s)
	}
	return b, nil
}

// StringFromFloat returns the shortest decimal that reads back as f, with an
// exponent if that is less than -4 or more than 20; +Inf, -Inf and NaN.
func StringFromFloat(f float64) string { return fmt.Sprintf("%g", f) }

// StringFromBytes returns b as text, or an error if it is not UTF-8.
func StringFromBytes(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", publicError("the bytes are not valid UTF-8")
	}
	return string(b), nil
}

// StringFromTime returns t as RFC 3339 writes it, in the offset that t has, with
// as many digits of the second as are needed.
func StringFromTime(t time.Time) string { return t.Format(time.RFC3339Nano) }

// StringFromDuration returns d in seconds, as in "90.5s".
func StringFromDuration(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// DurationFromString returns the duration that s spells as Go does: "1h30m", "-2.5s".
func DurationFromString(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, notA("duration", s)
	}
	return d, nil
}

// notA says that a text does not spell a value of a type. A long text is cut, so
// that a hostile one does not fill the log.
func notA(kind, s string) error {
	article := "a "
	if kind == "int" || kind == "IP address" {
		article = "an "
	}
	no := "is not " + article + kind
	return wrongText(s, no)
}

// wrongText says what is wrong with a text.
func wrongText(s, problem string) error {
	return &valueError{text: shortQuote(s) + " " + problem, public: "a text " + problem}
}

// shortQuote quotes a text, cut if it is long.
func shortQuote(s string) string {
	const limit = 80
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}
