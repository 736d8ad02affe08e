package goexpr

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// loop returns the result of a loop, in a variable that is named after the first of the hints that is free.
func loop(b *block, n *ir.Loop, names []string) value {
	switch n.Kind {
	case ir.Collect:
		return collect(b, n, names)
	case ir.Associate:
		return associate(b, n, names)
	case ir.First:
		return first(b, n, names)
	case ir.FirstMay:
		return firstMay(b, n, names)
	case ir.Count:
		return counting(jen.Id(count(b, n)))
	case ir.One:
		return ordered("==", variable(count(b, n)), operand(gocode.Lit(1)))
	}
	return quantify(b, n, names)
}

// retLoop ends a function with the result of a loop, which returns it from within where it can.
func retLoop(b *block, n *ir.Loop) {
	switch {
	case n.Kind == ir.First && !n.WhereFails():
		retFirst(b, n)
	case isDecider(n):
		retQuantify(b, n, false)
	default:
		b.giveBack(loop(b, n, namedLoop(n, placeNames(b.fn.result)...)).pointer())
	}
}

// namedLoop returns names for the result of a loop that goes where the first of them says, if it is a list or a map.
func namedLoop(n *ir.Loop, names ...string) []string {
	if n.Kind == ir.Collect || n.Kind == ir.Associate {
		return slices.Concat(names, loopHints(n), []string{"result"})
	}
	return loopHints(n)
}

// collect returns
//
//	names := make([]string, 0, len(periods))
//	for ... {
//		names = append(names, p.Name)
//	}
//
// With a condition it starts from []string{}. The list is never nil, which would be null in JSON.
func collect(b *block, n *ir.Loop, names []string) value {
	types := b.fn.file.Types
	s, size := sizedSource(b, n)
	name := b.name(names...)
	body := s.iterate(b).where(n, func(c *block) {
		elem := collected(c, n)
		code := elem.element(n.T.Elem)
		if n.Addresses {
			code = elem.pointer()
		}
		c.add(jen.Id(name).Op("=").Append(jen.Id(name), code))
	})
	typ := types.Of(n.T)
	if n.Addresses {
		typ = jen.Index().Add(types.Of(n.T.Elem))
	}
	empty := typ.Clone().Values()
	if size != nil {
		empty = jen.Make(typ, jen.Lit(0), size)
	}
	b.add(jen.Id(name).Op(":=").Add(empty), body)
	v := variable(name)
	v.pointers = n.Addresses
	return v
}

// collected returns what a loop collects of an element, in its body.
func collected(c *block, n *ir.Loop) value {
	if n.Elem == nil {
		return elementOf(c, n)
	}
	return expr(c, n.Elem)
}

// elementOf returns the element of a loop, in its body.
func elementOf(c *block, n *ir.Loop) value { return c.bound(n.Var) }

// associate returns a map that a loop fills:
//
//	entries := make(map[string]int64, len(zones))
//	for k, v := range zones {
//		entries[k] = cel.Size(v)
//	}
func associate(b *block, n *ir.Loop, names []string) value {
	types := b.fn.file.Types
	s, size := sizedSource(b, n)
	name := b.name(names...)
	body := s.iterate(b).where(n, func(c *block) { insert(c, n, name) })
	empty := types.Of(n.T).Values()
	if size != nil && n.KeyElem != nil {
		empty = jen.Make(types.Of(n.T), size)
	}
	b.add(jen.Id(name).Op(":=").Add(empty), body)
	return variable(name)
}

// insert adds to a map what a loop makes of an element. A key that comes twice is an error.
func insert(b *block, n *ir.Loop, name string) {
	f := b.fn.file
	entries := jen.Id(name)
	untyped := n.T.Key.Kind == ir.Dyn
	if n.KeyElem == nil {
		all := ir.FnInsertAll
		if untyped {
			all = ir.FnDynInsertAll
		}
		b.change(f.function(all).Call(entries, expr(b, n.Elem).pointer()))
		return
	}
	key, v := expr(b, n.KeyElem), expr(b, n.Elem)
	switch {
	case n.HasOwnKeys():
		b.add(entries.Index(key.clone()).Op("=").Add(v.pointer()))
	case untyped:
		b.change(f.function(ir.FnDynInsert).Call(entries, key.clone(), v.pointer()))
	default:
		b.change(f.function(ir.FnInsert).Call(entries, key.clone(), v.typed(n.T.Elem)))
	}
}

// count adds a loop that counts the elements that a condition holds for, and returns the variable:
//
//	count := 0
//	for ... {
//		if p.IsDaytime {
//			count++
//		}
//	}
func count(b *block, n *ir.Loop) string {
	s := sourceOf(b, n)
	name := b.name("count")
	body := s.iterate(b).where(n, func(c *block) { c.add(jen.Id(name).Op("++")) })
	b.add(jen.Id(name).Op(":=").Lit(0), body)
	return name
}

// loopValue is the value of a loop in a variable of that name, where it can be had.
func loopValue(b *block, n *ir.Loop, name string) value {
	return loop(b, n, append([]string{name}, loopHints(n)...))
}

// first returns the first element that a condition holds for. The loop ends there, unless a later element could make
// the condition fail, which counts as CEL has it.
//
//	var period *weatherPeriod
//	for ... {
//		if p.IsDaytime {
//			period = p
//			break
//		}
//	}
//	if period == nil {
//		return ..., cel.NoElement()
//	}
func first(b *block, n *ir.Loop, names []string) value {
	if n.WhereFails() {
		function := ir.FnAt
		if n.Var.T.ByValue() {
			function = ir.FnElem
		}
		return b.checked(b.fn.file.function(function).Call(matching(b, n).clone(), jen.Lit(0)), names...)
	}
	found, v := search(b, n, names)
	b.refuse(found.not(), b.fn.file.function(ir.FnNoElement).Call())
	return v
}

// firstMay returns the first element that the condition of a loop holds for as an optional, which has no value if there is none.
func firstMay(b *block, n *ir.Loop, names []string) value {
	f := b.fn.file
	if n.WhereFails() {
		function := ir.FnOptAt
		if n.Var.T.ByValue() {
			function = ir.FnOptElem
		}
		return operand(f.function(function).Call(matching(b, n).clone(), jen.Lit(0)))
	}
	s := sourceOf(b, n)
	name := b.name(names...)
	body := s.iterate(b).where(n, func(c *block) {
		c.add(jen.Id(name).Op("=").Add(f.Runtime.Nact("Some").Call(elementOf(c, n).typed(n.Var.T))), jen.Break())
	})
	b.add(jen.Var().Id(name).Add(f.Types.Of(n.T)), body)
	return variable(name)
}

// matching returns a list of all elements that the condition of a loop holds for.
func matching(b *block, n *ir.Loop) value {
	filter := *n
	filter.Kind, filter.T, filter.Elem = ir.Collect, ir.ListOf(n.Var.T), nil
	all := hint(n.Over)
	return collect(b, &filter, []string{all, "matching_" + all})
}

// search adds a loop that ends at the first element that the condition holds for, and returns whether there is one, and
// the element in a new variable.
func search(b *block, n *ir.Loop, names []string) (found, v value) {
	s := sourceOf(b, n)
	name := b.name(names...)
	b.add(jen.Var().Id(name).Add(b.fn.file.Types.Of(n.Var.T)))
	return s.search(b, name), variable(name)
}

// search adds the loop that the function search does, for a variable that is declared already.
func (s source) search(b *block, name string) (found value) {
	n := s.loop
	object := n.Var.T.ByValue() // of which a pointer says that there is none
	flag := ""
	if !object {
		flag = b.name("found")
		b.add(jen.Id(flag).Op(":=").False())
	}
	b.add(s.iterate(b).where(n, func(c *block) {
		element := elementOf(c, n).clone()
		if object {
			c.add(jen.Id(name).Op("=").Add(element), jen.Break())
			return
		}
		c.add(jen.List(jen.Id(name), jen.Id(flag)).Op("=").List(element, jen.True()), jen.Break())
	}))
	if object {
		return isNil(jen.Id(name)).not()
	}
	return operand(jen.Id(flag))
}

// retFirst ends a function with the first element that a condition holds for:
//
//	for ... {
//		if p.IsDaytime {
//			return p, nil
//		}
//	}
//	return nil, cel.NoElement()
func retFirst(b *block, n *ir.Loop) {
	it := sourceOf(b, n).iterate(b)
	b.add(
		it.where(n, func(c *block) { c.giveBack(elementOf(c, n).pointer()) }),
		b.fn.fail(b.fn.file.function(ir.FnNoElement).Call()),
	)
}
