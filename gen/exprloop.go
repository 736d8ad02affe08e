package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// loop returns the result of a loop as a variable.
func (b *block) loop(n *ir.Loop) value {
	switch n.Kind {
	case ir.Collect:
		return b.collect(n)
	case ir.Associate:
		return b.associate(n)
	case ir.First:
		return b.first(n)
	case ir.FirstMay:
		return b.firstMay(n)
	case ir.Count:
		return counting(jen.Id(b.count(n)))
	case ir.One:
		return operatorOn("==", variable(b.count(n)), operand(gocode.Lit(1)))
	}
	return b.quantify(n)
}

// collect returns
//
//	names := make([]string, 0, len(periods))
//	for ... {
//		names = append(names, p.Name)
//	}
//
// With a condition it starts from []string{}. The list is never nil, which would be null in JSON.
func (b *block) collect(n *ir.Loop) value {
	g := b.fn.g
	s, size := b.sizedSource(n)
	name := b.name(loopHints(n)...)
	it := b.iterate(s)
	body := it.where(n, func(c *block) {
		elem := ir.Node(&ir.Ref{To: n.Var})
		if n.Elem != nil {
			elem = n.Elem
		}
		c.add(jen.Id(name).Op("=").Append(jen.Id(name), c.expr(elem).inList(n.T)))
	})
	empty := g.types.Of(n.T).Values()
	if size != nil {
		empty = jen.Make(g.types.Of(n.T), jen.Lit(0), size)
	}
	b.add(jen.Id(name).Op(":=").Add(empty), it.head.Block(body...))
	return variable(name)
}

// sizedSource is source, with the size of the result where that is known: every element has its place in it.
func (b *block) sizedSource(n *ir.Loop) (s source, size *jen.Statement) {
	s = b.source(n)
	if n.Where != nil {
		return s, nil
	}
	s.over = b.holdList(n, s.over)
	return s, jen.Len(s.over.clone())
}

// where returns the body of a loop: f, if the condition holds.
func (it iteration) where(n *ir.Loop, f func(c *block)) []jen.Code {
	if c, ok := n.Where.(*ir.Const); n.Where == nil || ok && c.Value == true {
		f(it.inner)
		return it.inner.stmts
	}
	cond := it.inner.expr(n.Where)
	chosen := it.inner.within(func(c *block) {
		c.assume(n.Where, true)
		f(c)
	})
	it.inner.add(jen.If(cond.clone()).Block(chosen.stmts...))
	return it.inner.stmts
}

// associate returns a map that a loop fills:
//
//	entries := make(map[string]int64, len(zones))
//	for k, v := range zones {
//		entries[k] = cel.Size(v)
//	}
func (b *block) associate(n *ir.Loop) value {
	g := b.fn.g
	s, size := b.sizedSource(n)
	s.unordered = hasOwnKeys(n) && !b.bodyFails(n)
	name := b.name("entries")
	it := b.iterate(s)
	body := it.where(n, func(c *block) { c.insert(n, name) })
	empty := g.types.Of(n.T).Values()
	if size != nil && n.KeyElem != nil {
		empty = jen.Make(g.types.Of(n.T), size)
	}
	b.add(jen.Id(name).Op(":=").Add(empty), it.head.Block(body...))
	return variable(name)
}

// hasOwnKeys reports whether the keys of a new map are the indexes or keys of what a loop runs over, so that none comes twice.
func hasOwnKeys(n *ir.Loop) bool {
	key, ok := n.KeyElem.(*ir.Ref)
	return ok && n.Index != nil && key.To == n.Index && n.T.Key.Kind != ir.Dyn && !isEntries(n.Over)
}

// insert adds to a map what a loop makes of an element. A key that comes twice is an error.
func (b *block) insert(n *ir.Loop, name string) {
	g := b.fn.g
	into := jen.Id(name)
	var call *jen.Statement
	untyped := n.T.Key.Kind == ir.Dyn
	switch {
	case n.KeyElem == nil && untyped:
		call = g.function(ir.FnDynInsertAll).Call(into, b.expr(n.Elem).pointer())
	case n.KeyElem == nil:
		call = g.function(ir.FnInsertAll).Call(into, b.expr(n.Elem).pointer())
	case hasOwnKeys(n):
		key, v := b.expr(n.KeyElem), b.expr(n.Elem)
		b.add(into.Index(key.clone()).Op("=").Add(v.pointer()))
		return
	case untyped:
		key, v := b.expr(n.KeyElem), b.expr(n.Elem)
		call = g.function(ir.FnDynInsert).Call(into, key.clone(), v.pointer())
	default:
		key, v := b.expr(n.KeyElem), b.expr(n.Elem)
		call = g.function(ir.FnInsert).Call(into, key.clone(), v.typed(n.T.Elem))
	}
	b.change(call)
}

// count emits a loop that counts the elements that a condition holds for, and returns the variable:
//
//	count := 0
//	for ... {
//		if p.IsDaytime {
//			count++
//		}
//	}
func (b *block) count(n *ir.Loop) string {
	s := b.source(n)
	s.unordered = !b.whereFails(n)
	count := b.name("count")
	it := b.iterate(s)
	body := it.where(n, func(c *block) { c.add(jen.Id(count).Op("++")) })
	b.add(jen.Id(count).Op(":=").Lit(0), it.head.Block(body...))
	return count
}
