package lower

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// literal lowers a literal.
func literal(e ast.Expr) ir.Node {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		return &ir.Const{T: ir.BoolType, Value: bool(v)}
	case types.Int:
		return &ir.Const{T: ir.IntType, Value: int64(v)}
	case types.Uint:
		return &ir.Const{T: ir.UintType, Value: uint64(v)}
	case types.Double:
		return &ir.Const{T: ir.DoubleType, Value: float64(v)}
	case types.String:
		return &ir.Const{T: ir.StringType, Value: string(v)}
	case types.Bytes:
		return &ir.Const{T: ir.BytesType, Value: []byte(v)}
	}
	return &ir.Const{T: ir.NullType}
}

// identifier lowers a name: a local, the name of a type, or a variable. The containers never stand alone.
func identifier(cx context, e ast.Expr) ir.Node {
	name := strings.TrimPrefix(e.AsIdent(), ".")
	if local := cx.local(e.AsIdent()); local != nil {
		return &ir.Ref{To: local}
	}
	if cx.ast.GetType(e.ID()).Kind() == types.TypeKind {
		return &ir.Const{T: ir.TypeNameType, Value: name}
	}
	if name == check.This && cx.scope.ThisReturned() {
		return result(cx, e, cx.scope.Step, plainly)
	}
	return &ir.Root{T: cx.typeOf(e), Kind: ir.VarRoot, Name: name}
}

// constantText returns the string that a node is known to be at generation.
func constantText(n ir.Node) (string, bool) {
	c, ok := n.(*ir.Const)
	if !ok {
		return "", false
	}
	s, ok := c.Value.(string)
	return s, ok
}
