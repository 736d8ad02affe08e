package expression

import "strings"

// Part is a part of a template: a runtime expression, or literal text.
type Part struct {
	Text string // literal text, if Expr is nil
	Expr *Expr
}

// Template splits a text at the expressions that it embeds, which stand in braces and begin with a dollar sign; one that cannot be parsed is an error,
// and all other braces are literal text. A text that is an expression as a whole, without braces, is one part.
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

// Whole reports whether a text as a whole is meant as a runtime expression, valid or not: it is one word, and begins like one.
func Whole(text string) bool {
	rest, ok := strings.CutPrefix(text, "$")
	_, isKind := minSegments[Kind(rest[:wordEnd(rest)])]
	return ok && isKind && !strings.ContainsAny(text, " \t\n{}")
}
