package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// iteration is the head of a loop and the block inside it.
type iteration struct {
	head  *jen.Statement
	inner *block
}

// iterate starts a loop over a list, or over the sorted keys of a map:
//
//	for i := range periods {
//		p := &periods[i]
func (b *block) iterate(n *ir.Loop) iteration {
	b.fn.loops = true
	over := b.list(n.Over)
	if n.Again {
		over = b.placed(n.Over, over)
		b.spend("Spend", jen.Len(over.clone()))
	}
	use := loopUse{element: readsLocal(n, n.Var), index: n.Index != nil && readsLocal(n, n.Index)}
	switch {
	case n.Over.Type().Kind == ir.Map:
		return b.iterateMap(n, over, use)
	case isEntries(n.Over):
		return b.iterateEntries(n, over, use)
	case use.element && byValue(n.Over.Type().Elem):
		return b.iterateStructs(n, b.holdList(n, over), use)
	}
	inner := b.child()
	var variables []jen.Code
	if use.index {
		index := inner.name(n.Index.Name)
		inner.locals[n.Index] = operand(jen.Int64().Call(jen.Id(index)))
		variables = append(variables, jen.Id(index))
	}
	if use.element {
		name := inner.name(n.Var.Name)
		inner.locals[n.Var] = variable(name)
		if !use.index {
			variables = append(variables, jen.Id("_"))
		}
		variables = append(variables, jen.Id(name))
	}
	return iteration{rangeOver(variables, over.clone()), inner}
}

// loopUse says which variables of a loop something reads. Go wants no others.
type loopUse struct{ element, index bool }

// readsLocal reports whether a loop reads one of its variables.
func readsLocal(n *ir.Loop, l *ir.Local) bool {
	collectsElement := n.Elem == nil && (n.Kind == ir.Collect || n.Kind == ir.First)
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
func (b *block) iterateStructs(n *ir.Loop, list value, use loopUse) iteration {
	inner := b.child()
	hintIndex := "i"
	if use.index {
		hintIndex = n.Index.Name
	}
	index := inner.name(hintIndex)
	if use.index {
		inner.locals[n.Index] = operand(jen.Int64().Call(jen.Id(index)))
	}
	name := inner.name(n.Var.Name)
	inner.add(jen.Id(name).Op(":=").Op("&").Add(list.in(operandPrec)).Index(jen.Id(index)))
	inner.locals[n.Var] = variable(name)
	return iteration{jen.For(jen.Id(index).Op(":=").Range().Add(list.clone())), inner}
}

// isEntries reports whether a loop runs over the entries of a dyn.
func isEntries(n ir.Node) bool {
	call, ok := n.(*ir.Call)
	return ok && call.Func.Name == ir.DynEntries
}

// iterateEntries starts a loop with two variables over a dyn.
func (b *block) iterateEntries(n *ir.Loop, entries value, use loopUse) iteration {
	inner := b.child()
	if !use.element && !use.index {
		return iteration{rangeOver(nil, entries.clone()), inner}
	}
	name := inner.name("entry")
	inner.locals[n.Index] = operand(jen.Id(name).Dot("Key"))
	inner.locals[n.Var] = operand(jen.Id(name).Dot("Value"))
	return iteration{rangeOver([]jen.Code{jen.Id("_"), jen.Id(name)}, entries.clone()), inner}
}

// holdList makes sure that a list that is read twice is computed once.
func (b *block) holdList(n *ir.Loop, over value) value {
	switch n.Over.(type) {
	case *ir.Member, *ir.Root, *ir.Ref, *ir.OrValue, *ir.Maybe:
		return over
	}
	return b.hold(hint(n.Over), over, n.Over.Type())
}

func (b *block) iterateMap(n *ir.Loop, over value, use loopUse) iteration {
	g := b.fn.g
	if !use.element && !use.index {
		return iteration{rangeOver(nil, over.clone()), b.child()}
	}
	sorted := "SortedKeys"
	if n.Over.Type().Key.Kind == ir.Bool {
		sorted = "SortedBools"
	}
	keyLocal := n.Var
	if n.Index != nil {
		keyLocal = n.Index
	}
	if n.Index != nil && use.element {
		over = b.hold(hint(n.Over), over, n.Over.Type())
	}
	inner := b.child()
	key := inner.name(keyLocal.Name)
	inner.locals[keyLocal] = operand(jen.Id(key))
	if n.Index != nil {
		inner.locals[n.Var] = operand(over.clone().Index(jen.Id(key)))
	}
	return iteration{jen.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(g.cel(sorted)).Call(over.clone())), inner}
}
