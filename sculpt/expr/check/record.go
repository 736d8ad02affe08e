package check

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// records are the types of the records that were made. A key is made of the name and of the names of the members; the types of one key differ in the types
// of their members.
type records map[string][]*ir.Type

// Record returns a record of the members. name is what the outermost record is. Records of one name whose members have the
// same names and types, in the same order, have one type.
func (s *Scope) Record(name string, members []ir.RecordMember) *ir.Record {
	return &ir.Record{Name: name, Members: members, T: s.records.of(name, members)}
}

func (r records) of(name string, members []ir.RecordMember) *ir.Type {
	key := recordKey(name, members)
	for _, t := range r[key] {
		if holds(t.Object, members) {
			return t
		}
	}
	object := &ir.ObjectType{Name: "record"}
	for _, m := range members {
		object.Add(&ir.Field{Name: m.Name, Type: m.Value.Type(), Required: true})
	}
	t := ir.ObjectOf(object)
	r[key] = append(r[key], t)
	return t
}

func recordKey(name string, members []ir.RecordMember) string {
	names := []string{name}
	for _, m := range members {
		names = append(names, m.Name)
	}
	return strings.Join(names, "\x00")
}

// holds reports whether the fields of an object are of the types of the members.
func holds(object *ir.ObjectType, members []ir.RecordMember) bool {
	if len(object.Fields()) != len(members) {
		return false
	}
	for i, m := range members {
		if f := object.Fields()[i]; f.Name != m.Name || !ir.Same(f.Type, m.Value.Type()) {
			return false
		}
	}
	return true
}
