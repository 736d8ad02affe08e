package gotype

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Storage says how a struct's field holds its value.
type Storage int

// The storages. The Go type of a value is that of [Types.Of].
const (
	AsValue     Storage = iota // the value as it is
	Embedded                   // the struct of an object: the value is its address
	NilIfAbsent                // a slice, map or pointer; nil if the field is absent
	InOpt                      // a nact.Opt of the value
)

// Storage returns how the field of an answer, record or row holds its value. What is no answer's is always there unless
// it is an optional. The body of an answer that may lack it, which is no struct's field, is an optional as well.
func (ts *Types) Storage(field *ir.Field) Storage {
	t, read := field.Type, ts.fields[field]
	always := read == nil || read.Always
	switch {
	case read == nil && field.OfBody():
		return InOpt
	case always && t.ByValue() && !ts.cyclic[read]:
		return Embedded
	case always || t.Kind == ir.Optional:
		return AsValue
	case t.Nullable || t.Scalar() || t.Kind == ir.Dyn || t.Kind == ir.Null:
		return InOpt
	}
	return NilIfAbsent
}

// Field returns the Go type of a field of an answer, record or row.
func (ts *Types) Field(field *ir.Field) *jen.Statement {
	switch ts.Storage(field) {
	case Embedded:
		return jen.Id(ts.names.Struct(field.Type.Object))
	case InOpt:
		return ts.runtime.Nact("Opt").Types(ts.Of(field.Type))
	}
	return ts.Of(field.Type)
}

// addCyclic adds the fields of an upstream's structs to cyclic that would be held by value if their struct did not contain itself that way.
func addCyclic(cyclic map[*plan.StructField]bool, structs []*plan.AnswerStruct) {
	of := map[*ir.ObjectType]*plan.Struct{}
	for _, s := range structs {
		for _, object := range s.Objects {
			of[object] = s.Struct
		}
	}
	inside := map[*plan.Struct][]*plan.Struct{} // the structs that a struct would hold by value
	eachEmbedded := func(f func(s *plan.Struct, field *plan.StructField, holds *plan.Struct)) {
		for _, s := range structs {
			for _, field := range s.Fields {
				if field.Always && field.Type().ByValue() {
					f(s.Struct, field, of[field.Type().Object])
				}
			}
		}
	}
	eachEmbedded(func(s *plan.Struct, _ *plan.StructField, holds *plan.Struct) { inside[s] = append(inside[s], holds) })
	eachEmbedded(func(s *plan.Struct, field *plan.StructField, holds *plan.Struct) {
		if reaches(inside, holds, s, map[*plan.Struct]bool{}) {
			cyclic[field] = true
		}
	})
}

// reaches reports whether from is to, or holds it, directly or through others.
func reaches(inside map[*plan.Struct][]*plan.Struct, from, to *plan.Struct, seen map[*plan.Struct]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(inside[from], func(s *plan.Struct) bool { return reaches(inside, s, to, seen) })
}
