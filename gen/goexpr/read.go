package goexpr

import (
	"cmp"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// root returns what a root stands for.
func root(b *block, n *ir.Root) value {
	f, roots := b.fn.file, b.fn.roots
	switch n.Kind {
	case ir.InputRoot:
		return operand(roots.Inputs.Clone().Dot(f.owner.Inputs[n.Name]))
	case ir.ConfigRoot:
		field := roots.Config.Clone().Dot(f.Names.Config(n.Name))
		if f.Names.IsSecret(n.Name) {
			field.Dot("Text").Call()
		}
		return operand(field)
	case ir.TableRoot:
		return operand(jen.Id(f.Names.Table(n.Name)))
	case ir.StatusRoot:
		return operand(jen.Id(roots.Metas[n.Name]).Dot("Status"))
	case ir.HeadersRoot:
		return operand(jen.Id(roots.Metas[n.Name]).Dot("Headers").Call())
	case ir.BodyRoot, ir.ResultRoot:
		return operand(jen.Id(roots.Bodies[n.Name]))
	case ir.LinkRoot:
		return operand(jen.Id(roots.Metas[n.Name]).Dot("Link").Call(gocode.Lit(n.Part)))
	case ir.PagesRoot:
		return operand(jen.Id(roots.Pages[n.Name]).Dot(lists.At(pageParts, n.Part)))
	case ir.NextRoot:
		return operand(jen.Id(roots.Pages[n.Name]).Dot("Next"))
	case ir.ProblemRoot:
		return operand(roots.Problem[n.Part].Clone())
	case ir.StepRoot:
		return operand(roots.Steps[n.Name+"."+n.Part].Clone())
	case ir.ElementRoot:
		return variable(roots.Elements[n.Part])
	}
	return operand(jen.Id(roots.Vars[n.Name]))
}

// pageParts are the fields of what is collected of pages, by the part that expressions read.
var pageParts = map[string]string{"items": "Items", "more": "More"}

// ref returns what a local stands for.
func ref(b *block, n *ir.Ref) value {
	if n.To.Field != nil {
		return fieldSlot(b, b.bound(n.To).clone(), n.To.Field).optional(b)
	}
	return b.bound(n.To)
}

// slot is a field of a struct as it is stored.
type slot struct {
	code    *jen.Statement // x.Field
	field   *ir.Field
	storage gotype.Storage
}

// slotOf returns the field of x.
func slotOf(b *block, x ir.Node, field *ir.Field) slot {
	if x.Type().Object.Sole {
		return fieldSlot(b, expr(b, x).clone(), field)
	}
	return fieldSlot(b, expr(b, x).field(b.fn.file.Names.Field(field)), field)
}

// fieldSlot returns a field that stands in code, or in a parameter.
func fieldSlot(b *block, code *jen.Statement, field *ir.Field) slot {
	return slot{code: code, field: field, storage: b.fn.file.Types.Storage(field)}
}

// optionalSlot returns the field that an optional is, where it is one.
func optionalSlot(b *block, n ir.Node) (s slot, ok bool) {
	switch n := n.(type) {
	case *ir.Maybe:
		return slotOf(b, n.X, n.Field), true
	case *ir.Ref:
		if n.To.Field != nil {
			return fieldSlot(b, b.bound(n.To).clone(), n.To.Field), true
		}
	}
	return slot{}, false
}

// content returns what a slot holds once it is known to hold something.
func (s slot) content() value {
	switch s.storage {
	case gotype.Embedded:
		return value{code: s.code, prec: operandPrec, inPlace: true}
	case gotype.InOpt:
		return operand(s.code.Clone().Dot("Value"))
	}
	return operand(s.code)
}

// present returns the condition that a slot holds something that may be absent.
func (s slot) present() value {
	if s.storage == gotype.InOpt {
		return operand(s.code.Clone().Dot("Has"))
	}
	return isThere(s.code)
}

// optional returns what a slot holds as an optional.
func (s slot) optional(b *block) value {
	if s.storage == gotype.InOpt {
		return operand(s.code)
	}
	optional := map[ir.Kind]*ir.Function{ir.List: ir.FnOptList, ir.Map: ir.FnOptMap}[s.field.Type.Kind]
	return operand(b.fn.file.function(cmp.Or(optional, ir.FnOptObject)).Call(s.code))
}

// fallibleMember returns the call that reads a field that must be there, if it takes one.
func fallibleMember(b *block, n *ir.Member) *jen.Statement {
	f := b.fn.file
	if n.Proven || f.Types.Storage(n.Field) != gotype.InOpt {
		return nil
	}
	return f.function(ir.FnGet).Call(slotOf(b, n.X, n.Field).code, gocode.Lit(n.Path))
}

// member reads a field that must be there.
func member(b *block, n *ir.Member) value {
	if n.X.Type().Object.Sole && n.Field.Required {
		return expr(b, n.X)
	}
	s := slotOf(b, n.X, n.Field)
	if !n.Proven {
		b.refuse(isNil(s.code), b.fn.file.function(ir.FnNoMember).Call(gocode.Lit(n.Path)))
		b.fn.done[n] = s.content()
	}
	return s.content()
}

func isNull(b *block, n *ir.IsNull) value {
	v := expr(b, n.X)
	if n.X.Type().Scalar() {
		return operand(v.field("Valid")).not()
	}
	return isNil(v.in(comparePrec))
}

// fallibleNotNull returns the call that reads a single value that must not be null.
func fallibleNotNull(b *block, n *ir.NotNull) *jen.Statement {
	if n.Proven || !n.X.Type().Scalar() {
		return nil
	}
	return b.fn.file.function(ir.FnNonNull).Call(expr(b, n.X).clone(), gocode.Lit(n.Name))
}

// notNull returns a null-able value as its plain type; null is an error.
func notNull(b *block, n *ir.NotNull) value {
	if n.Proven {
		v := expr(b, n.X)
		if n.X.Type().Scalar() {
			return operand(v.field("Value"))
		}
		return v
	}
	v := reusable(b, n.X)
	b.refuse(isNil(v.in(comparePrec)), b.fn.file.function(ir.FnIsNull).Call(gocode.Lit(n.Name)))
	b.fn.done[n] = v
	return v
}

// mayNull returns a value as its null-able type.
func mayNull(b *block, n *ir.MayNull) value {
	v := expr(b, n.X)
	if n.X.Type().Scalar() {
		return operand(b.fn.file.Runtime.Nact("NotNull").Call(v.typed(n.X.Type())))
	}
	return value{code: v.pointer(), prec: operandPrec, bare: v.bare}
}

// list returns a list or map in a place where an absent one is as good as an empty one.
func list(b *block, n ir.Node) value {
	or, ok := n.(*ir.OrValue)
	if !ok || !ir.IsEmpty(or.Else) {
		return expr(b, n)
	}
	if s, isField := optionalSlot(b, or.X); isField {
		return s.content()
	}
	if ir.IsRead(or.X) && !or.X.Marked().Fails {
		return operand(expr(b, or.X).field("Value"))
	}
	return expr(b, n)
}

// fallibleElement returns the call that reads an element of a list of which it is not known that it is there.
func fallibleElement(b *block, n *ir.Element) *jen.Statement {
	if n.Proven {
		return nil
	}
	l := list(b, n.List)
	function := ir.FnAt
	if holdsStructs(l, n.List.Type().Elem) {
		function = ir.FnElem
	}
	return promised(b, n.Promised, b.fn.file.function(function).Call(l.clone(), expr(b, n.Index).clone()))
}

// promised is a call that reads a part of a list, of which a document may promise that it is there.
func promised(b *block, is bool, call *jen.Statement) *jen.Statement {
	if is {
		return b.fn.file.function(ir.FnPromised).Call(call)
	}
	return call
}

// element returns an element that is known to be there.
func element(b *block, n *ir.Element) value {
	l := list(b, n.List)
	return value{
		code: l.in(operandPrec).Index(expr(b, n.Index).clone()), prec: operandPrec, inPlace: holdsStructs(l, n.List.Type().Elem),
	}
}

// fallibleRow returns the call that reads a row of a table that may not have the key.
func fallibleRow(b *block, n *ir.Row) *jen.Statement {
	if n.Proven {
		return nil
	}
	table, key := expr(b, n.Table), rowKey(b, n)
	return b.fn.file.function(ir.FnKey).Call(table.clone(), key.clone())
}

// row returns a row of a table that has every key there can be.
func row(b *block, n *ir.Row) value {
	table, key := expr(b, n.Table), rowKey(b, n)
	return operand(table.clone().Index(key.clone()))
}

func rowKey(b *block, n *ir.Row) value { return pay(b, n.Costs, 1, n.Key, expr(b, n.Key)) }

// reusable returns the value of n as an expression that may be read more than once: what is computed is held in a variable.
func reusable(b *block, n ir.Node) value { return makeReusable(b, n, expr(b, n)) }

// makeReusable is reusable for a value v of n that has been printed already.
func makeReusable(b *block, n ir.Node, v value) value {
	if ir.IsRead(n) {
		return v
	}
	return b.hold(hints(n), v, n.Type())
}
