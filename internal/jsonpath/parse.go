package jsonpath

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	maxNesting = 64        // of filters, parentheses and calls
	maxInteger = 1<<53 - 1 // of indexes, either sign
	blanks     = " \t\r\n"
	digits     = "0123456789"
	letters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
)

// A SyntaxError says what is wrong with a query.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse parses a query, which begins with $. An error is a *[SyntaxError].
func Parse(text string) (*Query, error) {
	p := &parser{text: text}
	if !strings.HasPrefix(text, "$") {
		return nil, p.errorf("a query begins with $, as $.paths does")
	}
	q, err := p.query()
	if err == nil && p.at < len(p.text) {
		err = p.errorf("%s", p.strange())
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

type parser struct {
	text  string
	at    int
	depth int
}

func (p *parser) errorf(format string, args ...any) error {
	return &SyntaxError{p.at, fmt.Sprintf(format, args...)}
}

// strange says of what stands behind a query that it is none.
func (p *parser) strange() string {
	rest := p.rest()
	switch {
	case p.at > 0 && strings.HasPrefix(rest, "-"):
		return "behind a dot, a name has letters, digits and underscores alone; quote it in brackets, as in ['x-name']"
	case strings.Trim(rest, blanks) == "":
		return "the query ends with blanks"
	}
	return fmt.Sprintf("%q is no segment of a query; one is .name, ['name'], [0], .*, ..name or [?condition]", clip(rest))
}

// clip is the beginning of a text, for messages.
func clip(text string) string {
	const most = 20
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

func (p *parser) rest() string { return p.text[p.at:] }

// skip moves past blanks.
func (p *parser) skip() {
	p.at = len(p.text) - len(strings.TrimLeft(p.rest(), blanks))
}

// accept moves past a token if it comes next, and reports whether it does.
func (p *parser) accept(token string) bool {
	if !strings.HasPrefix(p.rest(), token) {
		return false
	}
	p.at += len(token)
	return true
}

// next reports whether one of the bytes comes next.
func (p *parser) next(bytes string) bool {
	return p.at < len(p.text) && strings.IndexByte(bytes, p.text[p.at]) >= 0
}

// deeper counts what nests. Whoever calls it calls the function that it returns.
func (p *parser) deeper() (func(), error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.errorf("the query nests more than %d levels deep", maxNesting)
	}
	return func() { p.depth-- }, nil
}

// query parses a query, whose first byte is $ or @, up to what is no segment.
func (p *parser) query() (*Query, error) {
	q := &Query{Relative: p.text[p.at] == '@'}
	p.at++
	for {
		before := p.at
		p.skip()
		if !p.next(".[") {
			p.at = before
			return q, nil
		}
		s, err := p.segment()
		if err != nil {
			return nil, err
		}
		q.Segments = append(q.Segments, s)
	}
}

func (p *parser) segment() (Segment, error) {
	var s Segment
	if p.accept("..") {
		s.Descendants = true
	} else if !p.next("[") {
		p.at++
	}
	if p.next("[") {
		var err error
		s.Selectors, err = p.bracket()
		return s, err
	}
	if p.accept("*") {
		s.Selectors = []Selector{{Kind: Wildcard}}
		return s, nil
	}
	end := len(p.rest()) - len(strings.TrimLeftFunc(p.rest(), func(r rune) bool { return r >= 0x80 || strings.ContainsRune(letters+digits, r) }))
	if end == 0 || p.next(digits) {
		return s, p.errorf("a name is missing behind the dot: it begins with a letter or an underscore; quote others in brackets, as in ['x-name']")
	}
	s.Selectors = []Selector{{Kind: Name, Name: p.text[p.at : p.at+end]}}
	p.at += end
	return s, nil
}

// bracket parses the selectors between two brackets.
func (p *parser) bracket() ([]Selector, error) {
	var all []Selector
	for p.at++; ; p.at++ {
		p.skip()
		s, err := p.selector()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
		p.skip()
		if p.accept("]") {
			return all, nil
		}
		if !p.next(",") {
			return nil, p.errorf("a closing bracket is missing")
		}
	}
}

func (p *parser) selector() (Selector, error) {
	switch {
	case p.accept("*"):
		return Selector{Kind: Wildcard}, nil
	case p.next(`'"`):
		name, err := p.quoted()
		return Selector{Kind: Name, Name: name}, err
	case p.accept("?"):
		filter, err := p.condition()
		return Selector{Kind: Filter, Filter: filter}, err
	}
	return p.indexOrSlice()
}

func (p *parser) indexOrSlice() (Selector, error) {
	s := Selector{Kind: Index, Step: 1}
	var err error
	if s.Start, err = p.integer(); err != nil {
		return s, err
	}
	before := p.at
	p.skip()
	if !p.accept(":") {
		p.at = before
		if s.Start == nil {
			return s, p.errorf("a selector is missing: 'name' in quotes, an index, *, or ?condition")
		}
		return s, nil
	}
	s.Kind = Slice
	p.skip()
	if s.End, err = p.integer(); err != nil {
		return s, err
	}
	p.skip()
	if !p.accept(":") {
		return s, nil
	}
	p.skip()
	step, err := p.integer()
	if step != nil {
		s.Step = *step
	}
	return s, err
}

// integer parses an integer, or returns nil if none comes next.
func (p *parser) integer() (*int, error) {
	if !p.next(digits + "-") {
		return nil, nil
	}
	text := p.rest()
	text = text[:len(text)-len(strings.TrimLeft(text[1:], digits))]
	n, err := strconv.Atoi(text)
	if err != nil || text != strconv.Itoa(n) || n > maxInteger || n < -maxInteger {
		return nil, p.errorf("%q is no index", clip(text))
	}
	p.at += len(text)
	return &n, nil
}
