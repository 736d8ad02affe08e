package jsonschema

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Known returns the type of the JSON that an expression's value becomes. That is the expression's own type, unless more is known: in Go
// an object that is spelled out, and then used as a value, is a map of anything, and a dyn can be made of a value with a type. What is
// known of a value is known of the var, the local, the list and the object that hold it, and of what functions keep or choose of these.
// Of a choice it is known what is known of all values that it is between. vars returns the values of vars by their names.
func Known(n ir.Node, vars func(name string) ir.Node) *ir.Type {
	k := knowledge{vars: vars, found: map[ir.Node]*ir.Type{}, locals: map[*ir.Local]*ir.Type{}, records: ir.Records{}}
	return k.of(n)
}

// knowledge is what is known of an expression and of its parts.
type knowledge struct {
	vars    func(name string) ir.Node
	found   map[ir.Node]*ir.Type // of the parts that were asked for: an expression can name one value very often
	locals  map[*ir.Local]*ir.Type
	records ir.Records
}

func (k knowledge) of(n ir.Node) *ir.Type {
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

// find returns what is known of a node, or nil. What binds a local is looked at before what refers to it.
func (k knowledge) find(n ir.Node) *ir.Type {
	switch n := n.(type) {
	case *ir.Root:
		if n.Kind == ir.VarRoot {
			return k.of(k.vars(n.Name))
		}
	case *ir.Ref:
		return k.locals[n.To]
	case *ir.Let:
		k.locals[n.Local] = k.of(n.Value)
		return k.of(n.Body)
	case *ir.Then:
		k.locals[n.Local] = k.of(n.X).Elem
		return k.of(n.Body)
	case *ir.Loop:
		return k.loop(n)
	case *ir.Call:
		return k.call(n)
	case *ir.Element:
		return k.of(n.List).Elem
	case *ir.Guard:
		return k.of(n.X)
	case *ir.Cond:
		return common(k.of(n.Then), k.of(n.Else))
	case *ir.Or:
		return common(k.of(n.X), k.of(n.Else))
	case *ir.OrValue:
		return common(k.of(n.X).Elem, k.of(n.Else))
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
func (k knowledge) converted(n ir.Node) *ir.Type {
	content := ir.Content(n)
	if content == nil {
		return nil
	}
	t := k.of(content)
	switch n.(type) {
	case *ir.Some:
		return ir.OptionalOf(t)
	case *ir.MayNull:
		return t.OrNull()
	case *ir.ToDyn:
		return held(t)
	}
	return t
}

// loop returns what is known of what a loop makes, or nil.
func (k knowledge) loop(n *ir.Loop) *ir.Type {
	element := n.Var.T
	if over := k.of(n.Over); over.Kind == ir.List {
		element = over.Elem
	}
	k.locals[n.Var] = element
	if n.Elem != nil {
		element = k.of(n.Elem)
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
func (k knowledge) call(n *ir.Call) *ir.Type {
	if len(n.Args) == 0 {
		return nil
	}
	of := k.of(n.Args[0])
	switch n.Func {
	case ir.FnConcat:
		return common(of, k.of(n.Args[1]))
	case ir.FnAsList, ir.FnAsMap, ir.FnDynList, ir.FnDynMap, ir.FnDynRange:
		return of
	case ir.FnDynFirst, ir.FnDynLast:
		return optional(of.Elem)
	case ir.FnAtDyn, ir.FnKey, ir.FnKeyDyn, ir.FnDynIndex, ir.FnDynSelect:
		return part(of, n.Args[1])
	case ir.FnOptAtDyn, ir.FnOptKey, ir.FnOptKeyDyn, ir.FnDynOptIndex, ir.FnDynOptSelect:
		return optional(part(of, n.Args[1]))
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

// part returns the type of what a key selects of a value of type t, or nil.
func part(t *ir.Type, key ir.Node) *ir.Type {
	if t.Kind != ir.Object {
		return t.Elem
	}
	name, _ := text(key)
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
func (k knowledge) list(n *ir.ListLit) *ir.Type {
	elem := nothing
	for i, x := range n.Elems {
		t := k.of(x)
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
func (k knowledge) mapping(n *ir.MapLit) *ir.Type {
	var fields []*ir.Field
	for i, key := range n.Keys {
		name, ok := text(key)
		if !ok {
			return nil
		}
		t := k.of(n.Values[i])
		if !n.OptionalAt[i] {
			t = held(t)
		}
		fields = append(fields, &ir.Field{Name: name, Type: t, Required: true})
	}
	if fields == nil {
		return nil
	}
	return k.records.Of("", fields)
}

// record returns what is known of an object that is spelled out where it becomes JSON. A member that is an optional may be absent.
func (k knowledge) record(n *ir.Record) *ir.Type {
	return k.records.Of("", lists.Map(n.Members, func(m ir.RecordMember) *ir.Field {
		return &ir.Field{Name: m.Name, Type: k.of(m.Value), Required: true}
	}))
}

// text returns the text that a node is, be it as a dyn, and whether it is a literal one.
func text(n ir.Node) (string, bool) {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	if c, ok := n.(*ir.Const); ok {
		s, ok := c.Value.(string)
		return s, ok
	}
	return "", false
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
	case a.Kind == b.Kind && (a.Kind == ir.List || a.Kind == ir.Optional || a.Kind == ir.Map && ir.Same(a.Key, b.Key)):
		if elem := common(a.Elem, b.Elem); elem != nil {
			return &ir.Type{Kind: a.Kind, Nullable: a.Nullable, Key: a.Key, Elem: elem}
		}
	}
	return nil
}
