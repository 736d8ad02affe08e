package nact

import (
	"net/url"
	"regexp"
	"strings"
	"time"
)

// format is what an input's Format enforces, and how a message asks for it.
type format struct {
	holds  func(string) bool
	phrase string
}

// formatsByName are the formats as JSON Schema defines them. Times are RFC 3339's in capitals and without leap seconds, because that is
// what expressions can convert.
var formatsByName = map[string]format{
	"date":      {isDate, "a date such as 2026-01-31"},
	"date-time": {isDateTime, "a date and time with an offset, such as 2026-01-31T14:30:00Z"},
	"time":      {clockTime.MatchString, "a time with an offset, such as 14:30:00Z or 14:30:00-06:00"},
	"email":     {isEmail, "an email address such as jane@example.com"},
	"uri":       {isURI, "an absolute URI such as https://example.com/page"},
	"uuid":      {uuid.MatchString, "a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4"},
}

// CheckFormat is a [Formats] that knows all formats that an input can have. To a name that is none of them it has no objection.
func CheckFormat(name, text string) (wanted string) {
	if f, known := formatsByName[name]; known && !f.holds(text) {
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
	return found && isDate(date) && clockTime.MatchString(clock)
}

// isEmail holds for what people have: a plain local part at a host name.
func isEmail(s string) bool {
	local, domain, found := strings.Cut(s, "@")
	return found && len(local) <= 64 && len(domain) <= 253 && emailLocal.MatchString(local) && hostName.MatchString(domain)
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || !uriText.MatchString(s) {
		return false
	}
	_, err = url.PathUnescape(s) // url.Parse does not look at the escapes in a query
	return err == nil && strings.Count(s, "#") <= 1
}

var (
	clockTime  = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
	emailLocal = regexp.MustCompile("^[\\w!#$%&'*+/=?^`{|}~-]+(\\.[\\w!#$%&'*+/=?^`{|}~-]+)*$")
	hostName   = regexp.MustCompile(`^[A-Za-z\d]([A-Za-z\d-]{0,61}[A-Za-z\d])?(\.[A-Za-z\d]([A-Za-z\d-]{0,61}[A-Za-z\d])?)*$`)
	uriText    = regexp.MustCompile(`^[\w.~:/?#\[\]@!$&'()*+,;=%-]*$`)
	uuid       = regexp.MustCompile(`^[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$`)
)
