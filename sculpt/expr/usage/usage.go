// Package usage collects what expressions read of the answers of upstreams: what a decoder has to keep.
//
// Of steps.order.body.items.map(i, i.?note) it knows that the field items is read and has to be there, and that it is asked
// whether a note is.
package usage

import "github.com/nactgen/nactgen/sculpt/ir"

// Usage is what expressions read of the answers.
type Usage struct {
	insisted map[*ir.Field]bool // x.f, an error if it is not there
	asked    map[*ir.Field]bool // has(x.f), x.?f
	lacked   map[*ir.Field]bool // by a stand-in for an answer
	copied   map[*ir.Field]bool // with the object that has it
	encoded  map[*ir.ObjectType]bool
	dynamic  map[*ir.ObjectType]bool
	made     map[*ir.ObjectType]bool
}

// New returns the Usage of no expression.
func New() *Usage {
	return &Usage{
		insisted: map[*ir.Field]bool{}, asked: map[*ir.Field]bool{}, lacked: map[*ir.Field]bool{}, copied: map[*ir.Field]bool{},
		encoded: map[*ir.ObjectType]bool{}, dynamic: map[*ir.ObjectType]bool{}, made: map[*ir.ObjectType]bool{},
	}
}

// Reads reports whether some expression reads f, by its name or with all of its object.
func (u *Usage) Reads(f *ir.Field) bool { return u.insisted[f] || u.asked[f] || u.copied[f] }

// Insists reports whether some expression takes f to be there, none asks whether it is, and no object of the manifest's own lacks it.
// Whoever copies all of an object takes it as it comes.
func (u *Usage) Insists(f *ir.Field) bool { return u.insisted[f] && !u.asked[f] && !u.lacked[f] }

// Encoded reports whether an expression has values of o written as JSON again, so that all of their fields count. What is written with
// an object around it does not say so itself.
func (u *Usage) Encoded(o *ir.ObjectType) bool { return u.encoded[o] }

// Dynamic reports whether values of o become dyn, so that all of their fields count.
func (u *Usage) Dynamic(o *ir.ObjectType) bool { return u.dynamic[o] }

// Insist notes that an expression reads f, which must be there.
func (u *Usage) Insist(f *ir.Field) { u.insisted[f] = true }

// Ask notes that an expression asks whether f is there.
func (u *Usage) Ask(f *ir.Field) { u.asked[f] = true }

// Lack notes that a stand-in for an answer does not have f, or may not have it.
func (u *Usage) Lack(f *ir.Field) { u.lacked[f] = true }

// LackAll notes that any field of the objects in t may be missing.
func (u *Usage) LackAll(t *ir.Type) { u.lackAll(t, map[*ir.ObjectType]bool{}) }

func (u *Usage) lackAll(t *ir.Type, visited map[*ir.ObjectType]bool) {
	for ; t != nil; t = t.Elem {
		if t.Kind != ir.Object || visited[t.Object] {
			continue
		}
		visited[t.Object] = true
		for _, f := range t.Object.Fields() {
			u.Lack(f)
			u.lackAll(f.Type, visited)
		}
	}
}

// Made reports whether the manifest has a value of its own for o: a stand-in for an answer, or a part of one.
func (u *Usage) Made(o *ir.ObjectType) bool { return u.made[o] }

// Make notes that the manifest has a value of its own for o.
func (u *Usage) Make(o *ir.ObjectType) { u.made[o] = true }

// Encode notes that a value of type t is written as JSON. What is in an object of a document is not looked at.
func (u *Usage) Encode(t *ir.Type) { u.copy(t, u.encoded, false) }

// MakeDyn notes that a value of type t becomes a dyn.
func (u *Usage) MakeDyn(t *ir.Type) { u.copy(t, u.dynamic, true) }

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
