// Package known says of what types the values of expressions are known to be, beyond the types of their nodes.
//
// In Go an object that is spelled out, and then used as a value, is a map of anything, and what dyn(...) is given is an any. But
// that vars.rows.slice(0, 2) is a list of objects with an id and a name shows in the var, and that dyn(this.body) has the
// fields of the body shows at once. What is known of a value is known of the var, the local, the list and the object that hold it, and of
// what functions keep or choose of these. Of a choice it is known what is known of all values that it is between.
package known

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Types are what is known of the values of an expression and of its parts. An object that is spelled out has a type with the fields that
// it has, in their order; one that is an optional may be absent.
type Types struct {
	vars    func(name string) ir.Node
	found   map[ir.Node]*ir.Type // of the parts that were asked for: an expression can name one value very often
	locals  map[*ir.Local]*ir.Type
	records ir.Records
}

// In returns what is known in an expression. vars returns the values of the vars that it names, nil for one of which that is not known.
func In(n ir.Node, vars func(name string) ir.Node) Types {
	k := Types{vars: vars, found: map[ir.Node]*ir.Type{}, locals: map[*ir.Local]*ir.Type{}, records: ir.Records{}}
	ir.Walk(n, func(n ir.Node) { k.Of(n) }) // what binds a local before what refers to it
	return k
}

// Of returns the type that the JSON of the value of a part is known to have: the part's own, if no more is known.
func (k Types) Of(n ir.Node) *ir.Type {
	t, ok := k.found[n]
	if !ok {
		t = refined(n.Type(), k.find(n))
		k.found[n] = t
	}
	return t
}

// refined returns the type that values of a type are known to have. It is the type itself if that type is known to be another kind of
// value, as of a call that fails, or nil.
func refined(own, known *ir.Type) *ir.Type {
	switch {
	case known == nil || known == nothing:
		return own
	case own.Kind == ir.Dyn:
		return known
	case known.Kind != own.Kind && (own.Kind != ir.Map || known.Kind != ir.Object):
		return own
	case !own.Nullable:
		return known.NotNull()
	}
	return known
}

// find returns what is known of a node, or nil.
func (k Types) find(n ir.Node) *ir.Type {
	switch n := n.(type) {
	case *ir.Root:
		if value := k.vars(n.Name); n.Kind == ir.VarRoot && value != nil {
			return k.Of(value)
		}
	case *ir.Ref:
		return k.locals[n.To]
	case *ir.Let:
		k.locals[n.Local] = k.Of(n.Value)
		return k.Of(n.Body)
	case *ir.Then:
		k.locals[n.Local] = k.Of(n.X).Elem
		return k.Of(n.Body)
	case *ir.Loop:
		return k.loop(n)
	case *ir.Call:
		return k.call(n)
	case *ir.Element:
		return k.Of(n.List).Elem
	case *ir.Guard:
		return k.Of(n.X)
	case *ir.Cond:
		return common(k.Of(n.Then), k.Of(n.Else))
	case *ir.Or:
		return common(k.Of(n.X), k.Of(n.Else))
	case *ir.OrValue:
		return common(k.Of(n.X).Elem, k.Of(n.Else))
	case *ir.None:
		return ir.OptionalOf(nothing)
	case *ir.ListLit:
		return k.list(n)
	case *ir.MapLit:
		return k.mapping(n)
	case *ir.Record:
		return k.record(n)
	}
	return k.converted(n)
}

// converted returns what is known of a node that only changes the type of a value, or nil.
func (k Types) converted(n ir.Node) *ir.Type {
	content := ir.Content(n)
	if content == nil {
		return nil
	}
	t := k.Of(content)
	switch n.(type) {
	case *ir.Some:
		return ir.OptionalOf(t)
	case *ir.MayNull:
		return t.OrNull()
	case *ir.ToDyn:
		return t.Held()
	}
	return t
}

// loop returns what is known of what a loop makes, or nil.
func (k Types) loop(n *ir.Loop) *ir.Type {
	element := n.Var.T
	if over := k.Of(n.Over); over.Kind == ir.List {
		element = over.Elem
	}
	k.locals[n.Var] = element
	if n.Elem != nil {
		element = k.Of(n.Elem)
	}
	switch {
	case n.Kind == ir.Collect:
		return ir.ListOf(element)
	case n.Kind == ir.First:
		return element
	case n.Kind == ir.FirstMay:
		return ir.OptionalOf(element)
	case n.Kind == ir.Associate && n.KeyElem != nil:
		return ir.MapOf(n.T.Key, element)
	}
	return nil
}

// call returns what is known of what a function keeps or chooses of its arguments; nil if it does neither.
func (k Types) call(n *ir.Call) *ir.Type {
	if len(n.Args) == 0 {
		return nil
	}
	of := k.Of(n.Args[0])
	switch n.Func {
	case ir.FnConcat:
		return common(of, k.Of(n.Args[1]))
	case ir.FnAsList, ir.FnAsMap, ir.FnDynList, ir.FnDynMap, ir.FnDynRange:
		return of
	case ir.FnDynFirst, ir.FnDynLast:
		return optional(of.Elem)
	case ir.FnAtDyn, ir.FnKey, ir.FnKeyDyn, ir.FnDynIndex, ir.FnDynSelect:
		return Part(of, name(n.Args[1]))
	case ir.FnOptAtDyn, ir.FnOptKey, ir.FnOptKeyDyn, ir.FnDynOptIndex, ir.FnDynOptSelect:
		return optional(Part(of, name(n.Args[1])))
	}
	switch {
	case n.Func.Rearranges:
		return of
	case n.Func.ResultOf != nil && of.Elem != nothing:
		return n.Func.ResultOf([]*ir.Type{of})
	}
	return nil
}

// optional returns the type of optionals of t, which may be nil.
func optional(t *ir.Type) *ir.Type {
	if t == nil {
		return nil
	}
	return ir.OptionalOf(t)
}

// Part returns the type of what a name selects of a value of type t: of an object a field, of a list or a map whatever it holds. It is
// nil if the value has no such part.
func Part(t *ir.Type, name string) *ir.Type {
	if t.Kind != ir.Object {
		return t.Elem
	}
	f := t.Object.Field(name)
	switch {
	case f == nil:
		return nil
	case f.Type.Kind == ir.Optional:
		return f.Type.Elem
	}
	return f.Type
}

// list returns what is known of a list literal, or nil: what is known of each of its elements.
func (k Types) list(n *ir.ListLit) *ir.Type {
	elem := nothing
	for i, x := range n.Elems {
		t := k.Of(x)
		if n.OptionalAt[i] {
			t = t.Elem
		}
		if elem = common(elem, t); elem == nil {
			return nil
		}
	}
	return ir.ListOf(elem)
}

// mapping returns what is known of a map literal, or nil: of one whose keys are literal texts it is known which members it has. One that
// an optional is left out for may be absent.
func (k Types) mapping(n *ir.MapLit) *ir.Type {
	var fields []*ir.Field
	for i, key := range n.Keys {
		member := name(key)
		if member == "" {
			return nil
		}
		t := k.Of(n.Values[i])
		if !n.OptionalAt[i] {
			t = t.Held()
		}
		fields = append(fields, &ir.Field{Name: member, Type: t, Required: true})
	}
	if fields == nil {
		return nil
	}
	return k.records.Of("", fields)
}

// record returns what is known of an object that is spelled out where it becomes JSON. A member that is an optional may be absent.
func (k Types) record(n *ir.Record) *ir.Type {
	return k.records.Of("", lists.Map(n.Members, func(m ir.RecordMember) *ir.Field {
		return &ir.Field{Name: m.Name, Type: k.Of(m.Value), Required: true}
	}))
}

// name returns the text that a key is as it stands, be it as a dyn; empty if it is computed, or no text.
func name(key ir.Node) string {
	if dyn, ok := key.(*ir.ToDyn); ok {
		key = dyn.X
	}
	c, ok := key.(*ir.Const)
	if !ok {
		return ""
	}
	text, _ := c.Value.(string)
	return text
}

// nothing is the type of the elements of an empty list, and of what an optional without a value holds.
var nothing = &ir.Type{Kind: ir.Dyn}

// common returns the type of values of which some are of type a and some of type b; nil: there is none.
func common(a, b *ir.Type) *ir.Type {
	switch {
	case a == nothing || ir.Same(a, b):
		return b
	case b == nothing:
		return a
	case a.Kind == ir.Null:
		return b.OrNull()
	case b.Kind == ir.Null:
		return a.OrNull()
	case a.Nullable != b.Nullable:
		if t := common(a.NotNull(), b.NotNull()); t != nil {
			return t.OrNull()
		}
	case describedAlike(a, b): // which of the fields each of the two always has may differ, and is not known of the whole
		return &ir.Type{Kind: ir.Object, Nullable: a.Nullable, Object: a.Object.Whole()}
	case a.Kind == b.Kind && (a.Kind == ir.List || a.Kind == ir.Optional || a.Kind == ir.Map && ir.Same(a.Key, b.Key)):
		if elem := common(a.Elem, b.Elem); elem != nil {
			return &ir.Type{Kind: a.Kind, Nullable: a.Nullable, Key: a.Key, Elem: elem}
		}
	}
	return nil
}

// describedAlike reports whether a document describes the objects of two types by one schema, in the answers of several operations.
func describedAlike(a, b *ir.Type) bool {
	return a.Kind == ir.Object && b.Kind == ir.Object && a.Object.Described() && b.Object.Described() && a.Object.Whole() == b.Object.Whole()
}
