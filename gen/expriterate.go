package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// source is what a loop runs over.
type source struct {
	loop      *ir.Loop
	over      value
	use       loopUse
	unordered bool // the elements of a map may come in any order
}

// iteration is the head of a loop and the block inside it.
type iteration struct {
	head  *jen.Statement
	inner *block
}

// source computes what a loop runs over, before the loop's result has its name.
func (b *block) source(n *ir.Loop) source {
	b.fn.loops = true
	s := source{loop: n, over: b.list(n.Over)}
	if n.Again {
		s.over = b.placed(n.Over, s.over)
		b.spend("Spend", jen.Len(s.over.clone()))
	}
	s.use = loopUse{element: readsLocal(n, n.Var), index: n.Index != nil && readsLocal(n, n.Index)}
	t := n.Over.Type()
	switch {
	case isEntries(n.Over):
	case t.Kind == ir.Map && n.Index != nil && s.use.element, t.Kind == ir.List && s.use.element && gotype.ByValue(t.Elem):
		s.over = b.holdList(n, s.over)
	}
	return s
}

// iterate starts a loop over a list, or over the sorted keys of a map:
//
//	for i := range periods {
//		p := &periods[i]
func (b *block) iterate(s source) iteration {
	it := b.heading(s)
	it.inner.assumeKept(ir.FilterOf(s.loop.Over), s.loop.Var)
	return it
}

func (b *block) heading(s source) iteration {
	n, inner := s.loop, b.child()
	switch {
	case n.Over.Type().Kind == ir.Map:
		return s.iterateMap(inner)
	case isEntries(n.Over):
		return s.iterateEntries(inner)
	case s.use.element && gotype.ByValue(n.Over.Type().Elem):
		return s.iterateStructs(inner)
	}
	var variables []jen.Code
	if s.use.index {
		variables = append(variables, s.index(inner))
	}
	if s.use.element {
		name := inner.name(n.Var.Name)
		inner.locals[n.Var] = variable(name)
		if !s.use.index {
			variables = append(variables, jen.Id("_"))
		}
		variables = append(variables, jen.Id(name))
	}
	return iteration{rangeOver(variables, s.over.clone()), inner}
}

// index declares the index of a loop over a list.
func (s source) index(inner *block) *jen.Statement {
	name := inner.name(s.loop.Index.Name)
	inner.locals[s.loop.Index] = counting(jen.Id(name))
	return jen.Id(name)
}

// loopUse says which variables of a loop something reads. Go wants no others.
type loopUse struct{ element, index bool }

// readsLocal reports whether a loop reads one of its variables.
func readsLocal(n *ir.Loop, l *ir.Local) bool {
	collectsElement := n.Elem == nil && (n.Kind == ir.Collect || n.Kind == ir.First || n.Kind == ir.FirstMay)
	if collectsElement && l == n.Var {
		return true
	}
	for _, part := range []ir.Node{n.Where, n.KeyElem, n.Elem} {
		if part != nil && reads(part, l) {
			return true
		}
	}
	return false
}

// reads reports whether n refers to a local.
func reads(n ir.Node, l *ir.Local) bool {
	found := false
	ir.Walk(n, func(n ir.Node) {
		ref, ok := n.(*ir.Ref)
		found = found || ok && ref.To == l
	})
	return found
}

// rangeOver returns for variables := range over.
func rangeOver(variables []jen.Code, over *jen.Statement) *jen.Statement {
	if len(variables) == 0 {
		return jen.For(jen.Range().Add(over))
	}
	return jen.For(jen.List(variables...).Op(":=").Range().Add(over))
}

// iterateStructs starts a loop over a list of structs.
func (s source) iterateStructs(inner *block) iteration {
	var index *jen.Statement
	if s.use.index {
		index = s.index(inner)
	}
	name := inner.name(s.loop.Var.Name)
	if index == nil {
		index = jen.Id(inner.name("i", "j", "k"))
	}
	inner.add(jen.Id(name).Op(":=").Op("&").Add(s.over.in(operandPrec)).Index(index.Clone()))
	inner.locals[s.loop.Var] = variable(name)
	return iteration{jen.For(index.Clone().Op(":=").Range().Add(s.over.clone())), inner}
}

// isEntries reports whether a loop runs over the entries of a dyn.
func isEntries(n ir.Node) bool {
	call, ok := n.(*ir.Call)
	return ok && call.Func == ir.FnDynEntries
}

// iterateEntries starts a loop with two variables over a dyn.
func (s source) iterateEntries(inner *block) iteration {
	if !s.use.element && !s.use.index {
		return iteration{rangeOver(nil, s.over.clone()), inner}
	}
	name := inner.name("entry")
	inner.locals[s.loop.Index] = operand(jen.Id(name).Dot("Key"))
	inner.locals[s.loop.Var] = operand(jen.Id(name).Dot("Value"))
	return iteration{rangeOver([]jen.Code{jen.Id("_"), jen.Id(name)}, s.over.clone()), inner}
}

// holdList makes sure that a list that is read twice is computed once.
func (b *block) holdList(n *ir.Loop, over value) value {
	switch n.Over.(type) {
	case *ir.Member, *ir.Root, *ir.Ref, *ir.OrValue, *ir.Maybe:
		return over
	}
	return b.hold(hints(n.Over), over, n.Over.Type())
}

// iterateMap starts a loop over a map, by its sorted keys where the order could be seen.
func (s source) iterateMap(inner *block) iteration {
	n := s.loop
	keyLocal, two := n.Var, n.Index != nil
	if two {
		keyLocal = n.Index
	}
	if !s.use.element && !s.use.index {
		return iteration{rangeOver(nil, s.over.clone()), inner}
	}
	if s.unordered {
		return s.iterateUnordered(inner, keyLocal)
	}
	sorted := ir.FnSortedKeys
	if n.Over.Type().Key.Kind == ir.Bool {
		sorted = ir.FnSortedBools
	}
	key := inner.name(keyLocal.Name)
	inner.locals[keyLocal] = operand(jen.Id(key))
	if two {
		inner.locals[n.Var] = operand(s.over.clone().Index(jen.Id(key)))
	}
	return iteration{jen.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(inner.fn.g.function(sorted)).Call(s.over.clone())), inner}
}

// iterateUnordered starts
//
//	for zone, name := range zones {
func (s source) iterateUnordered(inner *block, keyLocal *ir.Local) iteration {
	key := jen.Id("_")
	if keyLocal == s.loop.Var || s.use.index {
		name := inner.name(keyLocal.Name)
		inner.locals[keyLocal] = variable(name)
		key = jen.Id(name)
	}
	variables := []jen.Code{key}
	if keyLocal != s.loop.Var && s.use.element {
		name := inner.name(s.loop.Var.Name)
		inner.locals[s.loop.Var] = variable(name)
		variables = append(variables, jen.Id(name))
	}
	return iteration{rangeOver(variables, s.over.clone()), inner}
}
