package importer

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/arazzo/expression"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// frame is what queries of JSONPath begin at.
type frame struct {
	root    access
	element *access // of the filter around; nil: there is none
	depth   int     // of filters
}

// condition is a condition as an expression of a boolean.
func (s *scope) condition(c *expression.Condition, f *frame) (string, error) {
	switch c.Op {
	case "&&", "||":
		x, err := s.condition(c.X, f)
		if err != nil {
			return "", err
		}
		y, err := s.condition(c.Y, f)
		return bracketed(c.X, x, c.Op) + " " + c.Op + " " + bracketed(c.Y, y, c.Op), err
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
	return s.compare(c.Op, x, y)
}

// bracketed is a side of && or ||, in parentheses where it is the other of both.
func bracketed(c *expression.Condition, text, op string) string {
	if (c.Op == "&&" || c.Op == "||") && c.Op != op {
		return "(" + text + ")"
	}
	return text
}

// operand is a value that is compared.
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

// size is how many elements a list has, or characters a text.
func size(a access) (value, error) {
	switch a.t.Kind {
	case ir.List, ir.Map, ir.String, ir.Dyn:
		a = a.mapped(func(x string) string { return "size(" + x + ")" }, ir.IntType)
		return value{read: &a}, nil
	}
	return value{}, fmt.Errorf("%s has no size", a.t.Kind)
}

// walk follows a query as far as it selects one value, and returns what is left of it.
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

// truth is a condition that is no comparison: a boolean, or whether there is something.
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
	return s.compare("!=", v, value{})
}

// selects reports whether what is left of a query selects anything in a value.
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
		conditions = append(conditions, bracketed(rest[0].Filter, c, "&&"))
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
	return list + ".exists(" + name + ", " + strings.Join(conditions, " && ") + ")", nil
}

// flipped are comparisons read from right to left.
var flipped = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// compare is a comparison as an expression.
func (s *scope) compare(op string, x, y value) (string, error) {
	if x.read == nil && y.read != nil {
		return s.compare(flipped[op], y, x)
	}
	switch {
	case x.read == nil:
		return "", errors.New("two constants are compared")
	case y.read != nil:
		return compareReads(op, *x.read, *y.read)
	case y.constant == nil:
		return compareNull(op, *x.read)
	}
	if text, ok := y.constant.(string); ok && x.read.choice != nil && (op == "==" || op == "!=") {
		return chosen(op, *x.read, text)
	}
	if b, ok := y.constant.(bool); ok && x.read.t.Kind == ir.Bool && !x.read.t.Nullable && (op == "==" || op == "!=") {
		return isTrue(*x.read, b == (op == "=="), op == "!="), nil
	}
	a, literal, err := matched(op, *x.read, y.constant)
	if err != nil {
		return "", err
	}
	compared := func(x string) string { return x + " " + op + " " + literal }
	if text, ok := y.constant.(string); ok && a.t.Kind == ir.String && strings.ToLower(text) != strings.ToUpper(text) && a.t.Enum == nil { // texts are compared without regard to case
		literal = strconv.Quote(strings.ToLower(text))
		compared = func(x string) string { return x + ".lowerAscii() " + op + " " + literal }
	}
	switch {
	case a.soft != "":
		return a.soft + ".optMap(v, " + compared("v") + ").orValue(" + strconv.FormatBool(op == "!=") + ")", nil
	case a.t.Nullable:
		return a.hard + " != null && " + compared(a.hard), nil
	}
	return compared(a.hard), nil
}

// chosen is whether an enum has a value, which the document spells in its own way.
func chosen(op string, a access, text string) (string, error) {
	for _, v := range a.choice.values {
		if !strings.EqualFold(v.text, text) {
			continue
		}
		if a.soft != "" {
			return "inputs.?" + a.choice.id + ".optMap(v, v " + op + " " + strconv.Quote(v.name) + ").orValue(" + strconv.FormatBool(op == "!=") + ")", nil
		}
		return "inputs." + a.choice.id + " " + op + " " + strconv.Quote(v.name), nil
	}
	return "", fmt.Errorf("%q is no value of the input", text)
}

// isTrue is whether a boolean is what is wanted, or absent, where that counts as such.
func isTrue(a access, wanted, absent bool) string {
	text := a.hard
	if a.soft != "" {
		text = a.soft + ".orValue(" + strconv.FormatBool(wanted == absent) + ")"
	}
	if !wanted {
		return "!" + text
	}
	return text
}

func compareNull(op string, a access) (string, error) {
	if op != "==" && op != "!=" {
		return "", errors.New("null is neither less nor more than anything")
	}
	switch {
	case a.soft != "" && (a.t.Nullable || a.t.Kind == ir.Dyn):
		return a.soft + ".orValue(null) " + op + " null", nil
	case a.soft != "" && op == "!=":
		return a.soft + ".hasValue()", nil
	case a.soft != "":
		return "!" + a.soft + ".hasValue()", nil
	case a.t.Nullable || a.t.Kind == ir.Dyn:
		return a.hard + " " + op + " null", nil
	}
	return strconv.FormatBool(op == "!="), nil
}

// matched is a value and a literal of one type.
func matched(op string, a access, constant any) (access, string, error) {
	number, isNumber := float64(0), true
	switch c := constant.(type) {
	case int64:
		number = float64(c)
	case float64:
		number = c
	case string:
		n, err := strconv.ParseFloat(c, 64)
		number, isNumber = n, err == nil
	default:
		isNumber = false
	}
	text, isText := constant.(string)
	whole := isNumber && number == float64(int64(number))
	equality := op == "==" || op == "!="
	switch kind := a.t.Kind; {
	case kind == ir.Int && whole:
		return a, strconv.FormatInt(int64(number), 10), nil
	case (kind == ir.Int || kind == ir.Double) && isNumber:
		a, _ = a.as(ir.Double)
		return a, float(number), nil
	case kind == ir.String && isText && (equality || !isNumber):
		return a, strconv.Quote(text), nil
	case kind == ir.String && isNumber && equality:
		return a, strconv.Quote(fmt.Sprint(constant)), nil
	case kind == ir.String && isNumber:
		a, _ = a.as(ir.Double)
		return a, float(number), nil
	case kind == ir.Dyn && isNumber && !isText:
		return a, float(number), nil
	case kind == ir.Dyn && isText:
		return a, strconv.Quote(text), nil
	}
	if b, ok := constant.(bool); ok && equality && (a.t.Kind == ir.Bool || a.t.Kind == ir.Dyn) {
		return a, strconv.FormatBool(b), nil
	}
	return a, "", fmt.Errorf("%v is compared with %s", constant, a.t.Kind)
}

func float(f float64) string {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// compareReads compares two values that are read.
func compareReads(op string, a, b access) (string, error) {
	if a.t.Kind != b.t.Kind && a.t.Kind != ir.Dyn && b.t.Kind != ir.Dyn {
		var ok bool
		if b, ok = b.as(a.t.Kind); !ok {
			return "", fmt.Errorf("%s is compared with %s", a.t.Kind, b.t.Kind)
		}
	}
	text := a.hard + " " + op + " " + b.hard
	for _, x := range []access{b, a} {
		if x.soft != "" {
			text = x.soft + ".hasValue() && " + text
		}
	}
	return text, nil
}
