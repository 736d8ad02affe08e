package settle

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Usage is what expressions read of the answers.
type Usage interface {
	Reads(*ir.Field) bool        // some expression reads the field, by its name or in a dyn
	Insists(*ir.Field) bool      // some takes it to be there, and none asks
	Encoded(*ir.ObjectType) bool // an expression has values written as JSON
	Dynamic(*ir.ObjectType) bool // values become dyn
	Made(*ir.ObjectType) bool    // the manifest has values of its own
}

// Typed are the answers of an operation of which something is read: their types are known, and not their structs.
type Typed struct {
	Operation string
	Answers   []*plan.Answer
}

// Structs returns the structs of the answers of operations, also of those to errors, and the shapes of what the answers hold as it is;
// nil if there is nothing. The operations are those of one upstream.
//
// Every operation has object types of its own, even where the document has one component. Those that stand at one place of one
// component and are read alike become one struct: the same fields are read, each is there as surely, and what they hold is alike in
// turn. Objects that contain themselves are alike unless something in them differs. What is inline in an answer is no other
// operation's.
func Structs(operations []Typed, usage Usage, heads *demand.Heads) (map[*plan.Answer][]*plan.Struct, *plan.Shapes) {
	var objects []*object
	written := writtenIn(operations, usage)
	for _, op := range operations {
		objects = append(objects, lists.FlatMap(op.Answers, func(a *plan.Answer) []*object { return objectsIn(op.Operation, a, written) })...)
	}
	shapes := shapesOf(objects)
	for _, o := range objects {
		if o.copied {
			o.copyOf = shapes.Names[o.t.Whole()]
		}
	}
	structs := map[*object]*plan.Struct{}
	for _, alike := range partition(objects) {
		s := merge(alike, written, heads)
		for _, o := range alike {
			structs[o] = s
		}
	}
	decided := map[*plan.Answer][]*plan.Struct{}
	last := map[*plan.Struct]*plan.Answer{} // the last answer that was given a struct
	for _, o := range objects {
		if s := structs[o]; last[s] != o.answer {
			last[s] = o.answer
			decided[o.answer] = append(decided[o.answer], s)
		}
	}
	return decided, shapes
}

// object is an object type in an answer, with the fields that are read.
type object struct {
	operation string // the name of the operation that answers it
	answer    *plan.Answer
	t         *ir.ObjectType
	copied    bool    // it is handed on as it is
	copyOf    string  // with copied: the name of its shape
	fields    []field // in the document's order; undeclared ones in that of the expressions that read them
	byName    []field // fields, in the order of their names
}

// field is a field that is read.
type field struct {
	*ir.Field
	always bool    // an answer without it is refused
	holds  *object // the object that its value is, or that the lists and maps in it hold; nil: there is none
}

// objectsIn returns the objects in an answer, the outermost first.
func objectsIn(op string, a *plan.Answer, written *writing) []*object {
	var objects []*object
	seen := map[*ir.ObjectType]*object{}
	var visit func(t *ir.Type) *object
	visit = func(t *ir.Type) *object {
		of := objectIn(t)
		if of == nil {
			return nil
		}
		if o := seen[of]; o != nil {
			return o
		}
		o := &object{operation: op, answer: a, t: of, copied: written.copied(of)}
		seen[of] = o
		objects = append(objects, o)
		if o.copied {
			return o
		}
		for _, f := range of.Fields() {
			if written.reads(of, f) {
				o.fields = append(o.fields, field{Field: f, always: f.Required && written.usage.Insists(f)})
			}
		}
		for i := range o.fields {
			o.fields[i].holds = visit(o.fields[i].Type)
		}
		o.byName = slices.SortedFunc(slices.Values(o.fields), func(a, b field) int { return cmp.Compare(a.Name, b.Name) })
		return o
	}
	visit(a.Type)
	return objects
}

// merge returns the struct of objects that are alike.
func merge(alike []*object, written *writing, heads *demand.Heads) *plan.Struct {
	s := &plan.Struct{Place: alike[0].t.Place, CopyOf: alike[0].copyOf}
	for _, o := range alike {
		s.Objects = append(s.Objects, o.t)
		s.Encode = s.Encode || written.written[o.t]
		s.Dyn = s.Dyn || written.usage.Dynamic(o.t)
	}
	for _, f := range alike[0].fields {
		merged := &plan.StructField{Always: f.always}
		merged.Fields = lists.Map(alike, func(o *object) *ir.Field { return o.t.Field(f.Name) })
		if !s.Encode && !s.Dyn { // otherwise all of it is read
			merged.Head = headOf(merged, heads)
		}
		s.Fields = append(s.Fields, merged)
	}
	return s
}

// headOf returns how many elements are read of the fields that a field of a struct holds; 0: all.
func headOf(f *plan.StructField, heads *demand.Heads) int64 {
	most := int64(0)
	for _, field := range f.Fields {
		count, known := heads.Of(field)
		if !known {
			return 0
		}
		most = max(most, count)
	}
	return most
}

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
