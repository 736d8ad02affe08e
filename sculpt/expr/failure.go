package expr

import (
	"slices"
	"strconv"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/expr/source"
)

// OfFailure decides a condition on how a tool ends, failure.code != "LATE", for each of the ends: for a failure by its name, which failure.code
// then is, and for any other end by the empty text. The condition compares the code with literals, by ==, != and in, which &&, || and ! join;
// a literal is one of the declared failures, or empty.
func (c *Compiler) OfFailure(text string, declared, ends []string) (holds map[string]bool, problems []Problem) {
	parsed, issues := c.env.Parse(text)
	if issues.Err() != nil {
		return nil, []Problem{explain.Syntax(text, issues)}
	}
	native := parsed.NativeRep()
	d := &decider{places: source.NewPlaces(native, text), declared: declared}
	d.check(native.Expr())
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	holds = map[string]bool{}
	for _, end := range ends {
		holds[end] = decide(native.Expr(), end)
	}
	return holds, nil
}

// decider checks that a condition is one that can be decided.
type decider struct {
	places   *source.Places
	declared []string
	problems []Problem
}

func (d *decider) refuse(e ast.Expr, message string) {
	d.problems = append(d.problems, Problem{Span: d.places.Span(e.ID()), Message: message})
}

func (d *decider) check(e ast.Expr) {
	if e.Kind() != ast.CallKind {
		d.other(e)
		return
	}
	args := e.AsCall().Args()
	switch e.AsCall().FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot:
		for _, arg := range args {
			d.check(arg)
		}
	case operators.Equals, operators.NotEquals, operators.In:
		literals := compared(e.AsCall())
		if len(literals) == 0 {
			d.other(e)
		}
		d.literals(literals)
	default:
		d.other(e)
	}
}

func (d *decider) other(e ast.Expr) {
	d.refuse(e, "this is not decided by the failure that the tool ends in; compare failure.code with failures, as in failure.code != 'LATE' or failure.code in ['LATE', 'BUSY']; &&, || and ! join such conditions")
}

// literals checks what the code is compared with.
func (d *decider) literals(list []ast.Expr) {
	for _, e := range list {
		switch code, isText := textOf(e); {
		case !isText:
			d.refuse(e, "a failure is named by a text, as in 'LATE', and every other end of the tool by ''")
		case code != "" && !slices.Contains(d.declared, code):
			d.refuse(e, "the tool declares no failure "+strconv.Quote(code)+diag.Known(code, d.declared))
		}
	}
}

// compared returns what a comparison compares failure.code with; nil if it does not.
func compared(call ast.CallExpr) []ast.Expr {
	x, y := call.Args()[0], call.Args()[1]
	in := call.FunctionName() == operators.In
	switch {
	case in && isCode(x) && y.Kind() == ast.ListKind:
		return y.AsList().Elements()
	case in:
		return nil
	case isCode(x):
		return []ast.Expr{y}
	case isCode(y):
		return []ast.Expr{x}
	}
	return nil
}

func isCode(e ast.Expr) bool {
	if e.Kind() != ast.SelectKind || e.AsSelect().FieldName() != "code" || e.AsSelect().IsTestOnly() {
		return false
	}
	of := e.AsSelect().Operand()
	return of.Kind() == ast.IdentKind && of.AsIdent() == "failure"
}

func textOf(e ast.Expr) (text string, ok bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok = e.AsLiteral().Value().(string)
	return text, ok
}

// decide returns whether a condition that was checked holds at an end.
func decide(e ast.Expr, end string) bool {
	args := e.AsCall().Args()
	switch e.AsCall().FunctionName() {
	case operators.LogicalAnd:
		return decide(args[0], end) && decide(args[1], end)
	case operators.LogicalOr:
		return decide(args[0], end) || decide(args[1], end)
	case operators.LogicalNot:
		return !decide(args[0], end)
	}
	among := slices.ContainsFunc(compared(e.AsCall()), func(literal ast.Expr) bool { code, _ := textOf(literal); return code == end })
	return among != (e.AsCall().FunctionName() == operators.NotEquals)
}
