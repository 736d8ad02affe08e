package cel

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// Extract is text.extract(s, pattern): the first match in s, or what the pattern's group
// matched if it has one. It has no value if nothing matches, or if the group has no part in
// the match.
func Extract(s string, pattern *regexp.Regexp) nact.Opt[string] {
	match := pattern.FindStringSubmatchIndex(s)
	if match == nil {
		return nact.Opt[string]{}
	}
	group := match[len(match)-2:]
	if group[0] < 0 {
		return nact.Opt[string]{}
	}
	return nact.Some(s[group[0]:group[1]])
}

// ReplaceRegex is text.replaceRegex(s, pattern, replacement): s with every match
// replaced. In the replacement \0 is the match, \1 to \9 are what the groups of the pattern
// matched, and \\ is a backslash; what else stands behind a backslash is an error, and so
// is a group that the pattern does not have, or a result longer than 64 MiB.
func ReplaceRegex(s string, pattern *regexp.Regexp, replacement string) (string, error) {
	parts, err := ReplacementParts(replacement, pattern.NumSubexp())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	end := 0
	for _, match := range pattern.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(s[end:match[0]])
		end = match[1]
		for _, part := range parts {
			b.WriteString(part.of(s, match))
		}
		if err := checkLength("text.replaceRegex", int64(b.Len())); err != nil {
			return "", err
		}
	}
	b.WriteString(s[end:])
	return b.String(), nil
}

// ReplacementPart is a text, or else the number of a group; 0 is the whole match.
type ReplacementPart struct {
	Text  string
	Group int
}

// of returns what stands for a part in the place of a match in s.
func (p ReplacementPart) of(s string, match []int) string {
	if p.Text != "" {
		return p.Text
	}
	start, end := match[2*p.Group], match[2*p.Group+1]
	if start < 0 {
		return ""
	}
	return s[start:end]
}

// ReplacementParts takes a replacement of [ReplaceRegex] apart, or says what is wrong with it for a pattern with so many groups.
func ReplacementParts(replacement string, groups int) ([]ReplacementPart, error) {
	var parts []ReplacementPart
	for rest := replacement; rest != ""; {
		text, after, found := strings.Cut(rest, `\`)
		if text != "" {
			parts = append(parts, ReplacementPart{Text: text})
		}
		if !found {
			break
		}
		c, size := utf8.DecodeRuneInString(after)
		switch group := int(c - '0'); {
		case c == '\\':
			parts = append(parts, ReplacementPart{Text: `\`})
		case c < '0' || c > '9':
			return nil, publicError(`in a replacement, \0 to \9 stand for what groups matched, and \\ for a backslash; another backslash has no meaning`)
		case group > groups:
			return nil, publicError(fmt.Sprintf(`the replacement has \%d, and the pattern %s`, group, groupCount(groups)))
		default:
			parts = append(parts, ReplacementPart{Group: group})
		}
		rest = after[size:]
	}
	return parts, nil
}

func groupCount(n int) string {
	switch n {
	case 0:
		return "no groups"
	case 1:
		return "one group"
	}
	return fmt.Sprintf("%d groups", n)
}
