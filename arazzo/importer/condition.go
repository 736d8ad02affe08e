package importer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// frame has the values at which queries of JSONPath begin.
type frame struct {
	root    access
	element *access // the element that the filter around the query tests; nil outside of filters
	depth   int     // how many filters are around the query
}

// condition returns a condition in CEL. The frame is nil for a simple condition, which has no queries.
func (s *scope) condition(c *expression.Condition, f *frame) (string, error) {
	switch c.Op {
	case "&&", "||":
		x, err := s.condition(c.X, f)
		if err != nil {
			return "", err
		}
		y, err := s.condition(c.Y, f)
		if c.Op == "&&" {
			return conjunction([]string{x, y}), err
		}
		return bracketed(c.X, x) + " || " + bracketed(c.Y, y), err
	case "!":
		x, err := s.condition(c.X, f)
		return "!(" + x + ")", err
	case "":
		return s.truth(c, f)
	}
	x, err := s.operand(c.X, f)
	if err != nil {
		return "", err
	}
	y, err := s.operand(c.Y, f)
	if err != nil {
		return "", err
	}
	return s.compare(c.Op, x, y, f == nil)
}

// bracketed returns an operand of || in CEL, in parentheses if it is joined by &&, for who reads it.
func bracketed(c *expression.Condition, text string) string {
	if c.Op == "&&" {
		return "(" + text + ")"
	}
	return text
}

// conjunction returns the condition in CEL that all of some conditions hold.
func conjunction(conditions []string) string {
	if len(conditions) < 2 {
		return strings.Join(conditions, "")
	}
	var operands []string
	for _, c := range conditions {
		operands = append(operands, operandOf(c))
	}
	return strings.Join(operands, " && ")
}

// operandOf returns a condition as an operand of && or ||.
func operandOf(cel string) string {
	if looser(cel) {
		return "(" + cel + ")"
	}
	return cel
}

// looser reports whether && would take an expression apart, since || or ?: joins its parts.
func looser(cel string) bool {
	depth, before := 0, ""
	return slices.ContainsFunc(source.Scan(cel), func(t source.Token) bool {
		depth += t.Nesting()
		member := before == "." // of an optional: a.?b
		before = t.Text
		return depth == 0 && t.Kind == source.SymbolToken && (t.Text == "||" || t.Text == "?" && !member)
	})
}

// operand returns an operand of a comparison.
func (s *scope) operand(c *expression.Condition, f *frame) (value, error) {
	switch {
	case c.Literal:
		return value{constant: c.Value}, nil
	case c.Expr != nil:
		v, err := s.resolve(c.Expr)
		if err != nil {
			return v, fmt.Errorf("%s: %w", c.Expr.Text, err)
		}
		if v.read == nil && (v.isObject || v.isList || v.text != nil) {
			return v, fmt.Errorf("%s is written out, and cannot be compared", c.Expr.Text)
		}
		return v, nil
	case c.Path != nil:
		a, rest, err := f.walk(c.Path)
		if err == nil && len(rest) > 0 {
			err = errors.New("a query that selects several values is no operand")
		}
		return value{read: &a}, err
	case c.Call == "count" || c.Call == "length" || c.Call == "value":
		v, err := s.operand(c.Args[0], f)
		if err != nil || v.read == nil || c.Call == "value" {
			return v, err
		}
		return size(*v.read)
	}
	return value{}, errors.New("a condition is no operand")
}

// size returns the number of elements of a list, or of characters of a text.
func size(a access) (value, error) {
	switch a.t.Kind {
	case ir.List, ir.Map, ir.String, ir.Dyn:
		a = a.mapped(func(x string) string { return "size(" + x + ")" }, ir.IntType)
		return value{read: &a}, nil
	}
	return value{}, fmt.Errorf("%s has no size", a.t.Kind)
}

// walk follows a query as long as it selects a single value, and returns that and the remaining segments.
func (f *frame) walk(p *expression.Path) (access, []expression.Segment, error) {
	a := f.root
	if p.Relative {
		if f.element == nil {
			return a, nil, errors.New("@ stands outside of a filter")
		}
		a = *f.element
	}
	for i, segment := range p.Segments {
		var err error
		switch {
		case segment.Named:
			a, err = a.at([]string{segment.Name})
		case segment.Nth && segment.Index >= 0:
			a, err = a.at([]string{strconv.Itoa(segment.Index)})
		case segment.Nth:
			err = errors.New("an index from the end has no equal here")
		default:
			return a, p.Segments[i:], nil
		}
		if err != nil {
			return a, nil, err
		}
	}
	return a, nil, nil
}

// truth returns a condition that is no comparison: a boolean, or whether a value is there.
func (s *scope) truth(c *expression.Condition, f *frame) (string, error) {
	switch {
	case c.Literal:
		return strconv.FormatBool(c.Value == true), nil
	case c.Path != nil:
		a, rest, err := f.walk(c.Path)
		if err != nil {
			return "", err
		}
		return s.selects(a, rest, f)
	case c.Call == "match" || c.Call == "search":
		v, err := s.operand(c.Args[0], f)
		if err != nil {
			return "", err
		}
		pattern, ok := c.Args[1].Value.(string)
		if v.read == nil || !ok {
			return "", errors.New("a pattern that is no literal has no equal")
		}
		if c.Call == "match" {
			pattern = "^(?:" + pattern + ")$"
		}
		return s.regex(pattern, *v.read)
	}
	v, err := s.operand(c, f)
	switch {
	case err != nil:
		return "", err
	case v.read == nil:
		return strconv.FormatBool(v.constant != nil && v.constant != false), nil
	case v.read.t.Kind == ir.Bool && v.read.soft != "":
		return v.read.soft + ".orValue(false)", nil
	case v.read.t.Kind == ir.Bool:
		return v.read.hard, nil
	}
	return s.compare("!=", v, value{}, false)
}

// selects returns the condition that the remaining segments of a query select anything in a value.
func (s *scope) selects(a access, rest []expression.Segment, f *frame) (string, error) {
	if len(rest) == 0 {
		if a.soft != "" {
			return a.soft + ".hasValue()", nil
		}
		return "true", nil
	}
	if a.t.Kind == ir.Object && rest[0].Filter != nil && len(rest) == 1 {
		return s.condition(rest[0].Filter, &frame{root: f.root, element: &a, depth: f.depth})
	}
	if a.t.Kind != ir.List && a.t.Kind != ir.Dyn {
		return "", fmt.Errorf("the query goes over a list, and this is %s", a.t.Kind)
	}
	list, elem := a.hard, ir.DynType
	if a.soft != "" {
		list = a.soft + ".orValue([])"
	}
	if a.t.Kind == ir.List {
		elem = a.t.Elem
	}
	name := "e"
	if f.depth > 0 {
		name += strconv.Itoa(f.depth + 1)
	}
	element := access{hard: name, t: elem}
	inner := &frame{root: f.root, element: &element, depth: f.depth + 1}
	var conditions []string
	if rest[0].Filter != nil {
		c, err := s.condition(rest[0].Filter, inner)
		if err != nil {
			return "", err
		}
		conditions = append(conditions, c)
	}
	if len(rest) > 1 {
		below, more, err := (&frame{root: element}).walk(&expression.Path{Segments: rest[1:]})
		if err != nil {
			return "", err
		}
		c, err := s.selects(below, more, inner)
		if err != nil {
			return "", err
		}
		conditions = append(conditions, c)
	}
	if len(conditions) == 0 {
		return "size(" + list + ") > 0", nil
	}
	return list + ".exists(" + name + ", " + conjunction(conditions) + ")", nil
}
