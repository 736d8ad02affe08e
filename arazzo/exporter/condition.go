package exporter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// sides returns the conditions that && joins, at any depth.
func sides(n ir.Node) []ir.Node {
	for ir.Content(n) != nil {
		n = ir.Content(n)
	}
	if l, ok := n.(*ir.Logic); ok && l.And {
		return append(sides(l.X), sides(l.Y)...)
	}
	return []ir.Node{n}
}

// criterion renders a condition as a criterion: a simple one, a regular expression, or a query of JSONPath. It reports false if it is none of these.
// Within names the step whose criterion it is.
func (w *workflow) criterion(n ir.Node, within string) (yamlout.Mapping, bool) {
	c := &conditions{w: w, within: within}
	of := func(r read, kind, text string) yamlout.Mapping {
		return yamlout.Map("context", w.expression(r, within), "condition", text, "type", kind)
	}
	if r, text, ok := c.exact(n); ok {
		return of(r, "regex", "^"+regexp.QuoteMeta(text)+"$"), true
	}
	if text, ok := w.condition(n, within); ok {
		return yamlout.Map("condition", text), true
	}
	switch n := c.lenient(n).(type) {
	case *ir.Matches:
		if r, ok := c.read(n.X); ok && !r.converted {
			return of(r, "regex", n.Pattern), true
		}
	case *ir.Loop:
		r, ok := c.read(n.Over)
		if n.Kind != ir.Any || !ok || n.Index != nil || r.source != "body" {
			return nil, false
		}
		c.bind(n.Var, read{local: n.Var.Name})
		c.query = true
		if text, ok := c.text(n.Where); ok {
			path := r.path
			r.path = nil
			return of(r, "jsonpath", "$"+jsonPath(path)+"[?"+text+"]"), true
		}
	}
	return nil, false
}

// condition renders a simple condition of a step, which is named by within; empty if it belongs to none.
func (w *workflow) condition(n ir.Node, within string) (string, bool) {
	return (&conditions{w: w, within: within}).text(n)
}

// negated renders the negation of a condition.
func (w *workflow) negated(n ir.Node, within string) (string, bool) {
	if not, ok := w.plain(n).(*ir.Not); ok {
		return w.condition(not.X, within)
	}
	text, ok := w.condition(n, within)
	return "!(" + text + ")", ok
}

// conditions renders one condition.
type conditions struct {
	w      *workflow
	within string             // the step to which the condition belongs
	env    map[*ir.Local]read // what the locals of the expression stand for
	query  bool               // it is one of JSONPath, which compares texts by their case
}

// exact returns the value and the text of a condition that the two are equal by case too, which no simple condition says.
func (c *conditions) exact(n ir.Node) (r read, text string, ok bool) {
	inner := *c
	b, ok := inner.lenient(n).(*ir.Binary)
	if !ok || b.Op != "==" || inner.lowers(b.X) {
		return r, "", false
	}
	if k, isConst := c.w.plain(b.Y).(*ir.Const); isConst {
		text, _ = k.Value.(string)
	}
	if strings.ToLower(text) == strings.ToUpper(text) {
		return r, "", false
	}
	r, ok = inner.read(b.X)
	return r, text, ok && r.input == "" && !r.converted
}

// lowers reports whether an expression is a text in lower case.
func (c *conditions) lowers(n ir.Node) bool {
	call, ok := c.w.plain(n).(*ir.Call)
	return ok && call.Func == ir.FnLowerASCII
}

func (c *conditions) bind(l *ir.Local, r read) { c.env = with(c.env, l, r) }

func (c *conditions) read(n ir.Node) (read, bool) { return c.w.readWith(n, c.env) }

// lenient returns the inner condition of x.optMap(v, condition).orValue(false), in which v is bound to x, since a condition of Arazzo is false of an
// absent value anyway. Any other node is returned as it is.
func (c *conditions) lenient(n ir.Node) ir.Node {
	n = c.w.plain(n)
	or, ok := n.(*ir.OrValue)
	if !ok {
		return n
	}
	then, ok := c.w.plain(or.X).(*ir.Then)
	if !ok {
		return n
	}
	r, ok := c.w.bound(then.X, c.env)
	fallback, isConst := or.Else.(*ir.Const)
	if !ok || !isConst || fallback.Value != false && !isUnequal(c.w.plain(then.Body)) {
		return n
	}
	c.bind(then.Local, r)
	return c.w.plain(then.Body)
}

func isUnequal(n ir.Node) bool {
	b, ok := n.(*ir.Binary)
	return ok && b.Op == "!="
}

// text renders a condition as a simple one, and reports false if it is none.
func (c *conditions) text(n ir.Node) (string, bool) {
	if n == nil {
		return "", false
	}
	switch n := c.lenient(n).(type) {
	case *ir.Const:
		return strconv.FormatBool(n.Value == true), true
	case *ir.Not:
		return c.not(n)
	case *ir.Logic:
		return c.logic(n)
	case *ir.Binary:
		return c.compare(n.Op, n.X, n.Y)
	case *ir.HasValue:
		return c.compareTo(n.X, "!= null")
	case *ir.Has:
		r, ok := c.w.member(n.X, n.Field.Name, c.env)
		return c.expression(r) + " != null", ok
	case *ir.IsNull:
		return c.compareTo(n.X, "== null")
	case *ir.Call:
		if op := operator(n.Func); op != "" && len(n.Args) == 2 {
			return c.compare(op, n.Args[0], n.Args[1])
		}
	case *ir.OrValue:
		if fallback, ok := n.Else.(*ir.Const); ok && fallback.Value == true {
			return c.compareTo(n.X, "!= false")
		} else if ok && fallback.Value == false {
			return c.compareTo(n.X, "== true")
		}
	}
	if n.Type().Plain().Kind == ir.Bool {
		return c.compareTo(n, "== true")
	}
	return "", false
}

// compareTo renders a comparison with a literal, given as its operator and right side.
func (c *conditions) compareTo(n ir.Node, right string) (string, bool) {
	x, ok := c.operand(n)
	return x + " " + right, ok
}

// not renders a negation.
func (c *conditions) not(n *ir.Not) (string, bool) {
	switch x := c.w.plain(n.X).(type) {
	case *ir.IsNull:
		return c.compareTo(x.X, "!= null")
	case *ir.Not:
		return c.text(x.X)
	}
	x, ok := c.text(n.X)
	if rest, isNull := strings.CutSuffix(x, " == null"); isNull && !strings.ContainsAny(rest, "&|( ") {
		return rest + " != null", ok
	}
	return "!(" + x + ")", ok
}

// asksType reports whether a condition is about the type of an untyped value.
func (c *conditions) asksType(n ir.Node) bool {
	var args []ir.Node
	switch n := c.w.plain(n).(type) {
	case *ir.Binary:
		args = []ir.Node{n.X}
	case *ir.Call:
		args = n.Args
	}
	return slices.ContainsFunc(args, func(n ir.Node) bool {
		_, ok := ir.TypeOfArg(c.w.plain(n))
		return ok
	})
}

// comparisons are the operators by the first word of the ids of their overloads.
var comparisons = map[string]string{"equals": "==", "not": "!=", "less": "<", "greater": ">"}

// operator returns the comparison operator that a function implements, or "".
func operator(f *ir.Function) string {
	if f == ir.FnEqual {
		return "=="
	}
	for _, id := range f.Overloads {
		kind, _, _ := strings.Cut(id, "_")
		if op := comparisons[kind]; op != "" {
			return op
		}
	}
	if op := strings.Trim(f.Dynamic, "_"); slices.Contains([]string{"<", "<=", ">", ">=", "==", "!="}, op) {
		return op
	}
	return ""
}

func (c *conditions) logic(n *ir.Logic) (string, bool) {
	op := " || "
	if n.And {
		op = " && "
	}
	var parts []string
	for _, side := range []ir.Node{n.X, n.Y} {
		if n.And && c.asksType(side) {
			continue // a condition of Arazzo is false of a value of another type anyway
		}
		inner := *c
		text, ok := inner.text(side)
		if !ok {
			return "", false
		}
		if l, isLogic := c.w.plain(side).(*ir.Logic); isLogic && l.And != n.And {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, op), true
}

// compare renders a comparison. A text that is compared with an enum input is spelled as the API spells it.
func (c *conditions) compare(op string, x, y ir.Node) (string, bool) {
	if c.query && (c.lowers(x) || c.lowers(y)) {
		return "", false
	}
	a, okA := c.operand(x)
	b, okB := c.operand(y)
	if in, ok := c.read(x); ok && in.input != "" {
		if k, isConst := c.w.plain(y).(*ir.Const); isConst {
			if text, isText := k.Value.(string); isText {
				b = quoted(c.w.spelled(in.input, text))
			}
		}
	}
	return a + " " + op + " " + b, okA && okB
}

// operand renders a literal, or what an expression reads.
func (c *conditions) operand(n ir.Node) (string, bool) {
	n = c.w.plain(n)
	switch n := n.(type) {
	case *ir.Const:
		if text, ok := n.Value.(string); ok {
			return quoted(text), true
		}
		return string(yamlout.Scalar(n.Value)), true
	case *ir.OrValue:
		if k, ok := c.w.plain(n.Else).(*ir.Const); ok && k.Value == nil {
			return c.operand(n.X)
		}
	}
	r, ok := c.read(n)
	if !ok {
		return "", false
	}
	return c.expression(r), true
}

func (c *conditions) expression(r read) string { return c.w.expression(r, c.within) }

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
