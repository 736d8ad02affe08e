package sculpt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// compile checks an expression in the scope that was entered, and reports its problems. It returns nil if there are
// any, and if the expression names a var that has some.
func (c *checker) compile(e *manifest.Expr) ir.Node {
	compiled, problems := c.current.Compile(e.Text)
	return c.compiled(e, compiled, problems)
}

func (c *checker) compiled(e *manifest.Expr, compiled expr.Expression, problems []expr.Problem) ir.Node {
	for _, p := range problems {
		c.list.Errorf(e.At(p.Offset), p.Length, "expression", "%s", c.explained(p.Message))
	}
	for _, w := range compiled.Warnings {
		c.doubts.Warnf(e.At(w.Offset), w.Length, w.Rule, "%s", w.Message)
	}
	if compiled.Node != nil {
		c.noteUses(compiled.Node)
	}
	return compiled.Node
}

// explained says of a body that nobody can read why that is so.
func (c *checker) explained(message string) string {
	if len(c.tools) == 0 {
		return message
	}
	for name, s := range c.tools[len(c.tools)-1].steps {
		if s.op != nil && s.op.body == nil && strings.HasPrefix(message, fmt.Sprintf("the answer of %s has no field %q", name, "body")) {
			return fmt.Sprintf("%s answers no JSON, so the step %s has no body to read", s.op.plan.ID, name)
		}
	}
	return message
}

// noteUses notes what an expression reads.
func (c *checker) noteUses(n ir.Node) {
	tool := ""
	if len(c.tools) > 0 {
		tool = c.tools[len(c.tools)-1].plan.Name
	}
	ir.Walk(n, func(n ir.Node) {
		switch r, ok := n.(*ir.Root); {
		case !ok:
		case r.Kind == ir.ConfigRoot || r.Kind == ir.TableRoot:
			c.uses[use{r.Kind, "", r.Name}] = true
		default:
			c.uses[use{r.Kind, tool, r.Name}] = true
		}
	})
}

// condition is an expression that must be true or false.
func (c *checker) condition(e *manifest.Expr) ir.Node {
	return c.assigned(e, c.compile(e), ir.BoolType)
}

// assigned makes a value of type t of an expression's, or reports why it is none. An Optional of t passes only if t is one.
func (c *checker) assigned(e *manifest.Expr, n ir.Node, t *ir.Type) ir.Node {
	if n == nil {
		return nil
	}
	converted, err := c.current.Assign(n, t)
	if err != nil {
		c.exprErrorf(e, "type", "%s", err)
		return nil
	}
	if rule, message := c.current.AssignWarning(n, t); rule != "" {
		c.doubts.Warnf(e.At(0), len(e.Text), rule, "%s", message)
	}
	return converted
}

// template is the text that a scalar stands for. One that is a single expression must be text already.
func (c *checker) template(t *manifest.Template) ir.Node {
	if e := t.Single(); e != nil {
		return c.assigned(e, c.compile(e), ir.StringType)
	}
	return c.text(t)
}

// text is a scalar as text, its expressions put in.
func (c *checker) text(t *manifest.Template) ir.Node {
	var parts []ir.Node
	ok := true
	for _, p := range t.Parts {
		part := ir.Node(&ir.Const{T: ir.StringType, Value: p.Text})
		if p.Expr != nil {
			part = c.textOf(p.Expr)
		}
		ok = ok && part != nil
		parts = append(parts, part)
	}
	switch {
	case !ok:
		return nil
	case len(parts) == 0:
		return &ir.Const{T: ir.StringType, Value: ""}
	case len(parts) == 1:
		return parts[0]
	}
	return &ir.Concat{Parts: parts}
}

// textOf is an expression as a part of a text.
func (c *checker) textOf(e *manifest.Expr) ir.Node {
	n := c.compile(e)
	if n == nil {
		return nil
	}
	text, err := expr.Text(n)
	if err != nil {
		c.exprErrorf(e, "type", "%s", err)
		return nil
	}
	return text
}

// literalText is the text of a scalar without expressions.
func literalText(n *manifest.Node) string {
	text, _ := n.Scalar.Literal()
	return text
}

// isLiteral reports whether a node is a scalar without expressions.
func isLiteral(n *manifest.Node) bool { return n.Kind == manifest.Scalar && !n.Dynamic() }

// literal is a literal scalar as a value of type t; message says why it is none. Text is taken as it is written, so
// that 68101 is a fine value for a string; a number must not be quoted.
func literal(n *manifest.Node, t *ir.Type) (value any, message string) {
	switch t.Kind {
	case ir.String:
		if n.Literal != nil {
			return literalText(n), ""
		}
	case ir.Double:
		switch v := n.Literal.(type) {
		case float64:
			return v, ""
		case int64:
			return float64(v), ""
		case uint64:
			return float64(v), ""
		}
	default:
		if n.Literal != nil && ir.Same(literalType(n.Literal), t) {
			return n.Literal, ""
		}
	}
	wanted := map[ir.Kind]string{ir.String: "text", ir.Int: "a whole number", ir.Uint: "a whole number", ir.Double: "a number", ir.Bool: "true or false"}[t.Kind]
	switch n.Literal.(type) {
	case nil:
		return nil, "this is null where " + wanted + " is needed"
	case string:
		return nil, strconv.Quote(literalText(n)) + " is not " + wanted + quotedHint(n, t)
	case uint64:
		return nil, literalText(n) + " is too large"
	}
	return nil, literalText(n) + " is not " + wanted
}

// quotedHint says to drop the quotes where what is in them would fit.
func quotedHint(n *manifest.Node, t *ir.Type) string {
	text := literalText(n)
	_, notNumber := strconv.ParseFloat(text, 64)
	if t.Kind == ir.Bool && (text == "true" || text == "false") || t.Kind != ir.Bool && notNumber == nil {
		return "; write it without quotes"
	}
	return ""
}

// literalType is the type of a literal.
func literalType(v any) *ir.Type {
	switch v.(type) {
	case int64:
		return ir.IntType
	case uint64:
		return ir.UintType
	case float64:
		return ir.DoubleType
	case bool:
		return ir.BoolType
	}
	return ir.StringType
}
