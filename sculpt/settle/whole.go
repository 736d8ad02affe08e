package settle

import (
	"github.com/nactgen/nactgen/sculpt/ir"
)

// writing knows which objects of answers are written as JSON again, and which of those are handed on as they are: nobody reads a member
// of them by its name. What is in these is no object of Go's, however deep it goes.
type writing struct {
	usage   Usage
	written map[*ir.ObjectType]bool
	seen    map[*ir.ObjectType]bool
}

// writtenIn returns the writing of what operations answer.
func writtenIn(operations []Typed, usage Usage) *writing {
	w := &writing{usage: usage, written: map[*ir.ObjectType]bool{}, seen: map[*ir.ObjectType]bool{}}
	for _, op := range operations {
		for _, a := range op.Answers {
			w.visit(objectIn(a.Type))
		}
	}
	return w
}

// visit notes what is written of an object, and of those in it that are read. nil is none.
func (w *writing) visit(o *ir.ObjectType) {
	if o == nil || w.seen[o] {
		return
	}
	w.seen[o] = true
	if w.usage.Encoded(o) {
		w.write(o)
	}
	for _, f := range o.Fields() {
		if w.usage.Reads(f) {
			w.visit(objectIn(f.Type))
		}
	}
}

// write notes that an object is written, with all that is in it.
func (w *writing) write(o *ir.ObjectType) {
	if o == nil || w.written[o] {
		return
	}
	w.written[o] = true
	if w.copied(o) {
		return
	}
	for _, f := range o.Fields() {
		w.write(objectIn(f.Type))
		w.visit(objectIn(f.Type))
	}
}

// reads reports whether a field of an object is read, by its name or with all of the object.
func (w *writing) reads(o *ir.ObjectType, f *ir.Field) bool { return w.written[o] || w.usage.Reads(f) }

// copied reports whether an object is handed on as it is.
func (w *writing) copied(o *ir.ObjectType) bool {
	if !w.written[o] || !o.Described() || w.usage.Dynamic(o) || w.usage.Made(o) {
		return false
	}
	for _, f := range o.Fields() {
		if w.usage.Reads(f) {
			return false
		}
	}
	return true
}

// objectIn returns the object that values of t are, or that the lists and maps hold that they are; nil if there is none.
func objectIn(t *ir.Type) *ir.ObjectType {
	for t.Kind == ir.List || t.Kind == ir.Map || t.Kind == ir.Optional {
		t = t.Elem
	}
	if t.Kind != ir.Object {
		return nil
	}
	return t.Object
}
