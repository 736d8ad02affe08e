package upstream

import (
	"fmt"
	"strings"
)

// Shapes say what a document describes of objects that are handed on as they are: which members they have, in which order, and of
// which types. They may be used by several goroutines at the same time.
type Shapes map[string]*shape

// shape is an object: its members in the document's order.
type shape struct {
	members []shapeMember
	index   map[string]int // of members, by name
}

// shapeMember is a member of an object.
type shapeMember struct {
	key string // ,"name":
	t   shapeType
}

// shapeType is the type of a value.
type shapeType struct {
	kind     shapeKind
	nullable bool
	elem     *shapeType // of a list or a map
	object   *shape
}

type shapeKind int

const (
	anyShape shapeKind = iota
	boolShape
	intShape
	floatShape
	stringShape
	listShape
	mapShape
	objectShape
)

var shapeKinds = map[string]shapeKind{"any": anyShape, "bool": boolShape, "int": intShape, "float": floatShape, "string": stringShape}

// ParseShapes reads shapes from JSON: an object of objects, whose members say of what type they are. It panics for what is none: the
// text is part of the program.
//
//	{
//	"Order": {"note": "?string", "total": "float", "items": "[]#Item"},
//	"Item": {"sku": "string", "extra": "any", "parent": "#Item", "prices": "{}int"}
//	}
//
// The type of a value is any, bool, int, float, string or the name of an object behind #; before it stand ? for what may be null,
// [] for a list, and {} for an object that has members of any names.
func ParseShapes(text []byte) Shapes {
	objects, ok := membersOf(text)
	if !ok {
		panic("upstream: the shapes are no object")
	}
	shapes := Shapes{}
	for _, o := range objects {
		shapes[o.name] = &shape{index: map[string]int{}}
	}
	for _, o := range objects {
		shapes.fill(o)
	}
	return shapes
}

// fill gives an object its members.
func (shapes Shapes) fill(object jsonMember) {
	members, ok := membersOf(object.value)
	if !ok {
		panic(fmt.Sprintf("upstream: the shape %s is no object", object.name))
	}
	s := shapes[object.name]
	for i, m := range members {
		text, kind := textOf(m.value)
		t, ok := shapes.parse(text)
		if kind != singleValue || !ok {
			panic(fmt.Sprintf("upstream: %s of the shape %s is of no type: %s", m.name, object.name, m.value))
		}
		s.members = append(s.members, shapeMember{key: "," + stringJSON(m.name) + ":", t: t})
		s.index[m.name] = i
	}
}

// parse reads a type. ok is false for what is none.
func (shapes Shapes) parse(text string) (t shapeType, ok bool) {
	if inner, ok := strings.CutPrefix(text, "?"); ok {
		t.nullable, text = true, inner
	}
	switch {
	case strings.HasPrefix(text, "[]"):
		return shapes.parseElem(t, listShape, text[len("[]"):])
	case strings.HasPrefix(text, "{}"):
		return shapes.parseElem(t, mapShape, text[len("{}"):])
	case strings.HasPrefix(text, "#"):
		t.kind, t.object = objectShape, shapes[text[len("#"):]]
		return t, t.object != nil
	}
	t.kind, ok = shapeKinds[text]
	return t, ok
}

// parseElem reads the type of the elements of a list or a map.
func (shapes Shapes) parseElem(t shapeType, kind shapeKind, text string) (shapeType, bool) {
	elem, ok := shapes.parse(text)
	t.kind, t.elem = kind, &elem
	return t, ok
}

// stringJSON returns text as JSON, in which <, > and & stand as they are.
func stringJSON(text string) string {
	encoded, _ := marshal(text) // a string cannot fail
	return encoded
}
