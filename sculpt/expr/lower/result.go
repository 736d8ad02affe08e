package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// result is what the function of a step returned. That of a step that may not run must be read with .?, except by that step.
func result(cx context, e ast.Expr, step string, how access) ir.Node {
	f := cx.scope.Container(check.Steps).Field(step)
	conditional := cx.scope.Conditional(step)
	if !conditional && how == optionally {
		return cx.fail(e, "the step %s runs in any case: read it with steps.%s", step, step)
	}
	if !conditional || step == cx.scope.Step {
		return always(&ir.Root{T: f.Type, Kind: ir.ResultRoot, Name: step}, how)
	}
	root := &ir.Root{T: ir.OptionalOf(f.Type), Kind: ir.StepRoot, Name: step, Part: ir.ResultPart}
	switch how {
	case presence:
		return &ir.HasValue{X: root}
	case optionally:
		return root
	}
	return cx.fail(e, "the step %s may not run: read it with steps.?%s, or ask with has(steps.%s)", step, step, step)
}

// ownResult is what the function of the step around returned.
func ownResult(cx context) ir.Node {
	f := cx.scope.Container(check.Steps).Field(cx.scope.Step)
	return &ir.Root{T: f.Type, Kind: ir.ResultRoot, Name: cx.scope.Step}
}
