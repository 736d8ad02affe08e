package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// slot is a field of a struct as it is stored.
type slot struct {
	code *jen.Statement // x.Field
	how  storage
	path string
}

// slot returns the field of x.
func (b *block) slot(x ir.Node, field *ir.Field) slot {
	g := b.fn.g
	object := x.Type().Object
	name := g.names.field(object, field)
	return slot{
		code: b.expr(x).field(name), how: g.storage(g.structField(object, field)), path: ir.FieldPath(x, field),
	}
}

// read returns what a slot holds once it is known to hold something.
func (s slot) read() value {
	switch s.how {
	case embedded:
		return value{code: s.code, prec: operandPrec, inPlace: true}
	case inOpt:
		return operand(s.code.Clone().Dot("Value"))
	}
	return operand(s.code)
}

// present returns the condition that a slot holds something; it has no code if the slot always does.
func (s slot) present() value {
	switch s.how {
	case inOpt:
		return operand(s.code.Clone().Dot("Has"))
	case nilIfAbsent:
		return isNil(s.code).not()
	}
	return value{}
}

// member reads a field that must be there.
func (b *block) member(n *ir.Member) value {
	s := b.slot(n.X, n.Field)
	if n.Proven || s.present().code == nil {
		return s.read()
	}
	if v, ok := b.recall(s.path); ok && s.path != "" {
		return v
	}
	g := b.fn.g
	var v value
	if s.how == inOpt {
		v = b.try(n, g.cel("Get").Call(s.code, lit(n.Path)))
	} else {
		b.refuse(s.code.Clone().Op("==").Nil(), g.cel("NoMember").Call(lit(n.Path)))
		v = s.read()
	}
	b.known[s.path] = v
	return v
}

// has returns whether a field is there.
func (b *block) has(x ir.Node, field *ir.Field) value {
	s := b.slot(x, field)
	if present := s.present(); present.code != nil {
		return present
	}
	b.discard(b.expr(x))
	return operand(jen.True())
}

// maybe reads a field as an optional.
func (b *block) maybe(n *ir.Maybe) value {
	g := b.fn.g
	s := b.slot(n.X, n.Field)
	switch {
	case s.how == inOpt:
		return operand(s.code)
	case s.how == nilIfAbsent:
		name := map[ir.Kind]string{ir.List: "OptList", ir.Map: "OptMap"}[n.Field.Type.Kind]
		if name == "" {
			name = "OptObject"
		}
		return operand(g.cel(name).Call(s.code))
	}
	return operand(g.nact("Some").Call(s.read().pointer()))
}

// option is an optional taken apart: the condition that it has a value, which has no code if it always has one, and the value.
type option struct{ has, v value }

// option takes an optional apart, without a variable where it is a field.
func (b *block) option(n ir.Node) option {
	switch n := n.(type) {
	case *ir.Maybe:
		s := b.slot(n.X, n.Field)
		return option{has: s.present(), v: s.read()}
	case *ir.Some:
		return option{v: b.expr(n.X)}
	case *ir.Root:
		v := b.expr(n)
		return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
	}
	if x, ok := nullAsAbsent(n); ok {
		v := b.place(x)
		return option{has: isNil(v.in(comparePrec)).not(), v: v}
	}
	v := b.hold(hint(n), b.expr(n), n.Type())
	return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
}

// nullAsAbsent returns what an optional is made of that has no value for null.
func nullAsAbsent(n ir.Node) (ir.Node, bool) {
	call, ok := n.(*ir.Call)
	if !ok || call.Func.Path != ir.RuntimeCEL {
		return nil, false
	}
	switch call.Func.Name {
	case "OptList", "OptMap", "OptObject":
		return call.Args[0], true
	}
	return nil, false
}

// place is the value of n as something that can be read more than once.
func (b *block) place(n ir.Node) value {
	v := b.expr(n)
	switch n.(type) {
	case *ir.Member, *ir.Root, *ir.Ref:
		return v
	}
	return b.hold(hint(n), v, n.Type())
}

// then goes on with the content of an optional:
//
//	var city nact.Opt[string]
//	if address := x.Address; address != nil {
//		city = address.City
//	}
func (b *block) then(n *ir.Then) value {
	o := b.option(n.X)
	if o.has.code == nil {
		if !reads(n.Body, n.Local) {
			b.discard(o.v)
		}
		b.locals[n.Local] = o.v
		return b.expr(n.Body)
	}
	name := b.name(hint(n.Body))
	b.fn.loops = true
	inner := b.within(func(c *block) {
		c.locals[n.Local] = o.v
		body := c.expr(n.Body)
		c.add(jen.Id(name).Op("=").Add(body.clone()))
	})
	b.add(
		jen.Var().Id(name).Add(b.fn.g.goType(n.Type())),
		jen.If(o.has.clone()).Block(inner.stmts...),
	)
	return variable(name)
}

// orValue returns the value of an optional, or another one:
//
//	city := "unknown"
//	if x.Address != nil && x.Address.City.Has {
//		city = x.Address.City.Value
//	}
func (b *block) orValue(n *ir.OrValue) value {
	if v, ok := b.simpleOr(n); ok {
		return v
	}
	if _, constant := n.Else.(*ir.Const); constant {
		return b.orConstant(n)
	}
	o := b.option(n.X)
	if o.has.code == nil {
		b.drop(n.Else)
		return o.v
	}
	name := b.name(hint(n.X))
	b.fn.loops = true
	inner := b.within(func(c *block) {
		other := c.expr(n.Else)
		c.add(jen.Id(name).Op("=").Add(other.pointer()))
	})
	b.add(
		jen.Id(name).Op(":=").Add(o.v.pointer()),
		jen.If(o.has.not().clone()).Block(inner.stmts...),
	)
	return variable(name)
}

// orConstant starts from the constant, and goes down the optional chain to what replaces it.
func (b *block) orConstant(n *ir.OrValue) value {
	name := b.name(hint(n.X))
	b.fn.loops = true
	if n.Else.(*ir.Const).Value == nil {
		b.add(jen.Var().Id(name).Add(b.fn.g.goType(n.Type())))
	} else {
		b.add(jen.Id(name).Op(":=").Add(b.expr(n.Else).typed(n.Type())))
	}
	b.ifPresent(n.X, nil, func(c *block, v value) { c.add(jen.Id(name).Op("=").Add(v.pointer())) })
	return variable(name)
}

// ifPresent emits what f does with the value of an optional, if cond holds and the optional has one. It reports whether
// that is always so.
func (b *block) ifPresent(n ir.Node, cond *jen.Statement, f func(c *block, v value)) (always bool) {
	x, body, local := n, ir.Node(nil), (*ir.Local)(nil)
	if then, ok := n.(*ir.Then); ok {
		x, body, local = then.X, then.Body, then.Local
	}
	if cond != nil && !b.isPlace(x) { // what is computed on the way must not be before cond holds
		b.under(cond, func(c *block) { c.ifPresent(n, nil, f) })
		return false
	}
	o := b.option(x)
	switch {
	case cond == nil:
		cond = o.has.code
	case o.has.code != nil:
		cond = cond.Op("&&").Add(o.has.in(andPrec + 1))
	}
	if body != nil {
		if o.has.code == nil && !reads(body, local) {
			b.discard(o.v)
		}
		b.locals[local] = o.v
		return b.ifPresent(body, cond, f)
	}
	b.under(cond, func(c *block) { f(c, o.v) })
	return cond == nil
}

// isPlace reports whether an optional is a field that is read without anything that could fail.
func (b *block) isPlace(n ir.Node) bool {
	if x, ok := nullAsAbsent(n); ok {
		_, local := x.(*ir.Ref)
		return local
	}
	m, ok := n.(*ir.Maybe)
	if !ok {
		return false
	}
	_, local := m.X.(*ir.Ref)
	return local
}

// under runs f in a branch for cond, or right here if cond is nil.
func (b *block) under(cond *jen.Statement, f func(c *block)) {
	if cond == nil {
		f(b)
		return
	}
	inner := b.within(f)
	b.add(jen.If(cond).Block(inner.stmts...))
}

// simpleOr returns x.Or(y) where y is a constant or a field.
func (b *block) simpleOr(n *ir.OrValue) (value, bool) {
	if _, isMaybe := n.X.(*ir.Maybe); !isMaybe {
		if _, isRoot := n.X.(*ir.Root); !isRoot {
			if _, isCall := n.X.(*ir.Call); !isCall {
				return value{}, false
			}
		}
	}
	switch n.Else.(type) {
	case *ir.Const, *ir.Root, *ir.Ref:
	case *ir.ListLit:
		if len(n.Else.(*ir.ListLit).Elems) > 0 {
			return value{}, false
		}
	default:
		return value{}, false
	}
	x := b.expr(n.X)
	other := b.expr(n.Else)
	return operand(x.field("Or").Call(other.pointer())), true
}

func (b *block) hasValue(n *ir.HasValue) value {
	if m, ok := n.X.(*ir.Maybe); ok {
		return b.has(m.X, m.Field)
	}
	o := b.option(n.X)
	if o.has.code == nil {
		b.discard(o.v)
		return operand(jen.True())
	}
	return o.has
}

// isNull returns whether a nullable value is null.
func (b *block) isNull(n *ir.IsNull) value {
	v := b.expr(n.X)
	if n.X.Type().Scalar() {
		return value{code: jen.Op("!").Add(v.field("Valid")), prec: unaryPrec}
	}
	return isNil(v.in(comparePrec))
}

// notNull returns a nullable value as its plain type; null is an error.
func (b *block) notNull(n *ir.NotNull) value {
	g := b.fn.g
	path := ir.Path(n.X)
	if v, ok := b.recall("not null " + path); ok && path != "" {
		return v
	}
	x := b.expr(n.X)
	v := x
	if n.X.Type().Scalar() {
		v = b.try(n, g.cel("NonNull").Call(x.clone()))
	} else {
		b.refuse(x.in(comparePrec).Op("==").Nil(), g.cel("IsNull").Call(lit(hint(n.X))))
	}
	if path != "" {
		b.known["not null "+path] = v
	}
	return v
}

// mayNull returns a value as its nullable type.
func (b *block) mayNull(n *ir.MayNull) value {
	v := b.expr(n.X)
	if n.X.Type().Scalar() {
		return operand(b.fn.g.nact("NotNull").Call(v.typed(n.X.Type())))
	}
	return operand(v.pointer())
}

// list returns a list or map in a place where an absent one is as good as an empty one.
func (b *block) list(n ir.Node) value {
	or, ok := n.(*ir.OrValue)
	if !ok {
		return b.expr(n)
	}
	empty := false
	switch other := or.Else.(type) {
	case *ir.ListLit:
		empty = len(other.Elems) == 0
	case *ir.MapLit:
		empty = len(other.Keys) == 0
	}
	maybe, isField := or.X.(*ir.Maybe)
	if !empty || !isField {
		return b.expr(n)
	}
	return b.slot(maybe.X, maybe.Field).read()
}

// element returns an element of a list. A list that may be absent needs no check of its own: it has no elements.
func (b *block) element(n *ir.Element) value {
	g := b.fn.g
	path := ir.Path(n)
	if v, ok := b.recall(path); ok && path != "" {
		return v
	}
	list := b.elementsOf(n.List)
	object := byValue(n.List.Type().Elem)
	if n.Proven {
		return value{code: list.in(operandPrec).Index(b.expr(n.Index).clone()), prec: operandPrec, inPlace: object}
	}
	function := "At"
	if object {
		function = "Elem"
	}
	v := b.try(n, g.cel(function).Call(list.clone(), b.expr(n.Index).clone()))
	if path != "" {
		b.known[path] = v
	}
	return v
}

// elementsOf returns a list to be indexed.
func (b *block) elementsOf(n ir.Node) value {
	m, ok := n.(*ir.Member)
	if !ok {
		return b.list(n)
	}
	s := b.slot(m.X, m.Field)
	if s.how == nilIfAbsent {
		return s.read()
	}
	return b.expr(n)
}

// row returns a row of a table.
func (b *block) row(n *ir.Row) value {
	table, key := b.root(n.Table), b.expr(n.Key)
	if n.Proven {
		return operand(table.clone().Index(key.clone()))
	}
	return b.try(n, b.fn.g.cel("Key").Call(table.clone(), key.clone()))
}
