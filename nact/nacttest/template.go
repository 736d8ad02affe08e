package nacttest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// compile returns an expression that matches the escaped paths of a template,
// /points/{latitude},{longitude}, and the names of its groups.
func compile(template string) (path *regexp.Regexp, names []string, err error) {
	pattern := "^"
	for rest := template; rest != ""; {
		text, after, found := strings.Cut(rest, "{")
		pattern += literal(text)
		if !found {
			break
		}
		name, further, closed := strings.Cut(after, "}")
		if !closed {
			return nil, nil, errors.New("the path has a { without a }")
		}
		names = append(names, name)
		pattern += "([^/]+?)"
		rest = further
	}
	path, err = regexp.Compile(pattern + "$")
	return path, names, err
}

// literal returns an expression that matches text in a path, whichever of its bytes are
// percent-encoded there. A slash matches only as it is.
func literal(text string) string {
	var pattern strings.Builder
	for _, c := range []byte(unescape(text)) {
		switch {
		case c == '/':
			pattern.WriteByte(c)
		case c < 0x80:
			fmt.Fprintf(&pattern, "(?:%s|%%(?i:%02x))", regexp.QuoteMeta(string(rune(c))), c)
		default:
			fmt.Fprintf(&pattern, "%%(?i:%02x)", c)
		}
	}
	return pattern.String()
}
