package reference

import (
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/nactgen/nactgen/nact/cel"
)

// Formats as regular expressions, as far as these reach.
var (
	clockFormat    = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`)
	uuidFormat     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	emailFormat    = regexp.MustCompile("^[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+(\\.[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+)*@[^@]+$")
	uriFormat      = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	weeksFormat    = regexp.MustCompile(`^P[0-9]+W$`)
	durationFormat = regexp.MustCompile(`^P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+([.,][0-9]+)?S)?)?$`)
)

// formats are the formats of texts, put in another way than the run-time library does.
var formats = map[string]func(s string) bool{
	"date":     isDate,
	"time":     clockFormat.MatchString,
	"uuid":     uuidFormat.MatchString,
	"hostname": func(s string) bool { return len(s) <= 253 && isDomain(s) },
	"ipv4":     func(s string) bool { return net.ParseIP(s) != nil && !strings.Contains(s, ":") },
	"ipv6":     func(s string) bool { return net.ParseIP(s) != nil && strings.Contains(s, ":") },
	"date-time": func(s string) bool {
		day, clock, found := strings.Cut(s, "T")
		return found && isDate(day) && clockFormat.MatchString(clock)
	},
	"email": func(s string) bool {
		local, domain, _ := strings.Cut(s, "@")
		return emailFormat.MatchString(s) && len(local) <= 64 && len(domain) <= 253 && isDomain(domain)
	},
	"uri": func(s string) bool {
		_, err := url.Parse(s)
		return err == nil && uriFormat.MatchString(s) && strings.Count(s, "#") < 2
	},
	"duration": func(s string) bool {
		return weeksFormat.MatchString(s) || durationFormat.MatchString(s) && strings.ContainsAny(s, "0123456789") && !strings.HasSuffix(s, "T")
	},
}

func isDate(s string) bool {
	if len(s) != len("2026-11-20") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, errYear := strconv.ParseUint(s[:4], 10, 16)
	month, errMonth := strconv.ParseUint(s[5:7], 10, 8)
	day, errDay := strconv.ParseUint(s[8:], 10, 8)
	t := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	return errYear == nil && errMonth == nil && errDay == nil && t.Day() == int(day) && t.Month() == time.Month(month)
}

// isDomain reports whether all labels of a name are fit for one.
func isDomain(s string) bool {
	for _, label := range strings.Split(s, ".") {
		plain := strings.Map(func(r rune) rune {
			if r == '-' || r < 0x80 && (r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
				return -1
			}
			return r
		}, label)
		if label == "" || len(label) > 63 || plain != "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

func hasFormat(args ...ref.Val) ref.Val {
	has := formats[str(args[1])]
	return types.Bool(has == nil || has(str(args[0])))
}

func isZone(args ...ref.Val) ref.Val {
	_, err := cel.Zone(str(args[0]))
	return types.Bool(err == nil)
}
