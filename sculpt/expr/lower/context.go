package lower

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/expr/warn"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// context is where a part of an expression stands. It does not change: what holds further inside is another context.
type context struct {
	*expression
	locals []*ir.Local // the names that are bound, innermost last
	facts  *facts.Set  // what the conditions around have shown
}

// expression is what all parts of an expression have in common, and what lowering it finds out.
type expression struct {
	env    *check.Env
	scope  *check.Scope
	ast    *ast.AST
	places *source.Places
	record string // the name of the records that the expression makes

	usage    *usage.Log
	doubts   *warn.Doubts
	problems []source.Problem
	sources  []*ir.Source
}

func newContext(in Input) context {
	cx := context{expression: &expression{
		env: in.Env, scope: in.Scope, ast: in.AST, places: source.NewPlaces(in.AST, in.Text),
		usage: new(usage.Log), doubts: warn.NewDoubts(in.Scope.Values()),
	}}
	for _, cond := range in.Scope.Given {
		cx = cx.given(cond, true)
	}
	return cx
}

// with returns the context in which locals are bound.
func (cx context) with(locals ...*ir.Local) context {
	cx.locals = append(slices.Clip(cx.locals), locals...)
	return cx
}

// local returns the local of that name, or nil.
func (cx context) local(name string) *ir.Local {
	for _, l := range slices.Backward(cx.locals) {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// given returns the context in which a condition holds, or does not.
func (cx context) given(cond ir.Node, holds bool) context { return cx.knowing(facts.Of(cond, holds)) }

// knowing returns the context in which the facts hold.
func (cx context) knowing(more []facts.Fact) context {
	cx.facts = cx.facts.With(more...)
	return cx
}

// typeOf is the type that CEL's checker inferred for e.
func (cx context) typeOf(e ast.Expr) *ir.Type { return cx.scope.Type(cx.ast.GetType(e.ID())) }

// source notes that e reads or calls something and can fail.
func (cx context) source(e ast.Expr) *ir.Source {
	s := &ir.Source{ID: e.ID()}
	cx.sources = append(cx.sources, s)
	return s
}

// sourced returns n, which e was lowered to, with e as its source. A node that has a source already, since an expression inside e was lowered to it, keeps
// that.
func sourced(cx context, e ast.Expr, n ir.Node) ir.Node {
	var at **ir.Source
	switch n := n.(type) {
	case *ir.Element:
		at = &n.Source
	case *ir.Row:
		at = &n.Source
	case *ir.Call:
		at = &n.Source
	case *ir.OrValue:
		at = &n.Source
	}
	if at != nil && *at == nil {
		*at = cx.source(e)
	}
	return n
}

// placeholder stands for an expression that has a problem.
var placeholder = &ir.Const{T: ir.DynType}

// fail notes a problem at e and returns a placeholder.
func (cx context) fail(e ast.Expr, format string, args ...any) ir.Node {
	cx.problems = append(cx.problems, source.Problem{Span: cx.places.Span(e.ID()), Message: fmt.Sprintf(format, args...)})
	return placeholder
}

// toDyn is n as a dyn.
func toDyn(cx context, n ir.Node) ir.Node { return convert.Converter{Usage: cx.usage}.Dyn(n) }

// dyns are nodes as dyns.
func dyns(cx context, nodes []ir.Node) []ir.Node {
	converted := make([]ir.Node, len(nodes))
	for i, n := range nodes {
		converted[i] = toDyn(cx, n)
	}
	return converted
}

// convertTo makes a value of type t of n, which e became.
func convertTo(cx context, n ir.Node, t *ir.Type, e ast.Expr) ir.Node {
	asserted := func(n ir.Node, t *ir.Type) { cx.doubts.Type(e, n, t) }
	converted, err := convert.Converter{Usage: cx.usage, Asserted: asserted}.To(n, t)
	if err != nil {
		return cx.fail(e, "%s", err)
	}
	return converted
}

// untypedElements is a list, or a dyn that holds one, as a list of dyn.
func untypedElements(cx context, n ir.Node) ir.Node {
	if n.Type().Kind == ir.Dyn {
		return ir.FnAsList.Call(n)
	}
	return convert.Converter{Usage: cx.usage}.Elements(convert.NotNull(n))
}
