// Package source knows the text of an expression: its tokens, and where in it the parts of a parsed expression stand.
//
// Of inputs.cty + 1 it says that the selection is at offset 0, of length 10, so that a [Problem] can underline it. CEL's
// parser has a scanner and positions of its own; what it says of them is not enough to show an author the place.
package source

import (
	"unicode/utf8"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
)

// Span is a stretch of an expression.
type Span struct{ Offset, Length int } // bytes

// Problem is what is wrong with an expression.
type Problem struct {
	Span
	Message string
}

// Places finds the parts of an expression in its text.
type Places struct {
	ast     *ast.AST
	text    string
	tokens  []Token
	offsets []int // byte offsets of the code points: the parser counts these
}

// NewPlaces returns the places of an expression that text was parsed to.
func NewPlaces(a *ast.AST, text string) *Places {
	p := &Places{ast: a, text: text, tokens: Scan(text)}
	for i := range text {
		p.offsets = append(p.offsets, i)
	}
	p.offsets = append(p.offsets, len(text))
	return p
}

// offset is the byte offset of the n-th code point.
func (p *Places) offset(n int32) int { return p.offsets[max(0, min(int(n), len(p.offsets)-1))] }

// Span returns the bytes that the expression with that id, and all below it, was parsed from.
func (p *Places) Span(id int64) Span {
	start, stop := int32(-1), int32(-1)
	widen := ast.NewExprVisitor(func(e ast.Expr) {
		r, ok := p.ast.SourceInfo().GetOffsetRange(e.ID())
		if !ok {
			return
		}
		if start < 0 || r.Start < start {
			start = r.Start
		}
		stop = max(stop, r.Stop)
	})
	find := ast.NewExprVisitor(func(e ast.Expr) {
		if e.ID() == id {
			ast.PostOrderVisit(e, widen)
		}
	})
	ast.PostOrderVisit(p.ast.Expr(), find)
	if start < 0 {
		return Span{0, 1}
	}
	first, last := p.whole(p.tokenAt(p.offset(start)), p.tokenAt(p.offset(stop)-1))
	offset := p.tokens[first].At
	return Span{offset, max(p.tokens[last].End-offset, 1)}
}

func (p *Places) tokenAt(offset int) int { return TokenAt(p.tokens, offset) }

// whole widens a range of tokens to all of an expression: the parser's range of x.f ends with the dot, that of f(x) with x.
func (p *Places) whole(first, last int) (from, to int) {
	first, last = p.callee(first), p.member(last)
	depth := 0
	for i := first; i <= last || depth > 0 && i < len(p.tokens)-1; i++ {
		last = max(last, i)
		depth += p.tokens[i].Nesting()
		for ; depth < 0 && first > 0; depth += p.tokens[first].Nesting() {
			first--
		}
	}
	return p.namespace(p.callee(first)), last
}

// namespace is the first Token of a name with dots, whose last the token is: the checker takes math.abs for one name.
func (p *Places) namespace(i int) int {
	for i > 1 && p.tokens[i-1].Text == "." && p.tokens[i-2].EndsValue() {
		i -= 2
	}
	return i
}

// callee is the token of the name that is called, if the token is the parenthesis after it.
func (p *Places) callee(i int) int {
	if p.tokens[i].Text == "(" && i > 0 && p.tokens[i-1].Kind == NameToken && p.tokens[i-1].Text != "in" {
		return i - 1
	}
	return i
}

// member is the token of the name of a field, if the token is the dot before it.
func (p *Places) member(i int) int {
	if p.tokens[i].Text != "." {
		return i
	}
	if p.tokens[i+1].Text == "?" {
		i++
	}
	return min(i+1, len(p.tokens)-1)
}

// Nesting is 1 for an opening bracket, -1 for a closing one, and 0 for any other token.
func (t Token) Nesting() int {
	if t.Kind != SymbolToken {
		return 0
	}
	switch t.Text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// Word returns what to underline for a problem of an operator, a field or a call: its own name, with the dot before it, or
// with all that stands before the dot if the checker takes both for one name.
func (p *Places) Word(at common.Location, dotted bool) Span {
	i := p.callee(p.tokenAt(Locate(p.text, at)))
	end := max(p.tokens[p.member(i)].End, p.tokens[i].At+1)
	switch called := i > 0 && p.tokens[i-1].Text == "." && p.tokens[i].Kind == NameToken; {
	case called && dotted:
		i = p.namespace(i)
	case called:
		i--
	}
	return Span{p.tokens[i].At, end - p.tokens[i].At}
}

// Source is the text of the expression with that id, or "" if it is too long to be repeated.
func (p *Places) Source(id int64) string {
	const longest = 40
	at := p.Span(id)
	if s := p.text[at.Offset:min(at.Offset+at.Length, len(p.text))]; len(s) <= longest {
		return s
	}
	return ""
}

// Locate turns CEL's line and column, which count code points, into a byte offset.
func Locate(text string, at common.Location) int {
	offset := 0
	for line := 1; line < at.Line() && offset < len(text); offset++ {
		if text[offset] == '\n' {
			line++
		}
	}
	for col := 0; col < at.Column() && offset < len(text); col++ {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset
}
