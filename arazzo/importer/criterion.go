package importer

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// rule is a condition of the document, of which all have to hold: a criterion, or one side of its &&.
type rule struct {
	from      *arazzo.Criterion
	condition *expression.Condition // nil: it is another kind than simple
	status    func(status int) bool // it is about the status alone; nil: it is not
	err       error                 // it cannot be read
}

// rulesOf are the rules of criteria.
func rulesOf(criteria []*arazzo.Criterion) []rule {
	var rules []rule
	for _, c := range criteria {
		switch c.Type.V {
		case "simple":
			condition, err := expression.ParseCondition(c.Condition.V)
			if err != nil {
				rules = append(rules, rule{from: c, err: err})
				continue
			}
			for _, side := range sides(condition) {
				r := rule{from: c, condition: side}
				if ofStatus(side) {
					r.status = func(status int) bool { return holds(side, status) == true }
				}
				rules = append(rules, r)
			}
		case "regex":
			r := rule{from: c}
			if c.Context.V == "$statusCode" {
				if pattern, err := regexp.Compile(c.Condition.V); err == nil {
					r.status = func(status int) bool { return pattern.MatchString(strconv.Itoa(status)) }
				}
			}
			rules = append(rules, r)
		default:
			rules = append(rules, rule{from: c})
		}
	}
	return rules
}

// sides are the conditions that a && joins.
func sides(c *expression.Condition) []*expression.Condition {
	if c.Op == "&&" {
		return append(sides(c.X), sides(c.Y)...)
	}
	return []*expression.Condition{c}
}

// ofStatus reports whether a condition reads the status, and nothing else.
func ofStatus(c *expression.Condition) bool {
	reads := false
	var walk func(c *expression.Condition) bool
	walk = func(c *expression.Condition) bool {
		switch {
		case c == nil || c.Literal:
			return true
		case c.Expr != nil:
			reads = true
			return c.Expr.Kind == expression.StatusCode
		}
		return walk(c.X) && walk(c.Y)
	}
	return walk(c) && reads
}

// holds is the value of a condition of [ofStatus] for a status.
func holds(c *expression.Condition, status int) any {
	switch {
	case c.Literal:
		if text, ok := c.Value.(string); ok {
			if n, err := strconv.ParseInt(text, 10, 64); err == nil {
				return float64(n)
			}
			return text
		}
		if n, ok := c.Value.(int64); ok {
			return float64(n)
		}
		return c.Value
	case c.Expr != nil:
		return float64(status)
	case c.Op == "!":
		return holds(c.X, status) != true
	case c.Op == "&&":
		return holds(c.X, status) == true && holds(c.Y, status) == true
	case c.Op == "||":
		return holds(c.X, status) == true || holds(c.Y, status) == true
	case c.Op == "==":
		return holds(c.X, status) == holds(c.Y, status)
	case c.Op == "!=":
		return holds(c.X, status) != holds(c.Y, status)
	}
	x, ok := holds(c.X, status).(float64)
	y, both := holds(c.Y, status).(float64)
	if !ok || !both {
		return false
	}
	return map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[c.Op]
}

// cel is the rule as an expression.
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
	if r.from.Type.V == "jsonpath" {
		return s.query(r.from.Condition.V, *v.read)
	}
	return s.regex(r.from.Condition.V, *v.read)
}

// regex is whether a text matches.
func (s *scope) regex(pattern string, a access) (string, error) {
	if _, err := regexp.Compile(pattern); err != nil {
		return "", fmt.Errorf("the regular expression is none here: %w", err)
	}
	a, ok := a.as(ir.String)
	if !ok {
		return "", fmt.Errorf("what is to match is %s, and not text", a.t.Kind)
	}
	match := func(x string) string { return x + ".matches(" + strconv.Quote(pattern) + ")" }
	if a.soft != "" {
		return a.soft + ".optMap(v, " + match("v") + ").orValue(false)", nil
	}
	return match(a.hard), nil
}

// query is a criterion of JSONPath: a query that has to select something, or a condition over queries.
func (s *scope) query(text string, root access) (string, error) {
	c, err := expression.ParsePathCondition(text)
	if err != nil {
		return "", err
	}
	return s.condition(c, &frame{root: root})
}
