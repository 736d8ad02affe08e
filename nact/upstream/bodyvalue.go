package upstream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// maxBody is how large a body can be that is made of values, in bytes.
const maxBody = 64 << 20

// bodyRefusal is a body, or a member of one, that cannot be sent. It never says the value.
type bodyRefusal struct{ member, why string }

func (r *bodyRefusal) Error() string {
	if r.member == "" {
		return "the body: " + r.why
	}
	return fmt.Sprintf("the member %q of the body: %s", r.member, r.why)
}

// checkBody refuses a body that is too large.
func (c *Call) checkBody() error {
	if len(c.Body) <= maxBody {
		return nil
	}
	c.Body = nil
	return unsent(c, &bodyRefusal{"", fmt.Sprintf("it is larger than %d bytes", maxBody)})
}

// jsonKind tells the values of JSON apart by what a field can hold of them.
type jsonKind int

const (
	nullValue jsonKind = iota
	singleValue
	compoundValue // a list or an object
)

// textOf returns the text of a single value: of a string without its quotes.
func textOf(value json.RawMessage) (text string, kind jsonKind) {
	switch value[0] {
	case 'n':
		return "", nullValue
	case '{', '[':
		return "", compoundValue
	case '"':
		if json.Unmarshal(value, &text) != nil {
			return "", compoundValue
		}
		return text, singleValue
	}
	return string(value), singleValue
}

// elementsOf returns the elements of a list. ok is false for any other value.
func elementsOf(value json.RawMessage) (elements []json.RawMessage, ok bool) {
	return elements, value[0] == '[' && json.Unmarshal(value, &elements) == nil
}

// jsonMember is a member of an object.
type jsonMember struct {
	name  string
	value json.RawMessage
}

// membersOf returns the members of an object in their order. ok is false for any other value.
func membersOf(value json.RawMessage) (members []jsonMember, ok bool) {
	d := json.NewDecoder(bytes.NewReader(value))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		m := jsonMember{name: name.(string)} // encoding/json has no other name
		if d.Decode(&m.value) != nil {
			return nil, false
		}
		members = append(members, m)
	}
	return members, true
}

// hasBrackets reports whether a name holds what parsers of forms take for the name of a part.
func hasBrackets(name string) bool { return strings.ContainsAny(name, "[]") }
