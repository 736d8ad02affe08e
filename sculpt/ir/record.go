package ir

import "strings"

// Records are the types of objects that a manifest spells out. A key is made of names; the types of one key differ in the types of
// their fields.
type Records map[string][]*Type

// Of returns the type of objects with the fields. name tells objects apart that are to have types of their own: those of one name whose
// fields have the same names and types, in the same order, have one type.
func (r Records) Of(name string, fields []*Field) *Type {
	names := []string{name}
	for _, f := range fields {
		names = append(names, f.Name)
	}
	key := strings.Join(names, "\x00")
	for _, t := range r[key] {
		if t.Object.holds(fields) {
			return t
		}
	}
	object := &ObjectType{Name: "record"}
	for _, f := range fields {
		object.Add(f)
	}
	t := ObjectOf(object)
	r[key] = append(r[key], t)
	return t
}

// holds reports whether the fields of an object, in their order, are of the same types as those given, which have the same names.
func (o *ObjectType) holds(fields []*Field) bool {
	if len(o.Fields()) != len(fields) { // a name stands twice
		return false
	}
	for i, f := range o.Fields() {
		if !Same(f.Type, fields[i].Type) {
			return false
		}
	}
	return true
}
