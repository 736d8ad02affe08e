package upstream

import (
	"strings"
	"time"
)

// cacheControl is what the Cache-Control of an answer says to a cache that is not shared and never hands out what is stale.
type cacheControl struct {
	noStore   bool
	noCache   bool // also where it is only said of some headers
	hasMaxAge bool
	maxAge    time.Duration // 0 where it is no number, or given in two ways
}

// parseCacheControl parses the Cache-Control lines of an answer (RFC 9111, section 5.2). It reports false if they are malformed: what they forbid
// is not known then.
func parseCacheControl(lines []string) (control cacheControl, ok bool) {
	rest := strings.Join(lines, ",")
	for {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			return control, true
		}
		var name, argument string
		if name, rest = cutToken(rest); name == "" {
			return control, false
		}
		if after, has := strings.CutPrefix(rest, "="); has {
			if argument, rest, has = cutArgument(after); !has {
				return control, false
			}
		}
		if rest = strings.TrimLeft(rest, " \t"); rest != "" && rest[0] != ',' {
			return control, false
		}
		control.add(strings.ToLower(name), argument)
	}
}

func (c *cacheControl) add(name, argument string) {
	switch name {
	case "no-store":
		c.noStore = true
	case "no-cache":
		c.noCache = true
	case "max-age":
		age := deltaSeconds(argument)
		if c.hasMaxAge && age != c.maxAge {
			age = 0
		}
		c.hasMaxAge, c.maxAge = true, age
	}
}

// cutToken cuts the token (RFC 9110, section 5.6.2) off that text begins with. It is empty if there is none.
func cutToken(text string) (token, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !isToken(string(r)) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// cutArgument cuts off a token or a quoted string, without its quotes.
func cutArgument(text string) (argument, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		argument, rest = cutToken(text)
		return argument, rest, argument != ""
	}
	var plain strings.Builder
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return plain.String(), text[i+1:], true
		case '\\':
			if i++; i == len(text) {
				return "", "", false
			}
		}
		plain.WriteByte(text[i])
	}
	return "", "", false
}
