package exprtest

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/decls"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// Program returns an expression for the reference interpreter, which takes objects as maps. Its maps are run over in the order
// of their keys, and have only keys that a map can have, like those of compiled expressions.
func (e *Env) Program(text string) (cel.Program, error) {
	checked, err := e.check(text)
	if err != nil {
		return nil, err
	}
	e.resolveByValues(checked.NativeRep())
	return e.plan(checked)
}

// resolveByValues leaves it to the interpreter to find the overloads of calls, by the values that they get. The checker takes the first
// overload for the only one where the type of an argument is open to it: in string(dyn([1]).first().value()) that for a string, with
// which the call fails. Where values do not tell overloads apart the checker's choice stays.
func (e *Env) resolveByValues(a *ast.AST) {
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.Kind() != ast.CallKind {
			return
		}
		call := x.AsCall()
		arguments := len(call.Args())
		if call.IsMemberFunction() {
			arguments++
		}
		if f := e.cel().Functions()[call.FunctionName()]; f != nil && toldApart(f.OverloadDecls(), arguments) {
			a.SetReference(x.ID(), ast.NewFunctionReference())
		}
	}))
}

// toldApart reports whether the kinds of that many arguments decide which of some overloads is called. An empty list does not say
// what it is a list of.
func toldApart(overloads []*decls.OverloadDecl, arguments int) bool {
	seen := map[string]bool{}
	for _, o := range overloads {
		if len(o.ArgTypes()) != arguments {
			continue
		}
		kinds := ""
		for _, t := range o.ArgTypes() {
			kinds += t.TypeName() + " "
		}
		if seen[kinds] {
			return false
		}
		seen[kinds] = true
	}
	return true
}

// UncheckedProgram is [Env.Program] for an expression that the checker need not let pass.
func (e *Env) UncheckedProgram(text string) (cel.Program, error) {
	parsed, issues := e.env.Parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return e.plan(parsed)
}

// FastProgram returns an expression for the reference interpreter at its best: optimized, its maps in no order.
func (e *Env) FastProgram(text string) (cel.Program, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	fast, err := e.cel().Extend(cel.CustomTypeAdapter(registry))
	if err != nil {
		return nil, err
	}
	checked, err := e.check(text)
	if err != nil {
		return nil, err
	}
	return fast.Program(checked, cel.EvalOptions(cel.OptOptimize))
}

func (e *Env) cel() *cel.Env { return e.env.CEL() }

// check parses and checks an expression.
func (e *Env) check(text string) (*cel.Ast, error) {
	parsed, issues := e.env.Parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	checked, issues := e.env.Check(parsed, e.names)
	return checked, issues.Err()
}

// plan makes a program of an expression. The type adapter orders all maps but those that literals and comprehensions make.
func (e *Env) plan(a *cel.Ast) (cel.Program, error) {
	makers := map[int64]bool{}
	ast.PostOrderVisit(a.NativeRep().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.Kind() == ast.MapKind || x.Kind() == ast.ComprehensionKind {
			makers[x.ID()] = true
		}
	}))
	return e.cel().Program(a, cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
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
