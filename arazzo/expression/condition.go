package expression

import (
	"fmt"
	"strconv"
	"strings"
)

// Condition is a node of a parsed condition: an operator with its operands or, where Op is empty, a leaf. A leaf is a literal, or has exactly one of
// Expr, Path and Call.
type Condition struct {
	Op   string       // && || ! == != < <= > >=
	X, Y *Condition   // operands; Y is nil for !
	Expr *Expr        // a runtime expression
	Path *Path        // a query of JSONPath
	Call string       // a function of JSONPath: count, length, match, search, value
	Args []*Condition // arguments of Call

	Literal bool // the node is the literal Value
	Value   any  // nil, bool, int64, float64 or string
}

// ParseCondition parses a simple condition, whose operands are runtime expressions and literals.
func ParseCondition(text string) (*Condition, error) {
	return parseCondition(text, func(p *parser) (*Condition, error) {
		if p.peek() != '$' {
			return nil, p.errorf("a runtime expression, a literal or a parenthesis is missing")
		}
		e, err := Parse(p.read(exprEnd(p.rest())))
		return &Condition{Expr: e}, err
	})
}

// exprEnd returns the length of the runtime expression at the start of s: it ends at a blank, an operator, a parenthesis or a comma.
func exprEnd(s string) int {
	if i := strings.IndexAny(s, blanks+"=!<>&|(),"); i >= 0 {
		return i
	}
	return len(s)
}

func parseCondition(text string, operand func(*parser) (*Condition, error)) (*Condition, error) {
	p := &parser{text: text, operand: operand}
	c, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.peek() != 0 {
		return nil, p.errorf("an operator is missing")
	}
	return c, nil
}

// parser parses conditions and queries. Both languages share operators, parentheses and literals; operand parses the operands of one of them.
type parser struct {
	text    string
	at      int // offset in text
	depth   int // of nesting
	operand func(*parser) (*Condition, error)
}

const (
	maxNesting = 100 // of conditions and queries
	blanks     = " \t\r\n"
)

func (p *parser) rest() string { return p.text[p.at:] }

// peek skips blanks and returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	p.at = len(p.text) - len(strings.TrimLeft(p.rest(), blanks))
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// read returns the next n bytes and moves past them.
func (p *parser) read(n int) string {
	p.at += n
	return p.text[p.at-n : p.at]
}

// accept moves past a token if it comes next, and reports whether it does.
func (p *parser) accept(token string) bool {
	p.peek()
	if !strings.HasPrefix(p.rest(), token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s at %q", fmt.Sprintf(format, args...), p.rest())
}

func (p *parser) or() (*Condition, error) {
	return p.chain("||", func() (*Condition, error) { return p.chain("&&", p.comparison) })
}

func (p *parser) chain(op string, next func() (*Condition, error)) (*Condition, error) {
	x, err := next()
	for err == nil && p.accept(op) {
		var y *Condition
		if y, err = next(); err == nil {
			x = &Condition{Op: op, X: x, Y: y}
		}
	}
	return x, err
}

func (p *parser) comparison() (*Condition, error) {
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if p.accept(op) {
			y, err := p.unary()
			return &Condition{Op: op, X: x, Y: y}, err
		}
	}
	return x, nil
}

func (p *parser) unary() (*Condition, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.errorf("the condition is nested too deep")
	}
	defer func() { p.depth-- }()
	switch c := p.peek(); {
	case c == '!' && !strings.HasPrefix(p.rest(), "!="):
		p.at++
		x, err := p.unary()
		return &Condition{Op: "!", X: x}, err
	case c == '(':
		p.at++
		x, err := p.or()
		if err == nil && !p.accept(")") {
			err = p.errorf("a closing parenthesis is missing")
		}
		return x, err
	case c == '\'' || c == '"':
		return p.quoted(c)
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	}
	for word, value := range map[string]any{"true": true, "false": false, "null": nil} {
		if rest, ok := strings.CutPrefix(p.rest(), word); ok && wordEnd(rest) == 0 {
			p.at += len(word)
			return &Condition{Literal: true, Value: value}, nil
		}
	}
	return p.operand(p)
}

// quoted parses a string in quotes. A quote inside of it is doubled, or follows a backslash.
func (p *parser) quoted(quote byte) (*Condition, error) {
	var b strings.Builder
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == quote && i+1 < len(p.text) && p.text[i+1] == quote, c == '\\' && i+1 < len(p.text):
			i++
			b.WriteByte(p.text[i])
		case c == quote:
			p.at = i + 1
			return &Condition{Literal: true, Value: b.String()}, nil
		default:
			b.WriteByte(c)
		}
	}
	return nil, p.errorf("a closing quote is missing")
}

func (p *parser) number() (*Condition, error) {
	text := p.rest()
	text = text[:len(text)-len(strings.TrimLeft(text, "0123456789.eE+-"))]
	var value any
	var err error
	if value, err = strconv.ParseInt(text, 10, 64); err != nil {
		value, err = strconv.ParseFloat(text, 64)
	}
	if err != nil {
		return nil, p.errorf("a number is missing")
	}
	p.at += len(text)
	return &Condition{Literal: true, Value: value}, nil
}
