package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr"
)

// tokenTypes are the types of the tokens in expressions, by which an editor gives them colours.
var tokenTypes = []string{"variable", "property", "function", "string", "number", "keyword", "operator"}

// The tokens of expressions, as places in tokenTypes.
const (
	variableToken = iota
	propertyToken
	functionToken
	stringToken
	numberToken
	keywordToken
	operatorToken
)

// semanticTokens answers with the tokens of the expressions of a file, which YAML knows as text.
func (s *server) semanticTokens(_ context.Context, at documentParams) (semanticTokens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	none := semanticTokens{[]uint32{}}
	p, path, _, err := s.place(documentPosition{TextDocument: at.TextDocument})
	if p == nil || p.clean == nil {
		return none, err
	}
	t := s.textOf(path)
	tokens := none
	last := position{}
	for _, c := range p.clean.colours(path, t) {
		at := t.position(c.start)
		delta := at.Character
		if at.Line == last.Line {
			delta -= last.Character
		}
		tokens.Data = append(tokens.Data, uint32(at.Line-last.Line), uint32(delta), uint32(t.position(c.end).Character-at.Character), c.kind, 0)
		last = at
	}
	return tokens, nil
}

// colour is a token of an expression in a file.
type colour struct {
	start, end int
	kind       uint32
}

// colours returns the tokens of the expressions in a file, in their order. Those that do not stand in the text as the last check has read it are left out:
// the editor asks again.
func (c *checked) colours(path string, t *text) []colour {
	var all []colour
	for _, place := range c.places {
		if place.file != path {
			continue
		}
		tokens := expr.Tokens(place.text)
		for i, token := range tokens {
			start := t.at(place.source.At(token.At))
			end := start + len(token.Text)
			if end <= len(t.data) && string(t.data[start:end]) == token.Text && !strings.Contains(token.Text, "\n") {
				all = append(all, colour{start, end, kindOf(tokens, i)})
			}
		}
	}
	slices.SortFunc(all, func(a, b colour) int { return a.start - b.start })
	return slices.CompactFunc(all, func(a, b colour) bool { return a.start == b.start })
}

// kindOf is what a token of an expression is.
func kindOf(tokens []expr.Token, i int) uint32 {
	is := func(i int, s string) bool { return i >= 0 && i < len(tokens) && tokens[i].Text == s }
	switch token := tokens[i]; {
	case token.Kind == expr.TextToken:
		return stringToken
	case token.Kind == expr.NumberToken:
		return numberToken
	case token.Kind == expr.SymbolToken:
		return operatorToken
	case slices.Contains([]string{"true", "false", "null", "in"}, token.Text):
		return keywordToken
	case is(i+1, "("):
		return functionToken
	case is(i-1, ".") || is(i-1, "?") && is(i-2, "."):
		return propertyToken
	}
	return variableToken
}
