package jsonpath

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// condition parses the condition of a filter.
func (p *parser) condition() (*Expr, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	return p.chain("||", func() (*Expr, error) { return p.chain("&&", p.basic) })
}

func (p *parser) chain(op string, operand func() (*Expr, error)) (*Expr, error) {
	x, err := operand()
	for err == nil {
		before := p.at
		p.skip()
		if !p.accept(op) {
			p.at = before
			return x, nil
		}
		var y *Expr
		if y, err = operand(); err == nil {
			x = &Expr{Op: op, X: x, Y: y}
		}
	}
	return nil, err
}

// basic parses a condition without && and || outside of parentheses.
func (p *parser) basic() (*Expr, error) {
	p.skip()
	begin := p.at
	if p.next("!") {
		return p.not()
	}
	if p.accept("(") {
		return p.parenthesized()
	}
	x, err := p.operand()
	if err != nil {
		return nil, err
	}
	end := p.at
	p.skip()
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if p.accept(op) {
			return p.comparison(op, x, begin)
		}
	}
	p.at = end
	return x, p.test(x, begin)
}

func (p *parser) not() (*Expr, error) {
	p.at++
	p.skip()
	begin := p.at
	if p.accept("(") {
		x, err := p.parenthesized()
		return &Expr{Op: "!", X: x}, err
	}
	x, err := p.operand()
	if err != nil {
		return nil, err
	}
	return &Expr{Op: "!", X: x}, p.test(x, begin)
}

func (p *parser) parenthesized() (*Expr, error) {
	x, err := p.condition()
	if err != nil {
		return nil, err
	}
	p.skip()
	if !p.accept(")") {
		return nil, p.errorf("a closing parenthesis is missing")
	}
	return x, nil
}

// test checks an operand that is a condition by itself.
func (p *parser) test(x *Expr, begin int) error {
	switch {
	case x.literal():
		return &SyntaxError{begin, "a literal is no condition; compare something with it"}
	case x.Call != "" && functions[x.Call].returns == valueResult:
		return &SyntaxError{begin, x.Call + "() is a value and no condition; compare it with another"}
	}
	return nil
}

// comparison parses what stands behind the operator. begin is where x begins.
func (p *parser) comparison(op string, x *Expr, begin int) (*Expr, error) {
	p.skip()
	second := p.at
	y, err := p.operand()
	if err != nil {
		return nil, err
	}
	for at, operand := range map[int]*Expr{begin: x, second: y} {
		if problem := operand.notA(valueResult); problem != "" {
			return nil, &SyntaxError{at, problem}
		}
	}
	return &Expr{Op: op, X: x, Y: y}, nil
}

// notA says why an operand cannot be what is wanted, or returns "".
func (x *Expr) notA(want resultKind) string {
	switch {
	case want == nodesResult && x.Query == nil:
		return "a query is wanted here, as @.name is"
	case want == valueResult && x.Query != nil && !x.Query.Singular():
		return "this query may select several values, and one is wanted here; name members and indexes alone"
	case want == valueResult && x.Call != "" && functions[x.Call].returns != valueResult:
		return x.Call + "() is a condition and no value"
	}
	return ""
}

// operand parses a query, a call or a literal.
func (p *parser) operand() (*Expr, error) {
	switch {
	case p.next("$@"):
		q, err := p.query()
		return &Expr{Query: q}, err
	case p.next(`'"`):
		text, err := p.quoted()
		return &Expr{Value: text}, err
	case p.next(digits + "-"):
		return p.number()
	}
	word := p.word()
	if value, ok := map[string]any{"true": true, "false": false, "null": nil}[word]; ok {
		p.at += len(word)
		return &Expr{Value: value}, nil
	}
	if word != "" && strings.HasPrefix(p.rest()[len(word):], "(") {
		return p.call(word)
	}
	return nil, p.errorf("a condition is missing: a query such as @.name, a literal, or one of both compared with another")
}

// word returns the name of a function, or of a literal, that comes next.
func (p *parser) word() string {
	rest := p.rest()
	return rest[:len(rest)-len(strings.TrimLeft(rest, letters+digits))]
}

func (p *parser) call(name string) (*Expr, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	f, ok := functions[name]
	if !ok {
		return nil, p.errorf("there is no function %s(); there are %s", clip(name), strings.Join(slices.Sorted(maps.Keys(functions)), ", "))
	}
	x := &Expr{Call: name}
	p.at += len(name) + 1
	for i, want := range f.takes {
		p.skip()
		if i > 0 && !p.accept(",") {
			return nil, p.errorf("%s() takes %d arguments", name, len(f.takes))
		}
		p.skip()
		begin := p.at
		arg, err := p.operand()
		if err != nil {
			return nil, err
		}
		if problem := arg.notA(want); problem != "" {
			return nil, &SyntaxError{begin, problem}
		}
		x.Args = append(x.Args, arg)
	}
	p.skip()
	if !p.accept(")") {
		return nil, p.errorf("a closing parenthesis is missing behind what %s() takes", name)
	}
	return x, nil
}

func (p *parser) number() (*Expr, error) {
	text := p.rest()
	text = text[:len(text)-len(strings.TrimLeft(text, digits+".eE+-"))]
	value, err := strconv.ParseFloat(text, 64)
	whole := strings.TrimLeft(text, "-")
	if err != nil || len(whole) > 1 && whole[0] == '0' && strings.IndexByte(digits, whole[1]) >= 0 || !strings.ContainsAny(whole[:1], digits) || dangling(text) {
		return nil, p.errorf("%q is no number as JSON has them", clip(text))
	}
	p.at += len(text)
	return &Expr{Value: value}, nil
}

// dangling reports whether a point of a number has no digit behind it.
func dangling(text string) bool {
	_, fraction, found := strings.Cut(text, ".")
	return found && (fraction == "" || strings.IndexByte(digits, fraction[0]) < 0)
}

// escapes are what follows a backslash, beside u and the quote.
var escapes = map[byte]string{'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", '/': "/", '\\': "\\"}

// quoted parses a text in quotes of either kind.
func (p *parser) quoted() (string, error) {
	quote, begin := p.text[p.at], p.at
	var b strings.Builder
	for p.at++; p.at < len(p.text); {
		switch c := p.text[p.at]; {
		case c == quote:
			p.at++
			return b.String(), nil
		case c < ' ':
			return "", p.errorf("a control character stands in quotes; write it as \\n, \\t or \\u00XX")
		case c == '\\':
			text, err := p.escape(quote)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	p.at = begin
	return "", p.errorf("the quote is not closed")
}

// escape parses what a backslash and its followers stand for.
func (p *parser) escape(quote byte) (string, error) {
	if p.at+1 < len(p.text) {
		c := p.text[p.at+1]
		if text, ok := escapes[c]; ok || c == quote {
			p.at += 2
			if c == quote {
				text = string(c)
			}
			return text, nil
		}
	}
	r, ok := p.unicode()
	if ok && utf16.IsSurrogate(r) {
		low, _ := p.unicode()
		r = utf16.DecodeRune(r, low)
		ok = r != utf8.RuneError
	}
	if !ok {
		return "", p.errorf("the backslash escapes nothing here; there are \\\\, \\n, \\t, \\r, \\b, \\f, \\/, \\u0000 and the quote itself")
	}
	return string(r), nil
}

// unicode parses \uXXXX.
func (p *parser) unicode() (rune, bool) {
	const length = len(`\u0000`)
	if len(p.rest()) < length || !strings.HasPrefix(p.rest(), `\u`) {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.at+2:p.at+length], 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += length
	return rune(n), true
}
