package expr

import (
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// lowerer turns one checked expression into a tree. After a problem it goes on with a placeholder, so that all problems
// of an expression are found; the tree is then of no use.
type lowerer struct {
	env      *Env
	ast      *ast.AST
	places   *places
	locals   []*ir.Local // innermost last
	known    *facts.Set  // what the conditions around have shown
	problems []Problem
	doubts   []doubt
}

// root lowers the whole expression.
func (l *lowerer) root(json bool) ir.Node {
	if json {
		return l.json(l.ast.Expr())
	}
	return l.lower(l.ast.Expr())
}

// fail notes a problem at e and returns a placeholder.
func (l *lowerer) fail(e ast.Expr, format string, args ...any) ir.Node {
	offset, length := l.places.span(e.ID())
	l.problems = append(l.problems, Problem{offset, length, fmt.Sprintf(format, args...)})
	return placeholder
}

// placeholder stands for an expression that has a problem.
var placeholder = &ir.Const{T: ir.DynType}

// checked is the type that CEL's checker inferred for e.
func (l *lowerer) checked(e ast.Expr) *ir.Type { return l.env.provider.irType(l.ast.GetType(e.ID())) }

// lower lowers e. Its type is what the conditions around it have shown it to be.
func (l *lowerer) lower(e ast.Expr) ir.Node { return l.narrow(l.plain(e)) }

func (l *lowerer) plain(e ast.Expr) ir.Node {
	switch e.Kind() {
	case ast.LiteralKind:
		return l.literal(e)
	case ast.IdentKind:
		return l.ident(e)
	case ast.SelectKind:
		return l.selectField(e)
	case ast.ListKind:
		return l.list(e, l.lower)
	case ast.MapKind:
		return l.mapLiteral(e)
	case ast.CallKind:
		return l.call(e)
	case ast.ComprehensionKind:
		return l.comprehension(e, l.lower)
	}
	return l.fail(e, "messages are Protobuf, which OpenAPI has not")
}

func (l *lowerer) literal(e ast.Expr) ir.Node {
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

// ident lowers a name: a local, or the name of a type. The containers never stand alone.
func (l *lowerer) ident(e ast.Expr) ir.Node {
	name := strings.TrimPrefix(e.AsIdent(), ".")
	if local := l.local(e.AsIdent()); local != nil {
		return &ir.Ref{To: local}
	}
	if t, ok := l.env.declared[name]; ok {
		return &ir.Root{T: t, Kind: ir.VarRoot, Name: name}
	}
	if l.ast.GetType(e.ID()).Kind() == types.TypeKind {
		return &ir.Const{T: ir.TypeNameType, Value: name}
	}
	return l.fail(e, "%s is no value of its own: name one of its members", name)
}

func (l *lowerer) local(name string) *ir.Local {
	for i := len(l.locals) - 1; i >= 0; i-- {
		if l.locals[i].Name == name {
			return l.locals[i]
		}
	}
	return nil
}

// with runs f with the locals in scope.
func (l *lowerer) with(f func(), locals ...*ir.Local) {
	depth := len(l.locals)
	l.locals = append(l.locals, locals...)
	f()
	l.locals = l.locals[:depth]
}

func quote(s string) string { return strconv.Quote(s) }
