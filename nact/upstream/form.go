package upstream

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Field says how a member of a body is written as one field or several, if the type of its value does not decide that.
type Field struct {
	Name string

	// Styled says that Style, Explode and Reserved count, which are those of a query parameter.
	Styled   bool
	Style    QueryStyle
	Explode  bool
	Reserved bool

	// Type is the media type of the member's value. Of a form it is empty or JSON.
	Type string

	// Header are further headers of a part.
	Header []Pair
}

// Form makes the body of a call a form (application/x-www-form-urlencoded) of value, whose JSON is an object.
//
// Fields stand in the order of the object's members. Without a Field a single value is its text, every element of a list a field of the
// member's name, and an object, also as an element, its JSON. Null is left out. A value ends neither its field nor its name: what is in names
// that a server would read as something else is an error, and so is a value for which its style has no form.
//
// The error is a *[nact.Fault], which does not say the value.
func (c *Call) Form(value any, fields ...Field) error {
	w := fieldWriter{fields: fields}
	if err := w.object(value); err != nil {
		return unsent(c, err)
	}
	var form Query
	c.Body = form.fields(w.written).encoded
	return c.checkBody()
}

// fields adds fields.
func (q *Query) fields(written []writtenField) *Query {
	for _, f := range written {
		keep := unreserved
		switch {
		case f.reserved && f.joined:
			keep = reservedInList
		case f.reserved:
			keep = reservedInQuery
		}
		q.encoded = appendJoined(q.name(f.name), f.values, f.style.separator(), keep)
	}
	return q
}

// writtenField is a field as it is sent.
type writtenField struct {
	name     string
	values   []string // one, or those that are joined
	joined   bool     // values are joined by the separator of the style
	style    QueryStyle
	reserved bool
	json     bool // the only value is the JSON of an object or a list
}

// fieldWriter makes fields of the members of a body.
type fieldWriter struct {
	fields  []Field
	written []writtenField
	members map[string]string // by the names of the fields that come of them
	field   Field             // of the member being written
}

// object writes the members of a value whose JSON is an object.
func (w *fieldWriter) object(value any) error {
	text, err := marshal(value)
	if err != nil {
		return &bodyRefusal{"", "it cannot be written as JSON"}
	}
	members, ok := membersOf(json.RawMessage(text))
	if !ok {
		return &bodyRefusal{"", "it is no object"}
	}
	for _, m := range members {
		if err := w.member(m.name, m.value); err != nil {
			return err
		}
	}
	return nil
}

// member writes a member of the body.
func (w *fieldWriter) member(name string, value json.RawMessage) error {
	known := false
	if w.field, known = w.fieldOf(name); !known && hasBrackets(name) {
		return &bodyRefusal{name, "its name has a bracket, and would be read as a part of another field"}
	}
	start := len(w.written)
	if err := w.value(name, value); err != nil {
		return err
	}
	return w.distinct(name, w.written[start:])
}

func (w *fieldWriter) fieldOf(name string) (f Field, known bool) {
	for _, f := range w.fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{Name: name}, false
}

// distinct refuses fields of a member if one of another member has the same name: a server could not tell them apart.
func (w *fieldWriter) distinct(member string, fields []writtenField) error {
	if w.members == nil {
		w.members = map[string]string{}
	}
	for _, f := range fields {
		if other, taken := w.members[f.name]; taken && other != member {
			return &bodyRefusal{member, fmt.Sprintf("one of its fields has the name of a field of %q", other)}
		}
		w.members[f.name] = member
	}
	return nil
}

// value writes the value of a member.
func (w *fieldWriter) value(name string, value json.RawMessage) error {
	switch {
	case w.field.Styled && w.field.Style == DeepObject:
		return w.deep(name, value, 0)
	case w.field.Styled:
		return w.styled(name, value)
	case isJSON(mediaType(w.field.Type)):
		w.add(name, string(value))
		return nil
	}
	if elements, ok := elementsOf(value); ok {
		for _, elem := range elements {
			w.plain(name, elem)
		}
		return nil
	}
	w.plain(name, value)
	return nil
}

// plain writes a single value as its text and any other as its JSON.
func (w *fieldWriter) plain(name string, value json.RawMessage) {
	text, kind := textOf(value)
	switch kind {
	case nullValue:
	case singleValue:
		w.add(name, text)
	default:
		w.add(name, string(value))
		w.written[len(w.written)-1].json = true
	}
}

// styled writes a value in form style, or separated by blanks or pipes.
func (w *fieldWriter) styled(name string, value json.RawMessage) error {
	if elements, ok := elementsOf(value); ok {
		texts, err := w.texts(name, elements)
		switch {
		case err != nil:
			return err
		case w.field.Explode:
			for _, text := range texts {
				w.add(name, text)
			}
			return nil
		}
		return w.join(name, texts)
	}
	if members, ok := membersOf(value); ok {
		return w.styledObject(name, members)
	}
	w.plain(name, value)
	return nil
}

func (w *fieldWriter) styledObject(name string, members []jsonMember) error {
	var flat []string
	for _, m := range members {
		switch text, kind := textOf(m.value); {
		case kind == nullValue:
		case kind != singleValue:
			return &bodyRefusal{name, "it holds an object or a list, which only the style deepObject can write"}
		case !w.field.Explode:
			flat = append(flat, m.name, text)
		case hasBrackets(m.name):
			return &bodyRefusal{name, "the name of one of its members has a bracket, and would be read as a part of another field"}
		default:
			w.add(m.name, text)
		}
	}
	return w.join(name, flat)
}

// texts returns the texts of single values, without null.
func (w *fieldWriter) texts(name string, elements []json.RawMessage) ([]string, error) {
	var texts []string
	for _, elem := range elements {
		switch text, kind := textOf(elem); kind {
		case nullValue:
		case singleValue:
			texts = append(texts, text)
		default:
			return nil, &bodyRefusal{name, "it holds an object or a list, which only the style deepObject can write"}
		}
	}
	return texts, nil
}

// join writes several texts as one field. Nothing is written of none.
func (w *fieldWriter) join(name string, texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	for _, text := range texts {
		if w.field.Style.splits(text) {
			return &bodyRefusal{name, "one of its values holds what separates them"}
		}
	}
	w.add(name, texts...)
	w.written[len(w.written)-1].joined = true
	return nil
}

// maxFieldDepth is how deep a member in the style deepObject may nest.
const maxFieldDepth = 32

// deep writes a value in the style deepObject: metadata[order]=7, items[0][price]=x.
func (w *fieldWriter) deep(name string, value json.RawMessage, depth int) error {
	if depth > maxFieldDepth {
		return &bodyRefusal{w.field.Name, "it nests too deep"}
	}
	if elements, ok := elementsOf(value); ok {
		index := 0
		for _, elem := range elements {
			if _, kind := textOf(elem); kind == nullValue {
				continue
			}
			if err := w.deep(name+"["+strconv.Itoa(index)+"]", elem, depth+1); err != nil {
				return err
			}
			index++
		}
		return nil
	}
	members, ok := membersOf(value)
	if !ok {
		w.plain(name, value)
		return nil
	}
	for _, m := range members {
		if m.name == "" || hasBrackets(m.name) {
			return &bodyRefusal{w.field.Name, "the name of one of its members is empty or has a bracket, and would be read as another one"}
		}
		if err := w.deep(name+"["+m.name+"]", m.value, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *fieldWriter) add(name string, values ...string) {
	w.written = append(w.written, writtenField{name: name, values: values, style: w.field.Style, reserved: w.field.Reserved})
}
