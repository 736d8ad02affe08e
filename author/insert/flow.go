package insert

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

// inFlow adds the entries before the brace that closes a mapping: each in a line of its own below its comments, or all of them without
// comments where the mapping stands.
func (a *adder) inFlow(n *yaml.Node) []yamltext.Edit {
	open := a.lines.Offset(n.Line, n.Column)
	last, comma, ok := closing(a.lines.Src, open)
	if !ok {
		return nil
	}
	separator := ", "
	if len(n.Content) == 0 || comma {
		separator = ""
	}
	return []yamltext.Edit{{Start: last, End: last, Text: a.flowLines(n, separator, comma)}, {Start: last, End: last, Text: a.flowLine(separator, comma)}}
}

// flowLines are the entries with their comments.
func (a *adder) flowLines(n *yaml.Node, separator string, comma bool) string {
	indent := strings.Repeat(" ", a.indentation(n.Line)+2)
	var b strings.Builder
	commented, first := false, separator
	for i, e := range a.entries {
		comments := e.Comments(indent)
		commented = commented || comments != ""
		if i > 0 {
			separator = ","
		}
		b.WriteString(strings.TrimRight(separator, " ") + "\n" + comments + indent + e.Flow())
	}
	if !commented {
		return a.flowLine(first, comma)
	}
	return a.broken(b.String())
}

// flowLine are the entries without comments.
func (a *adder) flowLine(separator string, comma bool) string {
	var parts []string
	for _, e := range a.entries {
		parts = append(parts, e.Flow())
	}
	if comma {
		separator = " "
	}
	return separator + strings.Join(parts, ", ")
}

// indentation is how many blanks a line starts with.
func (a *adder) indentation(line int) int {
	text := a.lines.Src[a.lines.Start(line):]
	n := 0
	for n < len(text) && text[n] == ' ' {
		n++
	}
	return n
}

// closing finds what a flow mapping that opens at an offset ends with: the offset behind its last entry, or behind the comma that follows
// that.
func closing(src []byte, open int) (last int, comma, ok bool) {
	depth := 0
	for at := open; at < len(src); at++ {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case c == '#' && at > 0 && strings.IndexByte(" \t\r\n", src[at-1]) >= 0:
			for at+1 < len(src) && src[at+1] != '\n' {
				at++
			}
			continue
		case (c == '"' || c == '\'') && opens(src, at):
			at = quoted(src, at)
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return last, comma, true
			}
		}
		last, comma = min(at+1, len(src)), src[min(at, len(src)-1)] == ','
	}
	return 0, false, false
}

// opens reports whether a quote at an offset begins a scalar, and is not a part of a plain one.
func opens(src []byte, at int) bool {
	return at > 0 && strings.IndexByte(" \t\r\n,:{[", src[at-1]) >= 0
}

// quoted is the offset of the quote that ends the scalar that one begins.
func quoted(src []byte, at int) int {
	quote := src[at]
	for at++; at < len(src); at++ {
		switch {
		case src[at] == '\\' && quote == '"':
			at++
		case src[at] != quote:
		case quote == '\'' && at+1 < len(src) && src[at+1] == '\'':
			at++
		default:
			return at
		}
	}
	return at
}
