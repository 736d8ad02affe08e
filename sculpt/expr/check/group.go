package check

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// groupMacro is the macro groupBy. As CEL's sortBy, it computes the keys beside the elements:
//
//	list.groupBy(x, key)
//
// is
//
//	cel.bind(@grouped, list, @grouped.@groupByKeys(@grouped.map(x, key)))
func groupMacro() cel.EnvOption {
	return cel.Macros(cel.ReceiverMacro("groupBy", 2, expandGroupBy))
}

func expandGroupBy(f cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
	const name = "@grouped"
	keys, err := parser.MakeMap(f, f.NewIdent(name), args)
	if err != nil {
		return nil, err
	}
	grouped := f.NewMemberCall(ir.GroupByKeys, f.NewIdent(name), keys)
	return f.NewComprehension(f.NewList(), "#unused", name, target, f.NewLiteral(types.False), f.NewIdent(name), grouped), nil
}
