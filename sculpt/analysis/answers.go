package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answers says what the structs hold that the plan has for objects in answers: which fields, and which of them may be absent. Objects that come from
// elsewhere always have all their fields.
type answers struct {
	fields  map[*ir.Field]*plan.StructField
	structs map[*ir.ObjectType]*plan.Struct
}

func answersOf(p *plan.Plan) answers {
	a := answers{fields: p.StructFields(), structs: map[*ir.ObjectType]*plan.Struct{}}
	for _, u := range p.Upstreams {
		for _, s := range u.Structs() {
			for _, o := range s.Objects {
				a.structs[o] = s.Struct
			}
		}
	}
	return a
}

// mayLack reports whether there are objects without that field.
func (a answers) mayLack(f *ir.Field) bool {
	if field := a.fields[f]; field != nil {
		return !field.Always
	}
	return f.OfBody()
}

// withoutUnread returns a copy of a stand-in for an answer that lacks the members which nothing reads: the struct has no fields for them.
func (a answers) withoutUnread(n ir.Node) ir.Node {
	record, ok := n.(*ir.Record)
	if !ok {
		return ir.Copy(n, a.withoutUnread)
	}
	kept := *record
	kept.Members = nil
	for _, m := range record.Members {
		if a.fields[record.T.Object.Field(m.Name)] != nil || a.structs[record.T.Object] == nil {
			kept.Members = append(kept.Members, ir.RecordMember{Name: m.Name, Value: a.withoutUnread(m.Value)})
		}
	}
	return &kept
}

// field returns the identity of a field in the generated code: fields that one field of a struct holds have the same one.
func (a answers) field(f *ir.Field) any {
	if field := a.fields[f]; field != nil {
		return field
	}
	return f
}

// object returns the identity of an object type in the generated code: object types that one struct stands for have the same one.
func (a answers) object(o *ir.ObjectType) any {
	if s := a.structs[o]; s != nil {
		return s
	}
	return o
}

// asking returns a condition that holds where n does, and does not where n fails because something that it reads is not there: before
// a read of it, it asks whether it is.
func (a answers) asking(n ir.Node) ir.Node {
	if logic, ok := n.(*ir.Logic); ok {
		return &ir.Logic{And: logic.And, X: a.asking(logic.X), Y: a.asking(logic.Y)}
	}
	asked := clone(n)
	questions := a.questions(n)
	for i := len(questions) - 1; i >= 0; i-- {
		asked = &ir.Logic{And: true, X: questions[i], Y: asked}
	}
	return asked
}

// questions returns conditions that ask whether the values are there that n reads in any case, in the order in which it reads them.
func (a answers) questions(n ir.Node) []ir.Node {
	var list []ir.Node
	for _, below := range ir.Always(n) {
		list = append(list, a.questions(below)...)
	}
	switch n := n.(type) {
	case *ir.Member:
		if a.mayLack(n.Field) {
			list = append(list, &ir.Has{X: clone(n.X), Field: n.Field})
		}
	case *ir.NotNull:
		list = append(list, &ir.Not{X: &ir.IsNull{X: clone(n.X)}})
	case *ir.Element:
		if i, ok := n.Index.(*ir.Const); ok && i.Value.(int64) >= 0 {
			list = append(list, &ir.Binary{T: ir.BoolType, Op: ">", X: ir.FnLen.Call(clone(n.List)), Y: i})
		}
	}
	return list
}
