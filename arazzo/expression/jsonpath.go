package expression

import (
	"strconv"
	"strings"
)

// Path is a query of JSONPath (RFC 9535). Slices, descendant segments and several selectors in one bracket are not supported.
type Path struct {
	Relative bool // the query begins at the element that the filter around it tests (@), not at the root ($)
	Segments []Segment
}

// Segment selects a member, an element, what a filter lets through or, as the zero Segment, all members or elements.
type Segment struct {
	Name   string
	Named  bool // the segment selects the member Name
	Index  int  // from 0; a negative one counts from the end
	Nth    bool // the segment selects the element at Index
	Filter *Condition
}

// ParsePath parses a query.
func ParsePath(text string) (*Path, error) {
	p := &parser{text: text, operand: pathOperand}
	path, err := p.path()
	if err == nil && p.peek() != 0 {
		err = p.errorf("this is more of JSONPath than is known here,")
	}
	return path, err
}

// ParsePathCondition parses the condition of a criterion of the type jsonpath: a query, which holds if it selects anything, or what many authors write
// instead, a condition over queries ($.token != null).
func ParsePathCondition(text string) (*Condition, error) { return parseCondition(text, pathOperand) }

// arity is the number of arguments of each function of RFC 9535.
var arity = map[string]int{"count": 1, "length": 1, "match": 2, "search": 2, "value": 1}

// pathOperand parses an operand of a filter: a query or a function call.
func pathOperand(p *parser) (*Condition, error) {
	if c := p.peek(); c == '$' || c == '@' {
		path, err := p.path()
		return &Condition{Path: path}, err
	}
	name := p.rest()[:wordEnd(p.rest())]
	if arity[name] == 0 || !strings.HasPrefix(p.rest()[len(name):], "(") {
		return nil, p.errorf("a query, a function or a literal is missing")
	}
	p.at += len(name) + 1
	c := &Condition{Call: name}
	for {
		arg, err := p.unary()
		if err != nil {
			return nil, err
		}
		c.Args = append(c.Args, arg)
		if p.accept(")") {
			break
		}
		if !p.accept(",") {
			return nil, p.errorf("a closing parenthesis is missing")
		}
	}
	if len(c.Args) != arity[name] {
		return nil, p.errorf("%s has another number of arguments", name)
	}
	return c, nil
}

// path parses a query up to the first byte that begins no segment.
func (p *parser) path() (*Path, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.errorf("the query is nested too deep")
	}
	defer func() { p.depth-- }()
	path := &Path{Relative: p.peek() == '@'}
	if !path.Relative && p.peek() != '$' {
		return nil, p.errorf("a query begins with $, which is missing")
	}
	p.at++
	for p.at < len(p.text) {
		switch {
		case strings.HasPrefix(p.rest(), ".."):
			return nil, p.errorf("descendants are not known here,")
		case strings.HasPrefix(p.rest(), ".*"):
			p.at += len(".*")
			path.Segments = append(path.Segments, Segment{})
		case p.rest()[0] == '.':
			p.at++
			name := p.read(nameEnd(p.rest()))
			if name == "" {
				return nil, p.errorf("a name is missing")
			}
			path.Segments = append(path.Segments, Segment{Name: name, Named: true})
		case p.rest()[0] == '[':
			s, err := p.bracket()
			if err != nil {
				return nil, err
			}
			path.Segments = append(path.Segments, s)
		default:
			return path, nil
		}
	}
	return path, nil
}

// nameEnd returns the length of the member name at the start of s, which stands after a dot.
func nameEnd(s string) int {
	return len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool { return r > '~' || strings.ContainsRune(letters+"0123456789_-", r) }))
}

// bracket parses a segment in brackets.
func (p *parser) bracket() (Segment, error) {
	p.at++
	var s Segment
	switch c := p.peek(); {
	case c == '*':
		p.at++
	case c == '?':
		p.at++
		var err error
		if s.Filter, err = p.or(); err != nil {
			return s, err
		}
	case c == '\'' || c == '"':
		name, err := p.quoted(c)
		if err != nil {
			return s, err
		}
		s.Name, s.Named = name.Value.(string), true
	default:
		end := strings.IndexByte(p.rest(), ']')
		n, err := strconv.Atoi(strings.TrimSpace(p.rest()[:max(end, 0)]))
		if err != nil || end < 0 {
			return s, p.errorf("an index, a name or a filter is missing")
		}
		p.at += end
		s.Index, s.Nth = n, true
	}
	if !p.accept("]") {
		return s, p.errorf("a closing bracket is missing, or there are several selectors,")
	}
	return s, nil
}
