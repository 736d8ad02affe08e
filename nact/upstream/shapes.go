package upstream

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// Shapes say what a document describes of objects that are handed on as they are: which members they have, in which order, and of
// which types. They may be used by several goroutines at the same time.
type Shapes map[string]*shape

// shape is an object: its members in the document's order.
type shape struct {
	members []shapeMember
	index   map[string]int // of members, by name; nil: they are few
}

// shapeMember is a member of an object.
type shapeMember struct {
	name string
	json string // the name as JSON
	t    *shapeType
}

// fewMembers is how many names are found as fast by looking at each as in a map.
const fewMembers = 8

// place returns the place of a member, or -1.
func (s *shape) place(name []byte) int {
	if s.index != nil {
		if place, known := s.index[string(name)]; known {
			return place
		}
		return -1
	}
	return slices.IndexFunc(s.members, func(m shapeMember) bool { return m.name == string(name) })
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
	p := shapeParser{shapes: Shapes{}, types: make(map[string]*shapeType)}
	for _, pass := range []func(*Decoder){p.names, p.objects} {
		if err := Decode(text, pass); err != nil {
			panic("upstream: the shapes cannot be read: " + err.Error())
		}
	}
	return p.shapes
}

// shapeParser reads shapes. A service reads those of whole documents when it starts, so that it takes as few pieces of memory as it can.
type shapeParser struct {
	shapes  Shapes
	text    string                // what is read
	types   map[string]*shapeType // by their text: most members are of one of a few
	members []shapeMember         // room for those of one object
}

// names reads the names of the objects, which types may have before the objects are read.
func (p *shapeParser) names(d *Decoder) {
	p.text = string(d.data)
	for name := range d.Object() {
		p.shapes[string(name)] = new(shape)
	}
}

func (p *shapeParser) objects(d *Decoder) {
	for name := range d.Object() {
		p.object(d, p.shapes[string(name)])
	}
}

// object reads the members of an object.
func (p *shapeParser) object(d *Decoder, s *shape) {
	p.members = p.members[:0]
	for name := range d.Object() {
		member := p.member(d.frames[len(d.frames)-1].key, name)
		member.t = p.readType(d)
		p.members = append(p.members, member)
	}
	s.members = slices.Clone(p.members)
	if len(s.members) <= fewMembers {
		return
	}
	s.index = make(map[string]int, len(s.members))
	for i, m := range s.members {
		s.index[m.name] = i
	}
}

// member returns a member without its type. If its name has no escapes, name and JSON are slices of the text, and take no memory.
func (p *shapeParser) member(at jsonscan.Name, name []byte) shapeMember {
	if at.Form == 0 {
		return shapeMember{name: p.text[at.Start:at.End], json: p.text[at.Start-1 : at.End+1]}
	}
	return shapeMember{name: string(name), json: stringJSON(string(name))}
}

func (p *shapeParser) readType(d *Decoder) *shapeType {
	start := d.pos
	d.Skip()
	written := p.text[start:d.pos]
	if t := p.types[written]; t != nil {
		return t
	}
	text := ""
	err := Decode([]byte(written), func(d *Decoder) { text = d.String() })
	t, ok := p.shapes.parse(text)
	if err != nil || !ok {
		d.fail("no type of a shape")
	}
	p.types[written] = &t
	return &t
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
	if !strings.ContainsFunc(text, needsEscape) { // nearly always
		return `"` + text + `"`
	}
	encoded, _ := marshal(text) // a string cannot fail
	return encoded
}

// needsEscape reports whether a character may stand otherwise in JSON than by itself.
func needsEscape(c rune) bool { return c < ' ' || c > '~' || c == '"' || c == '\\' }
