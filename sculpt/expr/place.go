package expr

import (
	"unicode/utf8"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
)

// places finds the parts of an expression in its text.
type places struct {
	ast     *ast.AST
	text    string
	tokens  []token
	offsets []int // byte offsets of the code points: the parser counts these
}

func newPlaces(a *ast.AST, text string) *places {
	p := &places{ast: a, text: text, tokens: scan(text)}
	for i := range text {
		p.offsets = append(p.offsets, i)
	}
	p.offsets = append(p.offsets, len(text))
	return p
}

// offset is the byte offset of the n-th code point.
func (p *places) offset(n int32) int { return p.offsets[max(0, min(int(n), len(p.offsets)-1))] }

// span returns the bytes that the expression with that id, and all below it, was parsed from.
func (p *places) span(id int64) (offset, length int) {
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
		return 0, 1
	}
	first, last := p.whole(p.tokenAt(p.offset(start)), p.tokenAt(p.offset(stop)-1))
	offset = p.tokens[first].at
	return offset, max(p.tokens[last].end-offset, 1)
}

func (p *places) tokenAt(offset int) int { return tokenAt(p.tokens, offset) }

// whole widens a range of tokens to all of an expression: the parser's range of x.f ends with the dot, that of f(x) with x.
func (p *places) whole(first, last int) (from, to int) {
	first, last = p.callee(first), p.member(last)
	depth := 0
	for i := first; i <= last || depth > 0 && i < len(p.tokens)-1; i++ {
		last = max(last, i)
		depth += p.tokens[i].nesting()
		for ; depth < 0 && first > 0; depth += p.tokens[first].nesting() {
			first--
		}
	}
	return p.namespace(p.callee(first)), last
}

// namespace is the first token of a name with dots, whose last the token is: the checker takes math.abs for one name.
func (p *places) namespace(i int) int {
	for i > 1 && p.tokens[i-1].text == "." && p.tokens[i-2].endsValue() {
		i -= 2
	}
	return i
}

// callee is the token of the name that is called, if the token is the parenthesis after it.
func (p *places) callee(i int) int {
	if p.tokens[i].text == "(" && i > 0 && p.tokens[i-1].kind == nameToken && p.tokens[i-1].text != "in" {
		return i - 1
	}
	return i
}

// member is the token of the name of a field, if the token is the dot before it.
func (p *places) member(i int) int {
	if p.tokens[i].text != "." {
		return i
	}
	if p.tokens[i+1].text == "?" {
		i++
	}
	return min(i+1, len(p.tokens)-1)
}

// nesting is by how many brackets what follows the token is deeper than the token.
func (t token) nesting() int {
	if t.kind != symbolToken {
		return 0
	}
	switch t.text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// word returns what to underline for a problem of an operator, a field or a call: its own name, with the dot before it, or
// with all that stands before the dot if the checker takes both for one name.
func (p *places) word(at common.Location, dotted bool) (offset, length int) {
	i := p.callee(p.tokenAt(locate(p.text, at)))
	end := max(p.tokens[p.member(i)].end, p.tokens[i].at+1)
	switch called := i > 0 && p.tokens[i-1].text == "." && p.tokens[i].kind == nameToken; {
	case called && dotted:
		i = p.namespace(i)
	case called:
		i--
	}
	return p.tokens[i].at, end - p.tokens[i].at
}

// source is the text of the expression with that id, or "" if it is too long to be repeated.
func (p *places) source(id int64) string {
	const longest = 40
	offset, length := p.span(id)
	if s := p.text[offset:min(offset+length, len(p.text))]; len(s) <= longest {
		return s
	}
	return ""
}

// locate turns CEL's line and column, which count code points, into a byte offset.
func locate(text string, at common.Location) int {
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

// wordLength is the length of the identifier or number at offset, or 0.
func wordLength(text string, offset int) int {
	i := offset
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i - offset
}

func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
