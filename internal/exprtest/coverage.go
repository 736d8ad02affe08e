package exprtest

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Overloads returns the ids of the overloads that expressions can call, sorted, and "dyn " before the names of functions
// for which it depends on a dyn which one is called.
func (e *Env) Overloads() []string {
	var ids []string
	for name, f := range e.cel().Functions() {
		if strings.HasPrefix(name, "__") || name == "cel.@block" {
			continue // only the library itself calls it
		}
		for _, o := range f.OverloadDecls() {
			ids = append(ids, o.ID())
		}
	}
	for _, f := range ir.Functions() {
		if f.Dynamic != "" {
			ids = append(ids, "dyn "+f.Dynamic)
		}
	}
	slices.Sort(ids)
	return ids
}

// Called returns which of [Env.Overloads] an expression calls.
func (e *Env) Called(text string) []string {
	checked, err := e.check(text)
	if err != nil {
		return nil
	}
	var ids []string
	a := checked.NativeRep()
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		overloads := a.GetOverloadIDs(x.ID())
		if len(overloads) > 1 {
			ids = append(ids, "dyn "+x.AsCall().FunctionName())
			return
		}
		ids = append(ids, overloads...)
	}))
	return ids
}
