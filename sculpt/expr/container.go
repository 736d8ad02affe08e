package expr

import (
	"strconv"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// container lowers a member of inputs, steps, this, vars, config or tables; ok is false if operand is none of them.
func (l *lowerer) container(e, operand ast.Expr, name string, test, optional bool) (n ir.Node, ok bool) {
	if step, isStep := l.step(operand); isStep {
		return l.answer(step, name, test, optional), true
	}
	if operand.Kind() != ast.IdentKind || l.local(operand.AsIdent()) != nil {
		return nil, false
	}
	scope := l.env.scope
	var root *ir.Root
	switch container := operand.AsIdent(); container {
	case inputsName:
		return l.input(e, scope.Inputs.Field(name), test, optional), true
	case thisName:
		return l.answer(l.env.this, name, test, optional), true
	case varsName:
		root = &ir.Root{T: scope.Vars.Field(name).Type, Kind: ir.VarRoot, Name: name}
	case configName:
		root = &ir.Root{T: ir.StringType, Kind: ir.ConfigRoot, Name: name}
	case tablesName:
		root = &ir.Root{T: scope.Tables.Field(name).Type, Kind: ir.TableRoot, Name: name}
	case stepsName:
		return l.fail(e, "a step is no value of its own: read its .body, .status or .headers"), true
	default:
		return nil, false
	}
	return present(root, test, optional), true
}

// present is a value that is always there, read plainly, with has() or with .?
func present(n ir.Node, test, optional bool) ir.Node {
	switch {
	case test:
		return &ir.Const{T: ir.BoolType, Value: true}
	case optional:
		return &ir.Some{X: n}
	}
	return n
}

// step returns the name of the step that e selects: steps.place.
func (l *lowerer) step(e ast.Expr) (string, bool) {
	if e.Kind() != ast.SelectKind {
		return "", false
	}
	operand := e.AsSelect().Operand()
	if operand.Kind() != ast.IdentKind || operand.AsIdent() != stepsName || l.local(stepsName) != nil {
		return "", false
	}
	return e.AsSelect().FieldName(), true
}

// answer is a part of a step's answer.
func (l *lowerer) answer(step, part string, test, optional bool) ir.Node {
	kinds := map[string]ir.RootKind{"body": ir.BodyRoot, "status": ir.StatusRoot, "headers": ir.HeadersRoot}
	f := l.env.scope.Steps.Field(step).Type.Object.Field(part)
	return present(&ir.Root{T: f.Type, Kind: kinds[part], Name: step}, test, optional)
}

// input is an input. One that may be absent must be read with .? or has().
func (l *lowerer) input(e ast.Expr, f *ir.Field, test, optional bool) ir.Node {
	root := &ir.Root{T: f.Type, Kind: ir.InputRoot, Name: f.Name}
	if f.Type.Kind != ir.Optional {
		return present(root, test, optional)
	}
	switch {
	case test:
		return &ir.HasValue{X: root}
	case optional:
		return root
	}
	return l.fail(e, "the input %s may be absent: read it with inputs.?%s, guard it with has(inputs.%s), or give it a default", f.Name, f.Name, f.Name)
}

// source is how the author wrote a chain of selections and constant indexes; other operands stand as "...".
func source(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		return source(e.AsSelect().Operand()) + "." + fieldSource(e.AsSelect().FieldName())
	case ast.CallKind:
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.Index:
			if i, ok := call.Args()[1].AsLiteral().(types.Int); ok && call.Args()[1].Kind() == ast.LiteralKind {
				return source(call.Args()[0]) + "[" + strconv.FormatInt(int64(i), 10) + "]"
			}
			return source(call.Args()[0]) + "[...]"
		case operators.OptSelect:
			return source(call.Args()[0]) + ".?" + fieldSource(string(call.Args()[1].AsLiteral().(types.String)))
		}
	}
	return "..."
}
