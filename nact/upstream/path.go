package upstream

import (
	"cmp"
	"slices"
	"strings"
)

// Path builds the path of a call from left to right, from literal text and
// parameters. Its methods return the receiver. A parameter that cannot be sent
// makes the whole call fail, with an error that names it.
//
// A value is refused if it is not UTF-8, holds a control character, or has
// "." or ".." between slashes or backslashes, or as a whole: servers and
// proxies that resolve such a part would reach another operation. A value that
// comes out empty is refused for the same reason. All that is not unreserved
// in a URL is percent-encoded, the slash too.
//
// The zero Path is empty and ready to use.
type Path struct {
	escaped []byte
	segment int    // where the current segment begins in escaped
	param   string // the last parameter of the current segment
	err     error
}

// Text appends literal text of the document's path. Slashes separate segments;
// percent-encoded bytes stay as they are.
func (p *Path) Text(text string) *Path {
	p.escaped = slices.Grow(p.escaped, len(text)+32)
	for text != "" {
		part, rest, more := strings.Cut(text, "/")
		p.escaped = appendLiteral(p.escaped, part)
		if more {
			p.closeSegment()
			p.escaped = append(p.escaped, '/')
			p.segment, p.param = len(p.escaped), ""
		}
		text = rest
	}
	return p
}

// Value appends the parameter name in simple style, the usual one.
func (p *Path) Value(name, value string) *Path {
	return p.expand(name, []string{value}, func(dst []byte) []byte { return appendEscaped(dst, value, unreserved) })
}

// expand appends one parameter, made of values, as write writes it.
func (p *Path) expand(name string, values []string, write func([]byte) []byte) *Path {
	p.param = name
	for _, value := range values {
		if why := cmp.Or(plainText(value), dotted(value)); why != "" {
			return p.refuse(name, why)
		}
	}
	before := len(p.escaped)
	if len(values) > 0 {
		p.escaped = write(p.escaped)
	}
	if len(p.escaped) == before {
		return p.refuse(name, "it is empty")
	}
	return p
}

// closeSegment refuses a segment that its parts together made "." or "..",
// also one that goes on with path parameters: some servers cut those off first.
func (p *Path) closeSegment() {
	segment := p.escaped[p.segment:]
	if len(segment) == 0 || segment[0] != '.' && segment[0] != '%' {
		return
	}
	text, _, _ := strings.Cut(string(segment), ";")
	switch strings.ReplaceAll(strings.ToLower(text), "%2e", ".") {
	case ".", "..":
		p.refuse(cmp.Or(p.param, "(none)"), "the path segment comes out as . or ..")
	}
}

func (p *Path) refuse(name, why string) *Path {
	if p.err == nil {
		p.err = unfitValue{&refusal{"path", name, why}}
	}
	return p
}

// finish returns the escaped path; it begins with a slash unless it is empty.
func (p *Path) finish() (string, error) {
	p.closeSegment()
	if p.err != nil {
		return "", p.err
	}
	if len(p.escaped) > 0 && p.escaped[0] != '/' {
		return "/" + string(p.escaped), nil
	}
	return string(p.escaped), nil
}

// dotted returns why value could be resolved as a relative path, or an empty string.
func dotted(value string) string {
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == "." || part == ".." {
			return "its value has a part . or .."
		}
	}
	return ""
}

// appendLiteral appends literal path text, escaped where a path cannot hold it.
func appendLiteral(dst []byte, text string) []byte {
	for i := range len(text) {
		if text[i] == '%' && isEncoded(text[i:]) {
			dst = append(dst, '%')
			continue
		}
		dst = appendEscaped(dst, text[i:i+1], literalInPath)
	}
	return dst
}

// isEncoded reports whether text begins with a percent-encoded byte.
func isEncoded(text string) bool {
	return len(text) >= 3 && isHex(text[1]) && isHex(text[2])
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// literalInPath reports whether c may stand in the literal text of a path.
func literalInPath(c byte) bool {
	return unreserved(c) || strings.IndexByte("/!$&'()*+,;=:@", c) >= 0
}
