package answer

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Usage is what expressions read of the answers.
type Usage interface {
	Reads(*ir.Field) bool        // some expression reads the field
	Insists(*ir.Field) bool      // some takes it to be there, and none asks
	Encoded(*ir.ObjectType) bool // values are written as JSON
	Dynamic(*ir.ObjectType) bool // values become dyn
}

// Decide sets the structs of the answers of operations, also of those to errors. The operations are those of one upstream; ones
// without an answer stay as they are.
func Decide(operations []*plan.Operation, usage Usage) {
	var objects []*object
	for _, op := range operations {
		for _, a := range op.Answers() {
			a.Structs = nil
			objects = append(objects, readIn(a, usage)...)
		}
	}
	structs := map[*object]*plan.Struct{}
	for _, alike := range partition(objects) {
		s := merge(alike, usage)
		for _, o := range alike {
			structs[o] = s
		}
	}
	last := map[*plan.Struct]*plan.Answer{} // that was given the struct
	for _, o := range objects {
		if s := structs[o]; last[s] != o.answer {
			last[s] = o.answer
			o.answer.Structs = append(o.answer.Structs, s)
		}
	}
}

// object is an object type in an answer, with the fields that are read.
type object struct {
	answer *plan.Answer
	t      *ir.ObjectType
	fields []field // in the document's order; undeclared ones in that of the expressions that read them
	byName []field // the same, in the order of their names
}

// field is a field that is read. holds is the object in it, in the lists and maps in it, or nil.
type field struct {
	*ir.Field
	always bool
	holds  *object
}

// readIn returns the objects in an answer, the outermost first.
func readIn(a *plan.Answer, usage Usage) []*object {
	var objects []*object
	seen := map[*ir.ObjectType]*object{}
	var visit func(t *ir.Type) *object
	visit = func(t *ir.Type) *object {
		for t.Kind == ir.List || t.Kind == ir.Map || t.Kind == ir.Optional {
			t = t.Elem
		}
		if t.Kind != ir.Object {
			return nil
		}
		if o := seen[t.Object]; o != nil {
			return o
		}
		o := &object{answer: a, t: t.Object}
		seen[t.Object] = o
		objects = append(objects, o)
		for _, f := range t.Object.Fields {
			if usage.Reads(f) {
				o.fields = append(o.fields, field{Field: f, always: f.Required && usage.Insists(f)})
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
func merge(alike []*object, usage Usage) *plan.Struct {
	s := &plan.Struct{Place: alike[0].t.Place}
	for _, o := range alike {
		s.Objects = append(s.Objects, o.t)
		s.Encode = s.Encode || usage.Encoded(o.t)
		s.Dyn = s.Dyn || usage.Dynamic(o.t)
	}
	for _, f := range alike[0].fields {
		merged := &plan.StructField{Always: f.always}
		for _, o := range alike {
			merged.Fields = append(merged.Fields, o.t.Field(f.Name))
		}
		s.Fields = append(s.Fields, merged)
	}
	return s
}
