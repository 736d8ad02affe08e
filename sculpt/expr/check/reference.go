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
	walk(a.Expr(), nil, refs.visit)
	return refs
}

// visit notes the member of a container that e names, and reports whether there is more to be found in e. bound are the names that the expressions around e
// bind: they hide the Containers.
func (r *References) visit(e ast.Expr, bound []string) bool {
	switch e.Kind() {
	case ast.IdentKind:
		if name := e.AsIdent(); slices.Contains(Containers, name) && !slices.Contains(bound, name) {
			r.add(name, "", e.ID())
		}
	case ast.SelectKind:
		return !r.member(e.AsSelect().Operand(), e.AsSelect().FieldName(), e.ID(), bound)
	case ast.CallKind:
		if call := e.AsCall(); call.FunctionName() == operators.OptSelect {
			field, ok := call.Args()[1].AsLiteral().(types.String)
			return !ok || !r.member(call.Args()[0], string(field), e.ID(), bound)
		}
	}
	return true
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
