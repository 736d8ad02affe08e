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
// it is an optional.
func (ts *Types) Storage(field *ir.Field) Storage {
	t, read := field.Type, ts.fields[field]
	always := read == nil || read.Always
	switch {
	case always && ByValue(t) && !ts.cyclic[field]:
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

// cyclicFields returns the fields that cannot be held by value because the struct would contain itself.
func cyclicFields(structs []*plan.Struct) map[*ir.Field]bool {
	inside := map[*ir.ObjectType][]*ir.Field{}
	for _, s := range structs {
		for _, f := range s.Fields {
			if f.Always && ByValue(f.Field.Type) {
				inside[s.Object] = append(inside[s.Object], f.Field)
			}
		}
	}
	cyclic := map[*ir.Field]bool{}
	for object, fields := range inside {
		for _, f := range fields {
			if reaches(inside, f.Type.Object, object, map[*ir.ObjectType]bool{}) {
				cyclic[f] = true
			}
		}
	}
	return cyclic
}

// reaches reports whether from holds to, directly or through others.
func reaches(inside map[*ir.ObjectType][]*ir.Field, from, to *ir.ObjectType, seen map[*ir.ObjectType]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, f := range inside[from] {
		if reaches(inside, f.Type.Object, to, seen) {
			return true
		}
	}
	return false
}
