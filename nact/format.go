package nact

import (
	"net/url"
	"strings"
	"time"
)

// format is what an input's Format enforces, and how a message asks for it.
type format struct {
	holds  func(string) bool
	phrase string
}

// formatNamed returns the format of that name, as JSON Schema defines it. Times are RFC 3339's in capitals and
// without leap seconds, because that is what expressions can convert.
func formatNamed(name string) (format, bool) {
	switch name {
	case "date":
		return format{isDate, "a date such as 2026-01-31"}, true
	case "date-time":
		return format{isDateTime, "a date and time with an offset, such as 2026-01-31T14:30:00Z"}, true
	case "time":
		return format{isTime, "a time with an offset, such as 14:30:00Z or 14:30:00-06:00"}, true
	case "email":
		return format{isEmail, "an email address such as jane@example.com"}, true
	case "uri":
		return format{isURI, "an absolute URI such as https://example.com/page"}, true
	case "uuid":
		return format{isUUID, "a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4"}, true
	}
	return format{}, false
}

// CheckFormat is the [Formats] of all formats that an input can have. What is no format every text has.
func CheckFormat(name, text string) (wanted string) {
	if f, known := formatNamed(name); known && !f.holds(text) {
		return f.phrase
	}
	return ""
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func isDateTime(s string) bool {
	date, clock, found := strings.Cut(s, "T")
	return found && isDate(date) && isTime(clock)
}

func isTime(s string) bool {
	if !isClock(s, "00:00:00") {
		return false
	}
	rest := s[len("00:00:00"):]
	if fraction, found := strings.CutPrefix(rest, "."); found {
		rest = strings.TrimLeft(fraction, digits)
		if len(rest) == len(fraction) {
			return false
		}
	}
	if rest == "Z" {
		return true
	}
	return len(rest) == len("+00:00") && (rest[0] == '+' || rest[0] == '-') && isClock(rest[1:], "00:00")
}

// isClock reports whether s begins with hours, minutes and perhaps seconds in the given shape.
func isClock(s, shape string) bool {
	if len(s) < len(shape) || !isDigit(s[0]) || s[:2] > "23" {
		return false
	}
	for i := range len(shape) {
		if isDigit(s[i]) != isDigit(shape[i]) || !isDigit(shape[i]) && s[i] != shape[i] {
			return false
		}
	}
	for i := 3; i < len(shape); i += 3 {
		if s[i] > '5' {
			return false
		}
	}
	return true
}

// isEmail holds for what people have: a plain local part at a host name.
func isEmail(s string) bool {
	local, domain, found := strings.Cut(s, "@")
	if !found || len(local) > 64 || len(domain) > 253 {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || strings.Trim(atom, letters+digits+"!#$%&'*+-/=?^_`{|}~") != "" {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, letters+digits+"-") != "" ||
			strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	return true
}

func isURI(s string) bool {
	if strings.Trim(s, letters+digits+"-._~:/?#[]@!$&'()*+,;=%") != "" {
		return false
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" {
		return false
	}
	_, err = url.PathUnescape(s) // url.Parse does not look at the escapes in a query
	return err == nil && strings.Count(s, "#") <= 1
}

func isUUID(s string) bool {
	const shape = "00000000-0000-0000-0000-000000000000"
	if len(s) != len(shape) {
		return false
	}
	for i := range len(shape) {
		if shape[i] == '-' && s[i] != '-' || shape[i] != '-' && !strings.Contains(hexadecimal, s[i:i+1]) {
			return false
		}
	}
	return true
}

const (
	digits      = "0123456789"
	letters     = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexadecimal = digits + "abcdefABCDEF"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
