package cel

import (
	"net/netip"
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// HasFormat is text.hasFormat(text, format): whether a text has a format of OpenAPI or JSON Schema. It is true of
// every text if the format is none of [Formats].
func HasFormat(text, format string) bool {
	switch format {
	case "ipv4":
		address, err := netip.ParseAddr(text)
		return err == nil && address.Is4()
	case "ipv6":
		address, err := netip.ParseAddr(text)
		return err == nil && address.Is6() && address.Zone() == ""
	case "hostname":
		return isHostname(text)
	case "duration":
		return isoDuration.MatchString(text) && text != "P" && !strings.HasSuffix(text, "T")
	}
	return nact.CheckFormat(format, text) == ""
}

// Formats returns the formats that [HasFormat] knows.
func Formats() []string {
	return []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"}
}

var (
	hostLabel   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)
	isoDuration = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`)
)

// isHostname reports whether a text is a name of RFC 1123.
func isHostname(text string) bool {
	if len(text) > 253 {
		return false
	}
	for label := range strings.SplitSeq(text, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return true
}
