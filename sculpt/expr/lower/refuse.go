package lower

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// refuseHeld refuses to select from an optional that is an element of a list or a value of a map. CEL finds nothing there, ever: it looks into the optional
// that a chain of selections starts with, and into no optional further on.
func refuseHeld(cx context, operand ast.Expr) {
	if isHeld(cx, operand) {
		cx.fail(operand, "an optional that a list or a map holds has no members of its own; take what it holds first, with .value() or .orValue(...)")
	}
}

// isHeld reports whether e reads an optional from a list or a map.
func isHeld(cx context, e ast.Expr) bool {
	if cx.typeOf(e).Kind != ir.Optional {
		return false
	}
	switch e.Kind() {
	case ast.SelectKind:
		return cx.typeOf(e.AsSelect().Operand()).Kind != ir.Optional && !isContainer(cx, e.AsSelect().Operand())
	case ast.CallKind:
		args := e.AsCall().Args()
		switch e.AsCall().FunctionName() {
		case operators.Index:
			return cx.typeOf(args[0]).Kind != ir.Optional
		case operators.Conditional: // it goes on from either branch
			return isHeld(cx, args[1]) || isHeld(cx, args[2])
		}
	}
	return false
}

// isContainer reports whether e is inputs, steps.x, vars or the like, whose members are values that stand alone.
func isContainer(cx context, e ast.Expr) bool {
	if step, ok := selectedStep(cx, e); ok && !cx.scope.Returns[step.name] {
		return true
	}
	return e.Kind() == ast.IdentKind && cx.local(e.AsIdent()) == nil && slices.Contains(check.Containers, e.AsIdent())
}

// refuseHeader refuses a name that no header of an answer has: they are in lower case.
func refuseHeader(cx context, of, name ir.Node, at ast.Expr) {
	literal, isLiteral := name.(*ir.Const)
	if !isLiteral || !isHeaders(of) {
		return
	}
	if text, isText := literal.Value.(string); isText && text != strings.ToLower(text) {
		cx.fail(at, "headers of answers have their names in lower case: write %q", strings.ToLower(text))
	}
}

// isHeaders reports whether a value is the headers of an answer, or of one that may be absent.
func isHeaders(n ir.Node) bool {
	root, isRoot := n.(*ir.Root)
	return isRoot && (root.Kind == ir.HeadersRoot || root.OfStep() && root.Part == "headers")
}
