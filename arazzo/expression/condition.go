package expression

import (
	"fmt"
	"strconv"
	"strings"
)

// Condition is a condition, or an operand of one. One of its groups of fields is set.
type Condition struct {
	Op   string       // && || ! == != < <= > >=; empty: an operand
	X, Y *Condition   // Y is nil behind !
	Expr *Expr        // a runtime expression
	Path *Path        // a path of JSONPath
	Call string       // a function of JSONPath: count, length, match, search, value
	Args []*Condition // of the function

	Literal bool // Value counts
	Value   any  // nil, bool, int64, float64 or string
}

// ParseCondition reads a simple condition.
func ParseCondition(text string) (*Condition, error) {
	return parseCondition(text, func(p *parser) (*Condition, error) {
		if p.peek() != '$' {
			return nil, p.errorf("a runtime expression, a literal or a parenthesis is missing")
		}
		e, err := Parse(p.until(exprEnd(p.rest())))
		return &Condition{Expr: e}, err
	})
}

// exprEnd is where a runtime expression ends in a condition: at a blank, an operator, a parenthesis or a comma that is in no brackets.
func exprEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\r', '=', '!', '<', '>', '&', '|', '(', ')', ',':
			return i
		}
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

// parser parses conditions. What an operand is beside a literal and a parenthesis depends on the language.
type parser struct {
	text    string
	at      int
	depth   int
	operand func(*parser) (*Condition, error)
}

// mostNested is how deep conditions are nested at most.
const mostNested = 100

func (p *parser) rest() string { return p.text[p.at:] }

// peek skips blanks and returns the character behind them; 0 at the end.
func (p *parser) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// until takes so many bytes.
func (p *parser) until(n int) string {
	taken := p.rest()[:n]
	p.at += n
	return taken
}

func (p *parser) take(token string) bool {
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
	for err == nil && p.take(op) {
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
		if p.take(op) {
			y, err := p.unary()
			return &Condition{Op: op, X: x, Y: y}, err
		}
	}
	return x, nil
}

func (p *parser) unary() (*Condition, error) {
	if p.depth++; p.depth > mostNested {
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
		if err == nil && !p.take(")") {
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

// quoted reads a text in quotes, in which the quote stands twice for itself, or behind a backslash.
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
	end := 1
	for end < len(p.rest()) && strings.IndexByte("0123456789.eE+-", p.rest()[end]) >= 0 {
		end++
	}
	text := p.rest()[:end]
	var value any
	var err error
	if value, err = strconv.ParseInt(text, 10, 64); err != nil {
		value, err = strconv.ParseFloat(text, 64)
	}
	if err != nil {
		return nil, p.errorf("a number is missing")
	}
	p.at += end
	return &Condition{Literal: true, Value: value}, nil
}
