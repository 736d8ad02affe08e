package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// listLit returns a list literal. With elements that may be absent it is built one by one:
//
//	list := []string{"a"}
//	if x.Has {
//		list = append(list, x.Value)
//	}
func (b *block) listLit(n *ir.ListLit) value {
	typ := b.fn.g.goType(n.T)
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
	name := b.name("list")
	b.fn.loops = true
	b.add(jen.Id(name).Op(":=").Add(typ).Values())
	for i, e := range n.Elems {
		if !n.OptionalAt[i] {
			b.add(jen.Id(name).Op("=").Append(jen.Id(name), b.pay(n.Costs, i, e, b.expr(e)).inList(n.T)))
			continue
		}
		o := b.option(e)
		add := jen.Id(name).Op("=").Append(jen.Id(name), o.v.structure(n.T.Elem))
		if o.has.code == nil {
			b.add(add)
		} else {
			b.add(jen.If(o.has.clone()).Block(add))
		}
	}
	return variable(name)
}

// inList returns a value as a list of type t holds it.
func (v value) inList(t *ir.Type) *jen.Statement {
	if byValue(t.Elem) {
		return v.structure(t.Elem)
	}
	return v.pointer()
}

// mapLit returns a map literal, or fills a map where keys are computed or entries may be absent:
//
//	entries := map[string]string{}
//	entries["a"] = x
//	if y.Has {
//		entries[key] = y.Value
//	} else {
//		delete(entries, key)
//	}
//
// An absent entry takes the place of an earlier one with its key.
func (b *block) mapLit(n *ir.MapLit) value {
	typ := b.fn.g.goType(n.T)
	simple := true
	for i, k := range n.Keys {
		_, constant := k.(*ir.Const)
		simple = simple && constant && !n.OptionalAt[i]
	}
	if n.T.Key.Kind == ir.Dyn {
		return b.dynMap(n)
	}
	if simple {
		entries := make([]jen.Code, len(n.Keys))
		values := b.payAll(n.Costs, 0, ir.Children(n), b.exprs(ir.Children(n)))
		for i := range n.Keys {
			entries[i] = values[2*i].clone().Op(":").Add(values[2*i+1].pointer())
		}
		return operand(typ.Values(entries...))
	}
	name := b.name("entries")
	b.fn.loops = true
	b.add(jen.Id(name).Op(":=").Add(typ).Values())
	for i, k := range n.Keys {
		key := b.pay(n.Costs, 2*i, k, b.expr(k))
		if !n.OptionalAt[i] {
			v := b.pay(n.Costs, 2*i+1, n.Values[i], b.expr(n.Values[i]))
			b.add(jen.Id(name).Index(key.clone()).Op("=").Add(v.pointer()))
			continue
		}
		o := b.option(n.Values[i])
		put := jen.Id(name).Index(key.clone()).Op("=").Add(o.v.pointer())
		switch {
		case o.has.code == nil:
			b.add(put)
		case mayRepeat(n.Keys[:i], k):
			b.add(jen.If(o.has.clone()).Block(put).Else().Block(jen.Delete(jen.Id(name), key.clone())))
		default:
			b.add(jen.If(o.has.clone()).Block(put))
		}
	}
	return variable(name)
}

// mayRepeat reports whether a key may be one of earlier keys. Constant keys are distinct.
func mayRepeat(earlier []ir.Node, key ir.Node) bool {
	_, constant := key.(*ir.Const)
	return slices.ContainsFunc(earlier, func(k ir.Node) bool {
		_, alsoConstant := k.(*ir.Const)
		return !constant || !alsoConstant
	})
}

// dynMap returns a map whose keys are of several types, or known only at run time.
func (b *block) dynMap(n *ir.MapLit) value {
	g := b.fn.g
	name := b.name("entries")
	b.fn.loops = true
	b.add(jen.Id(name).Op(":=").Add(g.goType(n.T)).Values())
	for i, k := range n.Keys {
		put := func(c *block, v *jen.Statement) {
			key := b.pay(n.Costs, 2*i, k, b.expr(k))
			c.change(g.cel("DynSet").Call(jen.Id(name), key.clone(), v))
		}
		if !n.OptionalAt[i] {
			put(b, b.expr(n.Values[i]).typed(n.T.Elem))
			continue
		}
		o := b.option(n.Values[i])
		if o.has.code == nil || !mayRepeat(n.Keys[:i], k) {
			b.under(o.has.code, func(c *block) { put(c, o.v.pointer()) })
			continue
		}
		key := b.hold("key", b.pay(n.Costs, 2*i, k, b.expr(k)), n.T.Key)
		set := b.within(func(c *block) { c.change(g.cel("DynSet").Call(jen.Id(name), key.clone(), o.v.pointer())) })
		remove := b.within(func(c *block) { c.change(g.cel("DynDelete").Call(jen.Id(name), key.clone())) })
		b.add(jen.If(o.has.clone()).Block(set.stmts...).Else().Block(remove.stmts...))
	}
	return variable(name)
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
		if g.storage(g.structField(object, f)) == embedded {
			code = v.structure(f.Type)
		}
		fields[i] = keyed(g.names.field(object, f), code)
	}
	return value{code: jen.Id(g.names.record(n)).Add(fitted(fields)), prec: operandPrec, inPlace: true}
}

// pairs returns the members of an object parameter, each as text:
//
//	[]upstream.Pair{{Name: "gte", Value: in.From}}
func (b *block) pairs(n *ir.Pairs) value {
	g := b.fn.g
	elems := make([]jen.Code, len(n.Members))
	for i, m := range n.Members {
		elems[i] = jen.Values(keyed("Name", lit(m.Name)), keyed("Value", b.expr(m.Value).clone()))
	}
	return operand(jen.Index().Add(g.upstreamPkg("Pair")).Values(elems...))
}
