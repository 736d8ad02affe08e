package cel

import (
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

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
