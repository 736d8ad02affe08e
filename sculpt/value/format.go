package value

import (
	"net/netip"
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/signature"
)

// format is a format of a document that text can be held to.
type format struct {
	holds   func(string) bool
	example string
}

// formats are those that are checked, by their names in documents. Those that inputs can have are what they are for inputs.
var formats = map[string]format{
	"date":      {ofInput("date"), "2026-01-31"},
	"date-time": {ofInput("date-time"), "2026-01-31T14:30:00Z"},
	"time":      {ofInput("time"), "14:30:00Z"},
	"email":     {ofInput("email"), "jane@example.com"},
	"uuid":      {ofInput("uuid"), "0479a45d-ad0a-49d4-94db-75edf00d2ca4"},
	"uri":       {ofInput("uri"), "https://example.com/page"},
	"ipv4":      {isIPv4, "192.0.2.1"},
	"ipv6":      {isIPv6, "2001:db8::1"},
	"hostname":  {isHostname, "api.example.com"},
	"duration":  {isDuration, "P1DT12H"},
}

// ofInput reports whether the run-time library takes a text for an input of that format.
func ofInput(format string) func(string) bool {
	in := nact.Input{ID: "value", Name: "Value", Description: "value", Type: nact.String, Format: format}
	return func(text string) bool { return signature.Violation(in, text) == "" }
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

var hostLabel = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)

// isHostname reports whether a text is a name of RFC 1123.
func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return true
}

var isoDuration = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`)

// isDuration reports whether a text is a duration of RFC 3339, appendix A.
func isDuration(s string) bool {
	return isoDuration.MatchString(s) && s != "P" && !strings.HasSuffix(s, "T")
}
