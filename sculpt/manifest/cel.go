package manifest

import "strings"

// expressionEnd returns the offset of the } that ends the CEL expression s, and whether there is one. Braces in string
// literals, names in backquotes and comments do not count, and those of maps and messages come in pairs.
func expressionEnd(s string) (int, bool) {
	depth := 0
	for at := 0; at < len(s); {
		switch c := s[at]; {
		case c == '}' && depth == 0:
			return at, true
		case c == '}':
			depth--
			at++
		case c == '{':
			depth++
			at++
		case c == '"' || c == '\'':
			at += stringLength(s[at:], false)
		case c == '`':
			at += nameLength(s[at:])
		case strings.HasPrefix(s[at:], "//"):
			comment, _, _ := strings.Cut(s[at:], "\n")
			at += len(comment)
		case isWord(c):
			word := wordLength(s[at:])
			at += word
			if raw, ok := stringPrefix(s[at-word : at]); ok && at < len(s) && (s[at] == '"' || s[at] == '\'') {
				at += stringLength(s[at:], raw)
			}
		default:
			at++
		}
	}
	return 0, false
}

// stringLength returns the bytes of the string literal that s starts with, quotes included, or all of s if it is not
// closed. A backslash is part of a raw literal, and escapes the next character of any other.
func stringLength(s string, raw bool) int {
	quote := s[:1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s, triple) {
		quote = triple
	}
	for at := len(quote); at < len(s); at++ {
		switch {
		case s[at] == '\\' && !raw:
			at++
		case strings.HasPrefix(s[at:], quote):
			return at + len(quote)
		}
	}
	return len(s)
}

// nameLength returns the bytes of the name in backquotes that s starts with. One that is not closed on its line is the
// backquote alone.
func nameLength(s string) int {
	if i := strings.IndexAny(s[1:], "`\n"); i >= 0 && s[1+i] == '`' {
		return i + 2
	}
	return 1
}

// stringPrefix reports whether word marks a string literal that follows it, and whether as a raw one.
func stringPrefix(word string) (raw, ok bool) {
	switch strings.ToLower(word) {
	case "r", "br", "rb":
		return true, true
	case "b":
		return false, true
	}
	return false, false
}

func wordLength(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
