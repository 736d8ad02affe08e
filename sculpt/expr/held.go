package expr

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// checkOperand refuses to select from an optional that a list or a map holds, which finds nothing, ever: the reference
// goes through the optional that a chain of selections starts with, and through none that it meets on the way.
func (l *lowerer) checkOperand(operand ast.Expr) {
	if l.held(operand) {
		l.fail(operand, "an optional that a list or a map holds has no members of its own; take what it holds first, with .value() or .orValue(...)")
	}
}

// held reports whether e reads an optional from a list or a map.
func (l *lowerer) held(e ast.Expr) bool {
	if l.checked(e).Kind != ir.Optional {
		return false
	}
	switch e.Kind() {
	case ast.SelectKind:
		return l.checked(e.AsSelect().Operand()).Kind != ir.Optional && !l.isContainer(e.AsSelect().Operand())
	case ast.CallKind:
		args := e.AsCall().Args()
		switch e.AsCall().FunctionName() {
		case operators.Index:
			return l.checked(args[0]).Kind != ir.Optional
		case operators.Conditional: // it goes on from either branch
			return l.held(args[1]) || l.held(args[2])
		}
	}
	return false
}

// isContainer reports whether e is inputs, steps.x, vars or the like, whose members are values that stand alone.
func (l *lowerer) isContainer(e ast.Expr) bool {
	if _, ok := l.step(e); ok {
		return true
	}
	return e.Kind() == ast.IdentKind && l.local(e.AsIdent()) == nil && slices.Contains(containers, e.AsIdent())
}
