package gotype

import (
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

// embedding is a field that holds a struct by value, if that is possible.
type embedding struct {
	field     *plan.StructField
	in, holds *plan.Struct
}

// embeddings returns those of an upstream's structs.
func embeddings(structs []*plan.AnswerStruct) []embedding {
	of := map[*ir.ObjectType]*plan.Struct{}
	for _, s := range structs {
		for _, object := range s.Objects {
			of[object] = s.Struct
		}
	}
	var list []embedding
	for _, s := range structs {
		for _, f := range s.Fields {
			if f.Always && f.Type().ByValue() {
				list = append(list, embedding{f, s.Struct, of[f.Type().Object]})
			}
		}
	}
	return list
}

// addCyclic adds the fields to cyclic that cannot be held by value because their struct would contain itself.
func addCyclic(cyclic map[*plan.StructField]bool, embeddings []embedding) {
	inside := map[*plan.Struct][]*plan.Struct{}
	for _, e := range embeddings {
		inside[e.in] = append(inside[e.in], e.holds)
	}
	for _, e := range embeddings {
		if reaches(inside, e.holds, e.in, map[*plan.Struct]bool{}) {
			cyclic[e.field] = true
		}
	}
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
	for _, s := range inside[from] {
		if reaches(inside, s, to, seen) {
			return true
		}
	}
	return false
}
