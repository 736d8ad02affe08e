package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// source is what a loop runs over, and which of the loop's variables something reads: Go wants no others.
type source struct {
	loop           *ir.Loop
	over           value
	element, index bool
}

// iteration is the head of a loop and the block inside it.
type iteration struct {
	head  *jen.Statement
	inner *block
}

// sourceOf computes what a loop runs over, before the loop's result has its name.
func sourceOf(b *block, n *ir.Loop) source {
	s := source{loop: n, over: list(b, n.Over), element: readsLocal(n, n.Var), index: n.Index != nil && readsLocal(n, n.Index)}
	if n.Again {
		s.over = makeReusable(b, n.Over, s.over)
		spend(b, "Spend", jen.Len(s.over.clone()))
	}
	t := n.Over.Type()
	switch {
	case ir.IsEntries(n.Over):
	case t.Kind == ir.Map && n.Index != nil && s.element, t.Kind == ir.List && s.element && holdsStructs(s.over, t.Elem):
		s.over = heldList(b, n, s.over)
	}
	return s
}

// sizedSource computes what a loop runs over, and returns how large the loop's result is: as large as that, if no condition leaves elements
// out. size is nil where it is not known.
func sizedSource(b *block, n *ir.Loop) (s source, size *jen.Statement) {
	s = sourceOf(b, n)
	if n.Where != nil {
		return s, nil
	}
	s.over = heldList(b, n, s.over)
	return s, jen.Len(s.over.clone())
}

// holdsStructs reports whether a list, whose elements are of type t, holds structs as such.
func holdsStructs(list value, t *ir.Type) bool { return t.ByValue() && !list.pointers }

// holdsAddresses reports whether the value of n is a list of the addresses of structs.
func holdsAddresses(b *block, n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Loop:
		return n.Addresses
	case *ir.Ref:
		return b.bound(n.To).pointers
	case *ir.Call:
		return n.Func.Rearranges && holdsAddresses(b, n.Args[0])
	}
	return false
}

// heldList makes sure that a list that is read twice is computed once.
func heldList(b *block, n *ir.Loop, over value) value {
	switch n.Over.(type) {
	case *ir.Member, *ir.Root, *ir.Ref, *ir.SoleFields, *ir.OrValue, *ir.Maybe:
		return over
	}
	return b.hold(hints(n.Over), over, n.Over.Type())
}

// readsLocal reports whether a loop reads one of its variables.
func readsLocal(n *ir.Loop, l *ir.Local) bool {
	collectsElement := n.Elem == nil && (n.Kind == ir.Collect || n.Kind == ir.First || n.Kind == ir.FirstMay)
	if collectsElement && l == n.Var {
		return true
	}
	for _, part := range []ir.Node{n.Where, n.KeyElem, n.Elem} {
		if part != nil && ir.Uses(part, l) > 0 {
			return true
		}
	}
	return false
}

// iterate starts a loop over a list, or over the keys of a map, sorted where their order could be seen:
//
//	for i := range periods {
//		p := &periods[i]
func (s source) iterate(b *block) iteration {
	n, inner := s.loop, b.child()
	switch {
	case n.Over.Type().Kind == ir.Map:
		return s.overMap(inner)
	case ir.IsEntries(n.Over):
		return s.overEntries(inner)
	case s.element && holdsStructs(s.over, n.Over.Type().Elem):
		return s.overStructs(inner)
	}
	var variables []jen.Code
	if s.index {
		variables = append(variables, s.bindIndex(inner))
	}
	if s.element {
		if !s.index {
			variables = append(variables, jen.Id("_"))
		}
		variables = append(variables, bindVariable(inner, n.Var))
	}
	return iteration{rangeOver(variables, s.over.clone()), inner}
}

func bindVariable(inner *block, l *ir.Local) *jen.Statement {
	name := inner.name(l.Name)
	inner.locals[l] = variable(name)
	return jen.Id(name)
}

// bindIndex declares the index of a loop over a list.
func (s source) bindIndex(inner *block) *jen.Statement {
	name := inner.name(s.loop.Index.Name)
	inner.locals[s.loop.Index] = counting(jen.Id(name))
	return jen.Id(name)
}

// rangeOver returns for variables := range over.
func rangeOver(variables []jen.Code, over *jen.Statement) *jen.Statement {
	if len(variables) == 0 {
		return jen.For(jen.Range().Add(over))
	}
	return jen.For(jen.List(variables...).Op(":=").Range().Add(over))
}

// overStructs starts a loop over a list of structs.
func (s source) overStructs(inner *block) iteration {
	var index *jen.Statement
	if s.index {
		index = s.bindIndex(inner)
	}
	name := inner.name(s.loop.Var.Name)
	if index == nil {
		index = jen.Id(inner.name("i", "j", "k"))
	}
	inner.add(jen.Id(name).Op(":=").Op("&").Add(s.over.in(operandPrec)).Index(index.Clone()))
	inner.locals[s.loop.Var] = variable(name)
	return iteration{jen.For(index.Clone().Op(":=").Range().Add(s.over.clone())), inner}
}

// overEntries starts a loop with two variables over a dyn.
func (s source) overEntries(inner *block) iteration {
	if !s.element && !s.index {
		return iteration{rangeOver(nil, s.over.clone()), inner}
	}
	name := inner.name("entry")
	inner.locals[s.loop.Index] = operand(jen.Id(name).Dot("Key"))
	inner.locals[s.loop.Var] = operand(jen.Id(name).Dot("Value"))
	return iteration{rangeOver([]jen.Code{jen.Id("_"), jen.Id(name)}, s.over.clone()), inner}
}

// overMap starts a loop over a map.
func (s source) overMap(inner *block) iteration {
	n := s.loop
	key := n.Var
	if n.Index != nil {
		key = n.Index
	}
	switch {
	case !s.element && !s.index:
		return iteration{rangeOver(nil, s.over.clone()), inner}
	case n.Unordered:
		return s.overUnordered(inner, key)
	}
	sorted := ir.FnSortedKeys
	if n.Over.Type().Key.Kind == ir.Bool {
		sorted = ir.FnSortedBools
	}
	name := inner.name(key.Name)
	inner.locals[key] = operand(jen.Id(name))
	if n.Index != nil {
		inner.locals[n.Var] = operand(s.over.clone().Index(jen.Id(name)))
	}
	return iteration{rangeOver([]jen.Code{jen.Id("_"), jen.Id(name)}, inner.fn.file.function(sorted).Call(s.over.clone())), inner}
}

// overUnordered starts
//
//	for zone, name := range zones {
func (s source) overUnordered(inner *block, key *ir.Local) iteration {
	variables := []jen.Code{jen.Id("_")}
	if key == s.loop.Var || s.index {
		variables[0] = bindVariable(inner, key)
	}
	if key != s.loop.Var && s.element {
		variables = append(variables, bindVariable(inner, s.loop.Var))
	}
	return iteration{rangeOver(variables, s.over.clone()), inner}
}

// where returns the loop, its body f for the elements that the condition holds for.
func (it iteration) where(n *ir.Loop, f func(c *block)) *jen.Statement {
	if n.Where == nil {
		f(it.inner)
		return it.head.Block(it.inner.stmts...)
	}
	return it.when(expr(it.inner, n.Where), f)
}

// when returns the loop with f in a branch for elements of which cond, which has been computed, is true.
func (it iteration) when(cond value, f func(c *block)) *jen.Statement {
	it.inner.add(jen.If(cond.clone()).Block(it.inner.within(f)...))
	return it.head.Block(it.inner.stmts...)
}
