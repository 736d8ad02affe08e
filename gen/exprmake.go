package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// listLit returns a list literal. With elements that may be absent it is built one by one:
//
//	list := []string{"a"}
//	if x.Has {
//		list = append(list, x.Value)
//	}
func (b *block) listLit(n *ir.ListLit) value {
	typ := b.fn.g.types.Of(n.T)
	optional := false
	for i := range n.Elems {
		optional = optional || n.OptionalAt[i]
	}
	if !optional {
		elems := make([]jen.Code, len(n.Elems))
		for i, v := range b.payAll(n.Costs, 0, n.Elems, b.exprs(n.Elems)) {
			elems[i] = v.inList(n.T)
		}
		return operand(typ.Values(elems...))
	}
	b.fn.loops = true
	name := b.name("list")
	first := 0
	var elems []jen.Code
	for ; !n.OptionalAt[first]; first++ {
		elems = append(elems, b.paid(n.Costs, first, n.Elems[first]).inList(n.T))
	}
	b.add(jen.Id(name).Op(":=").Add(typ).Values(elems...))
	add := func(c *block, elem *jen.Statement) { c.add(jen.Id(name).Op("=").Append(jen.Id(name), elem)) }
	for i, e := range n.Elems[first:] {
		if n.OptionalAt[first+i] {
			b.ifPresent(e, func(c *block, v content) { add(c, c.valueOf(v).structure(n.T.Elem)) })
		} else {
			add(b, b.paid(n.Costs, first+i, e).inList(n.T))
		}
	}
	return variable(name)
}

// inList returns a value as a list of type t holds it.
func (v value) inList(t *ir.Type) *jen.Statement {
	if gotype.ByValue(t.Elem) {
		return v.structure(t.Elem)
	}
	return v.pointer()
}

// mapLit returns a map literal, or fills a map where keys are computed or entries may be absent:
//
//	entries := map[string]string{"city": in.City}
//	if x.Updated.Has {
//		entries["updated"] = x.Updated.Value
//	}
//
// An absent entry takes the place of an earlier one with its key.
func (b *block) mapLit(n *ir.MapLit) value {
	typ := b.fn.g.types.Of(n.T)
	if n.T.Key.Kind == ir.Dyn {
		return b.dynMap(n)
	}
	literal, rest := b.constantEntries(n)
	if len(rest) == 0 {
		return operand(typ.Values(literal...))
	}
	b.fn.loops = true
	name := b.name("entries")
	b.add(jen.Id(name).Op(":=").Add(typ).Values(literal...))
	for _, i := range rest {
		key := b.paid(n.Costs, 2*i, n.Keys[i])
		put := func(c *block, v value) { c.add(jen.Id(name).Index(key.clone()).Op("=").Add(v.pointer())) }
		if !n.OptionalAt[i] {
			put(b, b.paid(n.Costs, 2*i+1, n.Values[i]))
			continue
		}
		if mayRepeat(n.Keys[:i], n.Keys[i]) {
			key = b.holdKey(n.Keys[i], key)
			b.add(jen.Delete(jen.Id(name), key.clone()))
		}
		b.ifPresent(n.Values[i], func(c *block, v content) { put(c, c.valueOf(v)) })
	}
	return variable(name)
}

// mayRepeat reports whether a key may be one of earlier keys. Constant keys are distinct.
func mayRepeat(earlier []ir.Node, key ir.Node) bool {
	return slices.ContainsFunc(earlier, func(k ir.Node) bool { return !isConst(k) || !isConst(key) })
}

// constantEntries returns the entries that can stand in a map literal, and the indexes of the others. A computed key may
// be one of the others: those after it have to come after it.
func (b *block) constantEntries(n *ir.MapLit) (literal []jen.Code, rest []int) {
	computed := false
	var constant []int
	for i, k := range n.Keys {
		computed = computed || !isConst(k)
		if computed || n.OptionalAt[i] {
			rest = append(rest, i)
		} else {
			constant = append(constant, i)
		}
	}
	values := b.constantValues(n, constant)
	for i, at := range constant {
		literal = append(literal, b.expr(n.Keys[at]).clone().Op(":").Add(values[i].pointer()))
	}
	return literal, rest
}

// constantValues returns the values of the entries at those indexes, whose keys are constants.
func (b *block) constantValues(n *ir.MapLit, indexes []int) []value {
	nodes := make([]ir.Node, len(indexes))
	var costs []ir.Cost
	for i, at := range indexes {
		nodes[i] = n.Values[at]
		for _, cost := range n.Costs {
			if cost.Operand == 2*at+1 {
				costs = append(costs, ir.Cost{Operand: i, Measure: cost.Measure})
			}
		}
	}
	return b.payAll(costs, 0, nodes, b.exprs(nodes))
}

// dynMap returns a map whose keys are of several types, or known only at run time.
func (b *block) dynMap(n *ir.MapLit) value {
	g := b.fn.g
	name := b.name("entries")
	b.fn.loops = true
	b.add(jen.Id(name).Op(":=").Add(g.types.Of(n.T)).Values())
	for i, k := range n.Keys {
		key := b.paid(n.Costs, 2*i, k)
		put := func(c *block, v value) {
			c.change(g.function(ir.FnDynSet).Call(jen.Id(name), key.clone(), v.pointer()))
		}
		if !n.OptionalAt[i] {
			put(b, b.expr(n.Values[i]))
			continue
		}
		if mayRepeat(n.Keys[:i], k) {
			key = b.holdKey(k, key)
			b.add(g.function(ir.FnDynDelete).Call(jen.Id(name), key.clone()))
		}
		b.ifPresent(n.Values[i], func(c *block, v content) { put(c, c.valueOf(v)) })
	}
	return variable(name)
}

// holdKey makes sure that a key that is used twice is computed once.
func (b *block) holdKey(n ir.Node, key value) value {
	if isConst(n) || isRead(n) {
		return key
	}
	return b.hold([]string{"key"}, key, n.Type())
}

// change emits a change of a map, which can fail:
//
//	if err := cel.DynSet(entries, key, value); err != nil {
//		return ..., err
//	}
func (b *block) change(call *jen.Statement) {
	b.fn.fallible = true
	b.add(jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(b.fn.fail(jen.Err())))
}

// record returns a struct literal, its members in the author's order.
func (b *block) record(n *ir.Record) value {
	g := b.fn.g
	object := n.T.Object
	fields := make([]jen.Code, len(n.Members))
	values := b.payAll(n.Costs, 0, ir.Children(n), b.exprs(ir.Children(n)))
	for i, m := range n.Members {
		f := object.Field(m.Name)
		v := values[i]
		code := v.pointer()
		if g.types.Storage(f) == gotype.Embedded {
			code = v.structure(f.Type)
		}
		fields[i] = gocode.Keyed(g.names.Field(f), code)
	}
	return value{code: jen.Id(g.names.Struct(n.T.Object)).Add(gocode.Fitted(fields)), prec: operandPrec, inPlace: true}
}

// pairs returns the members of an object parameter, each as text:
//
//	[]upstream.Pair{{Name: "gte", Value: in.From}}
func (b *block) pairs(n *ir.Pairs) value {
	g := b.fn.g
	elems := make([]jen.Code, len(n.Members))
	for i, m := range n.Members {
		elems[i] = jen.Values(gocode.Keyed("Name", gocode.Lit(m.Name)), gocode.Keyed("Value", b.expr(m.Value).clone()))
	}
	return operand(jen.Index().Add(g.runtime.Upstream("Pair")).Values(elems...))
}
