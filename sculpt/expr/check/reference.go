package check

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// References are the members that an expression names, each once, in the order of their first use.
type References struct {
	Inputs, Steps, Vars, Config, Tables []string
	This                                bool

	Uses []Use // every place, in their order
}

// Use is one place where a container is named.
type Use struct {
	Container string
	Name      string // empty: the container itself is used as a value
	ID        int64  // of the expression that names it
}

// ReferencesOf returns what a parsed expression names.
func ReferencesOf(a *ast.AST) References {
	var refs References
	refs.visit(a.Expr(), nil)
	return refs
}

// visit walks e. bound are the names that the expressions around it bind: they hide the Containers.
func (r *References) visit(e ast.Expr, bound []string) {
	switch e.Kind() {
	case ast.IdentKind:
		if name := e.AsIdent(); slices.Contains(Containers, name) && !slices.Contains(bound, name) {
			r.add(name, "", e.ID())
		}
	case ast.SelectKind:
		s := e.AsSelect()
		if !r.member(s.Operand(), s.FieldName(), e.ID(), bound) {
			r.visit(s.Operand(), bound)
		}
	case ast.CallKind:
		r.visitCall(e, bound)
	case ast.ListKind:
		for _, x := range e.AsList().Elements() {
			r.visit(x, bound)
		}
	case ast.MapKind:
		for _, x := range e.AsMap().Entries() {
			r.visit(x.AsMapEntry().Key(), bound)
			r.visit(x.AsMapEntry().Value(), bound)
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		r.visit(c.IterRange(), bound)
		r.visit(c.AccuInit(), bound)
		inner := append(slices.Clone(bound), c.IterVar(), c.IterVar2(), c.AccuVar())
		for _, x := range []ast.Expr{c.LoopCondition(), c.LoopStep(), c.Result()} {
			r.visit(x, inner)
		}
	}
}

func (r *References) visitCall(e ast.Expr, bound []string) {
	call := e.AsCall()
	if call.FunctionName() == operators.OptSelect {
		if field, ok := call.Args()[1].AsLiteral().(types.String); ok && r.member(call.Args()[0], string(field), e.ID(), bound) {
			return
		}
	}
	if call.IsMemberFunction() {
		r.visit(call.Target(), bound)
	}
	for _, x := range call.Args() {
		r.visit(x, bound)
	}
}

// member notes operand.name if operand is a container, and reports whether it is.
func (r *References) member(operand ast.Expr, name string, id int64, bound []string) bool {
	if operand.Kind() != ast.IdentKind {
		return false
	}
	container := operand.AsIdent()
	if !slices.Contains(Containers, container) || slices.Contains(bound, container) {
		return false
	}
	r.add(container, name, id)
	return true
}

func (r *References) add(container, name string, id int64) {
	r.Uses = append(r.Uses, Use{container, name, id})
	if container == This {
		r.This = true
		return
	}
	lists := map[string]*[]string{
		Inputs: &r.Inputs, Steps: &r.Steps, Vars: &r.Vars, Config: &r.Config, Tables: &r.Tables,
	}
	if list := lists[container]; name != "" && !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
