package warn

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/known"
)

// origins tells untyped values that come out of JSON as it is, where all numbers are double, from those that a typed value
// became: these keep their types.
type origins struct {
	locals map[*ir.Local]ir.Node // what a local is, or is an element or the content of
	vars   map[string]ir.Node
	found  map[ir.Node]origin // those that were asked for: an expression can name one value very often
	known  known.Types
}

// origin says of a value whether it, or what it holds, can be JSON that no document describes, and whether it can be nothing else.
type origin struct{ may, must bool }

func (o origin) or(other origin) origin { return origin{o.may || other.may, o.must && other.must} }

func originsOf(n ir.Node, vars map[string]ir.Node) origins {
	from := origins{map[*ir.Local]ir.Node{}, vars, map[ir.Node]origin{}, known.In(n, func(name string) ir.Node { return vars[name] })}
	note := func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Let:
			from.locals[n.Local] = n.Value
		case *ir.Then:
			from.locals[n.Local] = n.X
		case *ir.Loop:
			from.locals[n.Var] = n.Over
		}
	}
	ir.Walk(n, note)
	for _, v := range vars {
		ir.Walk(v, note)
	}
	return from
}

// of returns the origin of a value.
func (from origins) of(n ir.Node) origin {
	o, ok := from.found[n]
	if !ok {
		o = from.find(n)
		from.found[n] = o
	}
	return o
}

func (from origins) find(n ir.Node) origin {
	switch n := n.(type) {
	case *ir.Root:
		if n.Kind == ir.VarRoot && from.vars[n.Name] != nil {
			return from.of(from.vars[n.Name])
		}
		return ofJSON(isBody(n) && untyped(n.T))
	case *ir.Member:
		return ofJSON(untyped(n.Field.Type) && from.answer(n.X))
	case *ir.Maybe:
		return ofJSON(untyped(n.Field.Type) && from.answer(n.X))
	case *ir.Cond:
		return from.of(n.Then).or(from.of(n.Else))
	case *ir.OrValue:
		return from.of(n.X).or(from.of(n.Else))
	case *ir.ListLit:
		return from.any(n.Elems)
	case *ir.MapLit:
		return from.any(n.Values)
	}
	if inner := from.content(n); inner != nil {
		return from.of(inner)
	}
	return origin{}
}

// isBody reports whether a root is what an upstream answered, as JSON.
func isBody(n *ir.Root) bool {
	switch n.Kind {
	case ir.BodyRoot, ir.PagesRoot:
		return true
	case ir.StepRoot, ir.ProblemRoot:
		return n.Part == "body" || n.Part == "items"
	}
	return false
}

func ofJSON(is bool) origin { return origin{is, is} }

func (from origins) any(nodes []ir.Node) origin {
	var all origin
	for i, n := range nodes {
		if i == 0 {
			all = from.of(n)
		}
		all = all.or(from.of(n))
	}
	return all
}

// answer reports whether n is read from the answer of a step.
func (from origins) answer(n ir.Node) bool {
	for n != nil {
		switch v := n.(type) {
		case *ir.Root:
			if v.Kind != ir.VarRoot {
				return isBody(v)
			}
			n = from.vars[v.Name]
		case *ir.Member:
			n = v.X
		case *ir.Maybe:
			n = v.X
		default:
			n = from.content(v)
		}
	}
	return false
}

// content is the node that has the value of n, or of which n is a part; nil if there is none.
func (from origins) content(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Ref:
		return from.locals[n.To]
	case *ir.Loop:
		if n.Elem != nil {
			return n.Elem
		}
		return n.Over
	case *ir.Call:
		if n.Func.KeepsOrigin {
			return n.Args[0]
		}
	case *ir.Element:
		return n.List
	case *ir.Then:
		return n.Body
	case *ir.Let:
		return n.Body
	}
	return ir.Content(n)
}

// untyped reports whether a type is dyn, or a list, map or optional of it.
func untyped(t *ir.Type) bool {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == ir.Dyn
}
