package expression

import (
	"slices"
	"strconv"
	"strings"
)

// Path is a query of JSONPath (RFC 9535), without slices, steps to descendants and several selectors in one bracket.
type Path struct {
	Relative bool // it begins at the element of the filter that it stands in (@), not at the root ($)
	Segments []Segment
}

// Segment selects members or elements. One of its fields is set; of none, all.
type Segment struct {
	Name   string
	Named  bool // Name counts
	Index  int  // from 0; negative: from the end
	Nth    bool // Index counts
	Filter *Condition
}

// All reports whether the segment selects all members or elements.
func (s Segment) All() bool { return !s.Named && !s.Nth && s.Filter == nil }

// ParsePath reads a query.
func ParsePath(text string) (*Path, error) {
	p := &parser{text: text, operand: pathOperand}
	path, err := p.path()
	if err == nil && p.peek() != 0 {
		err = p.errorf("this is more of JSONPath than is known here,")
	}
	return path, err
}

// ParsePathCondition reads what stands where a query of JSONPath does: a query, which holds if it selects anything, or what many write instead, a
// condition over queries, $.token != null.
func ParsePathCondition(text string) (*Condition, error) { return parseCondition(text, pathOperand) }

// functions are those of RFC 9535.
var functions = []string{"count", "length", "match", "search", "value"}

// pathOperand reads an operand of a filter: a query or a function.
func pathOperand(p *parser) (*Condition, error) {
	if c := p.peek(); c == '$' || c == '@' {
		path, err := p.path()
		return &Condition{Path: path}, err
	}
	name := p.rest()[:wordEnd(p.rest())]
	if !slices.Contains(functions, name) || !strings.HasPrefix(p.rest()[len(name):], "(") {
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
		if p.take(")") {
			break
		}
		if !p.take(",") {
			return nil, p.errorf("a closing parenthesis is missing")
		}
	}
	wanted := 1
	if name == "match" || name == "search" {
		wanted = 2
	}
	if len(c.Args) != wanted {
		return nil, p.errorf("%s has another number of arguments", name)
	}
	return c, nil
}

// path reads a query from where it begins to where no segment follows.
func (p *parser) path() (*Path, error) {
	if p.depth++; p.depth > mostNested {
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
			end := nameEnd(p.rest())
			if end == 0 {
				return nil, p.errorf("a name is missing")
			}
			path.Segments = append(path.Segments, Segment{Name: p.until(end), Named: true})
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

// nameEnd is where the name of a member ends that stands behind a dot.
func nameEnd(s string) int {
	for i, r := range s {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' || r > '~') {
			return i
		}
	}
	return len(s)
}

func (p *parser) bracket() (Segment, error) {
	p.at++
	var s Segment
	switch c := p.peek(); {
	case c == '*':
		p.at++
	case c == '?':
		p.at++
		filter, err := p.or()
		if err != nil {
			return s, err
		}
		s.Filter = filter
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
	if !p.take("]") {
		return s, p.errorf("a closing bracket is missing, or there are several selectors,")
	}
	return s, nil
}
