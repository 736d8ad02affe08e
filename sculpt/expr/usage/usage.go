// Package usage says what expressions do with the answers of upstreams, and what a decoder has to keep of an answer for that.
//
// Compiling an expression gives a [Log]. That of steps.order.body.items.map(i, i.?note) says that the field items is read and has to be
// there, and that it is asked whether a note is. What the logs of a service's expressions come to, all of them together, is a [Usage].
package usage

import "github.com/nactgen/nactgen/sculpt/ir"

// Log is what an expression, or several one after the other, do with answers. The zero Log is that of no expression.
type Log []use

// use is one thing that is done with an answer: with a field, or with the values of a type.
type use struct {
	how   how
	field *ir.Field
	t     *ir.Type
}

type how int

const (
	insist how = iota // of a field
	ask
	lack
	encode // from here on of a type
	makeDyn
	lackAll
	standIn
)

// Insist notes that an expression reads f, which must be there.
func (l *Log) Insist(f *ir.Field) { *l = append(*l, use{how: insist, field: f}) }

// Ask notes that an expression asks whether f is there.
func (l *Log) Ask(f *ir.Field) { *l = append(*l, use{how: ask, field: f}) }

// Lack notes that a stand-in for an answer does not have f, or may not have it.
func (l *Log) Lack(f *ir.Field) { *l = append(*l, use{how: lack, field: f}) }

// LackAll notes that any field of the objects in t may be missing.
func (l *Log) LackAll(t *ir.Type) { *l = append(*l, use{how: lackAll, t: t}) }

// StandIn notes that the manifest has a value of its own for an object: a stand-in for an answer, or a part of one.
func (l *Log) StandIn(o *ir.ObjectType) { *l = append(*l, use{how: standIn, t: ir.ObjectOf(o)}) }

// Encode notes that a value of type t is written as JSON. What is in an object of a document is not looked at.
func (l *Log) Encode(t *ir.Type) { *l = append(*l, use{how: encode, t: t}) }

// MakeDyn notes that a value of type t becomes a dyn.
func (l *Log) MakeDyn(t *ir.Type) { *l = append(*l, use{how: makeDyn, t: t}) }

// Usage is what expressions read of the answers: for each way of using something the fields, and the objects, that are used so.
type Usage struct {
	fields  map[how]map[*ir.Field]bool
	copied  map[*ir.Field]bool // the fields of objects that are used as a whole
	objects map[how]map[*ir.ObjectType]bool
}

// Of returns what a log comes to.
func Of(log Log) *Usage {
	u := &Usage{fields: map[how]map[*ir.Field]bool{}, copied: map[*ir.Field]bool{}, objects: map[how]map[*ir.ObjectType]bool{}}
	for h := insist; h <= standIn; h++ {
		u.fields[h], u.objects[h] = map[*ir.Field]bool{}, map[*ir.ObjectType]bool{}
	}
	for _, use := range log {
		switch use.how {
		case insist, ask, lack:
			u.fields[use.how][use.field] = true
		case lackAll:
			u.lackAll(use.t, map[*ir.ObjectType]bool{})
		case standIn:
			u.objects[standIn][use.t.Object] = true
		case encode, makeDyn:
			u.copy(use.t, u.objects[use.how], use.how == makeDyn)
		}
	}
	return u
}

// lackAll notes that any field of the objects in t may be missing.
func (u *Usage) lackAll(t *ir.Type, visited map[*ir.ObjectType]bool) {
	for ; t != nil; t = t.Elem {
		if t.Kind != ir.Object || visited[t.Object] {
			continue
		}
		visited[t.Object] = true
		for _, f := range t.Object.Fields() {
			u.fields[lack][f] = true
			u.lackAll(f.Type, visited)
		}
	}
}

// copy notes that the values of object types in t are used as a whole, in the way that the set stands for. Into objects of documents it
// goes only if inside is set.
func (u *Usage) copy(t *ir.Type, set map[*ir.ObjectType]bool, inside bool) {
	for ; t != nil; t = t.Elem {
		if t.Kind != ir.Object || set[t.Object] {
			continue
		}
		set[t.Object] = true
		if t.Object.Described() && !inside {
			continue
		}
		for _, f := range t.Object.Fields() {
			u.copied[f] = true
			u.copy(f.Type, set, inside)
		}
	}
}

// Reads reports whether some expression reads f, by its name or with all of its object.
func (u *Usage) Reads(f *ir.Field) bool {
	return u.fields[insist][f] || u.fields[ask][f] || u.copied[f]
}

// Insists reports whether some expression takes f to be there, none asks whether it is, and no object of the manifest's own lacks it.
// An expression that copies all of an object does not insist on its fields.
func (u *Usage) Insists(f *ir.Field) bool {
	return u.fields[insist][f] && !u.fields[ask][f] && !u.fields[lack][f]
}

// Encoded reports whether an expression has values of o written as JSON again, so that all of their fields count. What is written with
// an object around it does not say so itself.
func (u *Usage) Encoded(o *ir.ObjectType) bool { return u.objects[encode][o] }

// Dynamic reports whether values of o become dyn, so that all of their fields count.
func (u *Usage) Dynamic(o *ir.ObjectType) bool { return u.objects[makeDyn][o] }

// Made reports whether the manifest has a value of its own for o: a stand-in for an answer, or a part of one.
func (u *Usage) Made(o *ir.ObjectType) bool { return u.objects[standIn][o] }
