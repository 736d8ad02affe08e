package importer

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// rule is a criterion or, of a simple one, one of the conditions that its && joins. All rules of a list have to hold.
type rule struct {
	from      *arazzo.Criterion
	condition *expression.Condition // nil for a criterion that is not simple
	status    func(status int) bool // whether the rule holds for a status; nil if it is about anything else
	err       error                 // why the criterion cannot be parsed, or nil
}

// rulesOf returns the rules of criteria.
func rulesOf(criteria []*arazzo.Criterion) []rule {
	var rules []rule
	for _, c := range criteria {
		if c.Type.V != "simple" {
			rules = append(rules, rule{from: c, status: statusPattern(c)})
			continue
		}
		condition, err := expression.ParseCondition(c.Condition.V)
		if err != nil {
			rules = append(rules, rule{from: c, err: err})
			continue
		}
		for _, side := range sides(condition) {
			r := rule{from: c, condition: side}
			if ofStatus(side) {
				r.status = func(status int) bool { return evaluate(side, status) == true }
			}
			rules = append(rules, r)
		}
	}
	return rules
}

// statusPattern returns the test of a criterion that matches the status with a regular expression, and nil for any other criterion.
func statusPattern(c *arazzo.Criterion) func(status int) bool {
	pattern, err := regexp.Compile(c.Condition.V)
	if c.Type.V != "regex" || c.Context.V != "$statusCode" || err != nil {
		return nil
	}
	return func(status int) bool { return pattern.MatchString(strconv.Itoa(status)) }
}

// sides returns the conditions that && joins, at any depth.
func sides(c *expression.Condition) []*expression.Condition {
	if c.Op == "&&" {
		return append(sides(c.X), sides(c.Y)...)
	}
	return []*expression.Condition{c}
}

// ofStatus reports whether a condition reads the status and nothing else.
func ofStatus(c *expression.Condition) bool {
	reads := false
	var only func(c *expression.Condition) bool
	only = func(c *expression.Condition) bool {
		switch {
		case c == nil || c.Literal:
			return true
		case c.Op != "":
			return only(c.X) && only(c.Y)
		}
		reads = true
		return c.Expr != nil && c.Expr.Kind == expression.StatusCode
	}
	return only(c) && reads
}

// ofSuccess reports whether a criterion asks for a status of a success and nothing else.
func ofSuccess(c *arazzo.Criterion) bool {
	rules := rulesOf([]*arazzo.Criterion{c})
	return !slices.ContainsFunc(rules, func(r rule) bool { return r.status == nil }) && !slices.ContainsFunc(statusesOf(rules), func(n int) bool { return n/100 != 2 })
}

// evaluate computes a condition that reads nothing but the status, or an operand of one.
func evaluate(c *expression.Condition, status int) any {
	switch {
	case c.Literal:
		if n, ok := numberOf(c.Value); ok {
			return n
		}
		return c.Value
	case c.Expr != nil:
		return float64(status)
	}
	x, y := evaluate(c.X, status), any(nil)
	if c.Y != nil {
		y = evaluate(c.Y, status)
	}
	a, isNumber := x.(float64)
	b, both := y.(float64)
	both = both && isNumber
	return map[string]bool{
		"!": x != true, "&&": x == true && y == true, "||": x == true || y == true, "==": x == y, "!=": x != y,
		"<": both && a < b, "<=": both && a <= b, ">": both && a > b, ">=": both && a >= b,
	}[c.Op]
}

// delimited matches a regular expression as JavaScript has it: /^a/i.
var delimited = regexp.MustCompile(`^/(.+)/([ims]*)$`)

// cel returns a rule in CEL.
func (s *scope) cel(r rule) (string, error) {
	switch {
	case r.err != nil:
		return "", r.err
	case r.condition != nil:
		return s.condition(r.condition, nil)
	case r.from.Type.V == "xpath":
		return "", errors.New("expressions do not read XML")
	}
	e, err := expression.Parse(r.from.Context.V)
	if err != nil {
		return "", err
	}
	v, err := s.resolve(e)
	if err != nil {
		return "", fmt.Errorf("%s: %w", e.Text, err)
	}
	if strings.Contains(r.from.Condition.V, "{$") {
		return "", errors.New("what a condition is depends on values as it runs")
	}
	if v.read == nil {
		return "", errors.New("the context is no value of an answer")
	}
	if r.from.Type.V == "regex" {
		return s.regex(r.from.Condition.V, *v.read)
	}
	c, err := expression.ParsePathCondition(r.from.Condition.V)
	if err != nil {
		return "", err
	}
	return s.condition(c, &frame{root: *v.read})
}

// cels returns rules in CEL.
func (s *scope) cels(rules []rule) ([]string, error) {
	var list []string
	for _, r := range rules {
		cel, err := s.cel(r)
		if err != nil {
			return nil, err
		}
		list = append(list, cel)
	}
	return list, nil
}

// regex returns the condition that a text matches a pattern, which is false if the text is absent.
func (s *scope) regex(pattern string, a access) (string, error) {
	if m := delimited.FindStringSubmatch(pattern); m != nil {
		if pattern = m[1]; m[2] != "" {
			pattern = "(?" + m[2] + ")" + pattern
		}
	}
	if _, err := regexp.Compile(pattern); err != nil {
		return "", fmt.Errorf("the regular expression is none here: %w", err)
	}
	a, ok := a.as(ir.String)
	if !ok {
		return "", fmt.Errorf("what is to match is %s, and not text", a.t.Kind)
	}
	return a.holds(false, func(x string) string { return x + ".matches(" + strconv.Quote(pattern) + ")" }), nil
}
