package goexpr

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
func listLit(b *block, n *ir.ListLit) value {
	typ := b.fn.file.Types.Of(n.T)
	first := 0
	for first < len(n.Elems) && !n.OptionalAt[first] {
		first++
	}
	if first == len(n.Elems) {
		elems := make([]jen.Code, len(n.Elems))
		for i, v := range payAll(b, n.Costs, 0, n.Elems, exprs(b, n.Elems)) {
			elems[i] = v.within(n.T.Elem)
		}
		return literalOf(typ, elements(n, elems))
	}
	name := b.name("list")
	var elems []jen.Code
	for i, e := range n.Elems[:first] {
		elems = append(elems, paid(b, n.Costs, i, e).within(n.T.Elem))
	}
	b.add(jen.Id(name).Op(":=").Add(typ).Add(elements(n, elems)))
	for i, e := range n.Elems[first:] {
		if n.OptionalAt[first+i] {
			ifPresent(b, e, func(c *block, v content) {
				c.add(jen.Id(name).Op("=").Append(jen.Id(name), v.value(c).structure(n.T.Elem)))
			})
		} else {
			b.add(jen.Id(name).Op("=").Append(jen.Id(name), paid(b, n.Costs, first+i, e).element(n.T.Elem)))
		}
	}
	return variable(name)
}

// elements are those of a list literal; the parts of a request stand on lines of their own where they are several.
func elements(n *ir.ListLit, elems []jen.Code) *jen.Statement {
	if ir.IsPart(n.T.Elem) && len(elems) > 1 {
		return gocode.Lines(elems...)
	}
	return jen.Values(elems...)
}

// mapLit returns a map literal, or fills a map where keys are computed or entries may be absent:
//
//	entries := map[string]string{"city": in.City}
//	if x.Updated.Has {
//		entries["updated"] = x.Updated.Value
//	}
//
// An absent entry takes the place of an earlier one with its key.
func mapLit(b *block, n *ir.MapLit) value {
	typ := b.fn.file.Types.Of(n.T)
	literal, added := n.Parts()
	entries := literalEntries(b, n, literal)
	if len(added) == 0 {
		return literalOf(typ, jen.Values(entries...))
	}
	name := b.name("entries")
	b.add(jen.Id(name).Op(":=").Add(typ).Values(entries...))
	m := mapWriter{lit: n, name: name, untyped: n.T.Key.Kind == ir.Dyn}
	for _, i := range added {
		m.entry(b, i)
	}
	return variable(name)
}

// literalEntries returns the entries at those indexes, whose keys are constants.
func literalEntries(b *block, n *ir.MapLit, indexes []int) []jen.Code {
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
	var entries []jen.Code
	for i, v := range payAll(b, costs, 0, nodes, exprs(b, nodes)) {
		entry := v.pointer()
		if v.bare != nil {
			entry = v.bare.Clone()
		}
		entries = append(entries, expr(b, n.Keys[indexes[i]]).clone().Op(":").Add(entry))
	}
	return entries
}

// mapWriter adds entries to a map. The keys of an untyped one are of several types, or known only at run time.
type mapWriter struct {
	lit     *ir.MapLit
	name    string
	untyped bool
}

func (m mapWriter) entry(b *block, i int) {
	n := m.lit
	key := paid(b, n.Costs, 2*i, n.Keys[i])
	if !n.OptionalAt[i] {
		m.put(b, key, paid(b, n.Costs, 2*i+1, n.Values[i]))
		return
	}
	if mayRepeat(n.Keys[:i], n.Keys[i]) {
		if !ir.IsConst(n.Keys[i]) && !ir.IsRead(n.Keys[i]) {
			key = b.hold([]string{"key"}, key, n.Keys[i].Type())
		}
		b.add(m.remove(b, key))
	}
	ifPresent(b, n.Values[i], func(c *block, v content) { m.put(c, key, v.value(c)) })
}

func (m mapWriter) put(b *block, key, v value) {
	if m.untyped {
		b.change(b.fn.file.function(ir.FnDynSet).Call(jen.Id(m.name), key.clone(), v.pointer()))
		return
	}
	b.add(jen.Id(m.name).Index(key.clone()).Op("=").Add(v.pointer()))
}

func (m mapWriter) remove(b *block, key value) *jen.Statement {
	if m.untyped {
		return b.fn.file.function(ir.FnDynDelete).Call(jen.Id(m.name), key.clone())
	}
	return jen.Delete(jen.Id(m.name), key.clone())
}

// mayRepeat reports whether a key may be one of earlier keys. Constant keys are distinct.
func mayRepeat(earlier []ir.Node, key ir.Node) bool {
	return slices.ContainsFunc(earlier, func(k ir.Node) bool { return !ir.IsConst(k) || !ir.IsConst(key) })
}

// record returns a struct literal, its members in the author's order.
func record(b *block, n *ir.Record) value {
	f := b.fn.file
	object := n.T.Object
	var fields gocode.FittedFields
	values := make([]value, len(n.Members))
	for i, m := range n.Members {
		values[i] = memberValue(b, m)
	}
	values = payAll(b, n.Costs, 0, ir.Children(n), values)
	for i, m := range n.Members {
		field := object.Field(m.Name)
		fields.Add(f.Names.Field(field), stored(b, field, m.Value, values[i]), Width(m.Value))
	}
	v := literalOf(jen.Id(f.Names.Struct(object)), fields.Literal())
	v.inPlace = true
	return v
}

// stored is a value as the field of a struct holds it.
func stored(b *block, field *ir.Field, n ir.Node, v value) *jen.Statement {
	f := b.fn.file
	optional := n.Type().Kind == ir.Optional
	switch f.Types.Storage(field) {
	case gotype.Embedded:
		return v.structure(field.Type)
	case gotype.InOpt:
		some := f.Runtime.Nact("Some")
		switch c, isConst := n.(*ir.Const); {
		case isConst && c.Value == nil:
			return some.Types(f.Types.Of(field.Type)).Call(v.pointer())
		case !optional:
			return some.Call(v.typed(field.Type))
		}
	case gotype.NilIfAbsent:
		if optional {
			return v.field("Value")
		}
	}
	return v.pointer()
}

// memberValue is the value of a member, in a variable of the member's name if it takes a loop.
func memberValue(b *block, m ir.RecordMember) value {
	if loop, ok := m.Value.(*ir.Loop); ok {
		return loopValue(b, loop, m.Name)
	}
	return expr(b, m.Value)
}

// pairs returns the members of an object parameter, each as text:
//
//	[]upstream.Pair{{Name: "gte", Value: in.From}}
func pairs(b *block, n *ir.Pairs) value {
	elems := make([]jen.Code, len(n.Members))
	for i, m := range n.Members {
		elems[i] = jen.Values(gocode.Keyed("Name", gocode.Lit(m.Name)), gocode.Keyed("Value", expr(b, m.Value).clone()))
	}
	return operand(jen.Index().Add(b.fn.file.Runtime.Upstream("Pair")).Values(elems...))
}
