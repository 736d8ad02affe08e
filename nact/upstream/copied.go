package upstream

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// Copied is an object of an answer that is handed on as it is. It becomes JSON with those members that the document describes, in the
// order of the document. The zero Copied becomes an object without members.
type Copied struct {
	text []byte // JSON, compact; nil is {}
}

// MarshalJSON returns the object as JSON.
func (c Copied) MarshalJSON() ([]byte, error) {
	if c.text == nil {
		return []byte("{}"), nil
	}
	return c.text, nil
}

// Copy reads an object of a shape. Values of other types than the document's are errors, null counts as absent where the document
// does not allow it, and members that it does not describe are dropped. Of several members of one name the last counts.
func (shapes Shapes) Copy(d *Decoder, name string) Copied {
	c := &copier{d: d}
	c.object(shapes[name])
	if d.err != nil || !d.spend(len(c.text)) {
		return Copied{}
	}
	return Copied{slices.Clip(c.text)}
}

// copier appends values that it reads as JSON.
type copier struct {
	d     *Decoder
	text  []byte
	spans []span // of the members of the objects that are open, those of the innermost last
}

// span is where in the text a member is, with the comma before it and its name. Members of a shape are compared by their place in it,
// others by their names.
type span struct {
	place      int
	name       string
	start, end int
}

// value reads a value that is not null, or whose type allows any value.
func (c *copier) value(t *shapeType) {
	switch t.kind {
	case anyShape:
		c.any()
	case boolShape:
		c.text = strconv.AppendBool(c.text, c.d.Bool())
	case intShape:
		c.text = strconv.AppendInt(c.text, c.d.Int(), 10)
	case floatShape:
		c.text = appendFloat(c.text, c.d.Float())
	case stringShape:
		c.string()
	case listShape:
		c.list(t.elem)
	case mapShape:
		c.mapping(t.elem)
	case objectShape:
		c.object(t.object)
	}
}

// orNull reads a value, or null if the type allows that.
func (c *copier) orNull(t *shapeType) {
	if t.nullable && c.d.Null() {
		c.text = append(c.text, "null"...)
		return
	}
	c.value(t)
}

func (c *copier) any() {
	text, err := marshal(c.d.Any())
	if err == nil { // Any returns nothing that is not JSON
		c.text = append(c.text, text...)
	}
}

// string copies the text of a string as it stands, unless it holds escapes or is not ASCII.
func (c *copier) string() {
	d := c.d
	if !d.at('"', "a string") {
		return
	}
	end, form, bad := jsonscan.String(d.data, d.pos)
	if bad != "" {
		d.malformed(end, bad)
		return
	}
	if form == 0 {
		c.text = append(c.text, d.data[d.pos:end]...)
	} else {
		c.text = append(c.text, stringJSON(string(d.text(d.pos+1, end-1, form)))...)
	}
	d.pos = end
}

func (c *copier) list(elem *shapeType) {
	start := len(c.text)
	for range c.d.Array() {
		c.text = append(c.text, ',')
		c.orNull(elem)
	}
	c.close(start, '[', ']')
}

// mapping reads an object that has members of any names, and sorts them by these.
func (c *copier) mapping(elem *shapeType) {
	start, outer := len(c.text), len(c.spans)
	c.d.members(func(key []byte) bool {
		member := span{name: string(key), start: len(c.text)}
		c.d.spend(stringSize + len(key))
		c.text = append(append(append(c.text, ','), stringJSON(member.name)...), ':')
		c.orNull(elem)
		member.end = len(c.text)
		c.spans = append(c.spans, member)
		return true
	}, true)
	c.order(start, outer, func(a, b span) int { return strings.Compare(a.name, b.name) })
	c.close(start, '{', '}')
}

// object reads an object of a shape.
func (c *copier) object(s *shape) {
	start, outer := len(c.text), len(c.spans)
	for key := range c.d.Object() {
		place := s.place(key)
		if place < 0 {
			continue
		}
		member := &s.members[place]
		null := member.t.kind != anyShape && c.d.Null()
		if null && (!member.t.nullable || c.has(outer, place)) {
			continue
		}
		at := span{place: place, start: len(c.text)}
		c.text = append(append(append(c.text, ','), member.json...), ':')
		if null {
			c.text = append(c.text, "null"...)
		} else {
			c.value(member.t)
		}
		at.end = len(c.text)
		c.spans = append(c.spans, at)
	}
	c.order(start, outer, func(a, b span) int { return a.place - b.place })
	c.close(start, '{', '}')
}

// has reports whether the object whose spans begin at outer has the member at a place of its shape.
func (c *copier) has(outer, place int) bool {
	return slices.ContainsFunc(c.spans[outer:], func(s span) bool { return s.place == place })
}

// order sorts the members of the innermost object, whose text begins at start, keeps the last of those that compare as equal, and forgets
// their spans.
func (c *copier) order(start, outer int, compare func(a, b span) int) {
	members := c.spans[outer:]
	c.spans = c.spans[:outer]
	if ascends(members, compare) {
		return
	}
	slices.SortStableFunc(members, compare)
	var ordered []byte
	for i, m := range members {
		if i+1 == len(members) || compare(m, members[i+1]) != 0 {
			ordered = append(ordered, c.text[m.start:m.end]...)
		}
	}
	c.text = append(c.text[:start], ordered...)
}

// ascends reports whether members are in order, each once.
func ascends(members []span, compare func(a, b span) int) bool {
	for i := 1; i < len(members); i++ {
		if compare(members[i-1], members[i]) >= 0 {
			return false
		}
	}
	return true
}

// close puts brackets around the elements from start on, the first of which has a comma before it.
func (c *copier) close(start int, opening, closing byte) {
	if len(c.text) == start {
		c.text = append(c.text, opening)
	}
	c.text[start] = opening
	c.text = append(c.text, closing)
}

// appendFloat appends a number as encoding/json does.
func appendFloat(dst []byte, v float64) []byte {
	format := byte('f')
	if magnitude := math.Abs(v); magnitude != 0 && (magnitude < 1e-6 || magnitude >= 1e21) {
		format = 'e'
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, v, format, -1, 64)
	if n := len(dst); format == 'e' && n-start >= 4 && string(dst[n-4:n-1]) == "e-0" {
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}
