package check

import (
	"strconv"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

// The macros cel.block, cel.index, cel.iterVar and cel.accuVar are how the specification writes what an optimizer makes of
// an expression: each value that it needs more than once is computed before, at most once, and has a number.
//
//	cel.block([a, f(cel.index(0))], cel.index(0) + cel.index(1))
//
// is
//
//	cel.bind(@index0, a, cel.bind(@index1, f(@index0), @index0 + @index1))

// blockMacros are those macros.
func blockMacros() cel.EnvOption {
	return cel.Macros(
		cel.ReceiverMacro("block", 2, expandBlock),
		cel.ReceiverMacro("index", 1, numbered("@index")),
		cel.ReceiverMacro("iterVar", 2, numbered("@it:", ":")),
		cel.ReceiverMacro("accuVar", 2, numbered("@ac:", ":")),
	)
}

func isCEL(target ast.Expr) bool { return target.Kind() == ast.IdentKind && target.AsIdent() == "cel" }

// expandBlock expands cel.block, from the inside.
func expandBlock(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
	if !isCEL(target) {
		return nil, nil
	}
	if args[0].Kind() != ast.ListKind || len(args[0].AsList().OptionalIndices()) > 0 {
		return nil, f.NewError(args[0].ID(), "the values of cel.block are a list literal")
	}
	values := args[0].AsList().Elements()
	expanded := args[1]
	for i := len(values) - 1; i >= 0; i-- {
		name := "@index" + strconv.Itoa(i)
		expanded = f.NewComprehension(f.NewList(), "#unused", name, values[i], f.NewLiteral(types.False), f.NewIdent(name), expanded)
	}
	return expanded, nil
}

// numbered returns the expansion of a macro whose arguments are numbers: a name made of them, each behind its prefix.
func numbered(prefixes ...string) cel.MacroFactory {
	return func(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		if !isCEL(target) {
			return nil, nil
		}
		name := ""
		for i, arg := range args {
			n, ok := arg.AsLiteral().(types.Int)
			if arg.Kind() != ast.LiteralKind || !ok || n < 0 {
				return nil, f.NewError(arg.ID(), "this is a literal number, from 0 on")
			}
			name += prefixes[i] + strconv.FormatInt(int64(n), 10)
		}
		return f.NewIdent(name), nil
	}
}
