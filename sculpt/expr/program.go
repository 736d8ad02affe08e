package expr

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// Program returns the expression for the reference interpreter, which takes objects as maps. Tests hold what is compiled to
// it. Its maps are run over in the order of their keys, and have only keys that a map can have, like those of compiled
// expressions.
func (e *Env) Program(text string) (cel.Program, error) {
	checked, err := e.checked(e.cel, text)
	if err != nil {
		return nil, err
	}
	return e.ordered(checked)
}

// UncheckedProgram is [Env.Program] for an expression that the checker need not let pass.
func (e *Env) UncheckedProgram(text string) (cel.Program, error) {
	parsed, issues := e.parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return e.ordered(parsed)
}

// checked parses an expression and checks it in env.
func (e *Env) checked(env *cel.Env, text string) (*cel.Ast, error) {
	parsed, issues := e.parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	checked, issues := env.Check(parsed)
	return checked, issues.Err()
}

// FastProgram returns the expression for the reference interpreter at its best: optimized, its maps in no order.
func (e *Env) FastProgram(text string) (cel.Program, error) {
	fast, err := e.cel.Extend(cel.CustomTypeAdapter(e.provider.Registry))
	if err != nil {
		return nil, err
	}
	checked, err := e.checked(fast, text)
	if err != nil {
		return nil, err
	}
	return fast.Program(checked, cel.EvalOptions(cel.OptOptimize))
}

// ordered plans an expression. The type adapter orders all maps but those that literals and comprehensions make.
func (e *Env) ordered(a *cel.Ast) (cel.Program, error) {
	makers := map[int64]bool{}
	ast.PostOrderVisit(a.NativeRep().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.Kind() == ast.MapKind || x.Kind() == ast.ComprehensionKind {
			makers[x.ID()] = true
		}
	}))
	return e.cel.Program(a, cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		_, attribute := i.(interpreter.InterpretableAttribute) // a selection from one has its id
		if !makers[i.ID()] || attribute {
			return i, nil
		}
		return orderedResult{i}, nil
	}))
}

// orderedResult is a part of a program whose result is ordered if it is a map.
type orderedResult struct{ interpreter.InterpretableV2 }

// Exec implements [interpreter.InterpretableV2].
func (r orderedResult) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	return withKeys(inOrder(r.InterpretableV2.Exec(frame)))
}

// Eval implements [interpreter.Interpretable].
func (r orderedResult) Eval(activation interpreter.Activation) ref.Val {
	return withKeys(inOrder(r.InterpretableV2.Eval(activation)))
}

// Overloads returns the ids of the overloads that expressions can call, sorted, and "dyn " before the names of functions
// for which it depends on a dyn which one is called.
func (e *Env) Overloads() []string {
	var ids []string
	for name, f := range e.cel.Functions() {
		if strings.HasPrefix(name, "__") || name == "cel.@block" {
			continue // only the library itself calls it
		}
		for _, o := range f.OverloadDecls() {
			ids = append(ids, o.ID())
		}
	}
	for name := range byName {
		ids = append(ids, "dyn "+name)
	}
	slices.Sort(ids)
	return ids
}

// Called returns which of [Env.Overloads] an expression calls.
func (e *Env) Called(text string) []string {
	checked, err := e.checked(e.cel, text)
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
