package expression

import "strings"

// Part is a part of a text: an expression, or what stands between two.
type Part struct {
	Text string
	Expr *Expr // nil: Text is text
}

// Template takes a text apart in which expressions stand in braces. What begins like one and is none is an error; other braces are text. A
// text that is an expression as a whole, without braces, is one part.
func Template(text string) ([]Part, error) {
	if Whole(text) {
		e, err := Parse(text)
		if err != nil {
			return nil, err
		}
		return []Part{{Expr: e}}, nil
	}
	var parts []Part
	for rest := text; rest != ""; {
		at := strings.Index(rest, "{$")
		if at < 0 {
			return append(parts, Part{Text: rest}), nil
		}
		if at > 0 {
			parts = append(parts, Part{Text: rest[:at]})
		}
		rest = rest[at+1:]
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			end = len(rest)
		}
		e, err := Parse(rest[:end])
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{Expr: e})
		rest = rest[min(end+1, len(rest)):]
	}
	return parts, nil
}

// Whole reports whether a text as a whole is meant as a runtime expression.
func Whole(text string) bool {
	if !strings.HasPrefix(text, "$") || strings.ContainsAny(text, " \t\n{}") {
		return false
	}
	_, known := kinds[text[1:][:wordEnd(text[1:])]]
	return known
}
