package upstream

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Query builds the query of a call; parameters stand in the order in which they
// are added. No value can end its parameter or the query: whatever it holds, a
// server that parses the query finds it as one value. An empty list and an object without
// members send nothing. Its methods return the receiver.
//
// The methods that end in Reserved are for parameters whose document says
// allowReserved: they send most reserved characters as they stand. Those that
// could be taken for the end of the value stay encoded.
//
// The zero Query is empty and ready to use.
type Query struct {
	encoded []byte
	err     error
}

// Add adds one parameter.
func (q *Query) Add(name, value string) *Query {
	return q.add(name, value, unreserved)
}

// List adds a parameter that is a list.
func (q *Query) List(name string, style QueryStyle, explode bool, list []string) *Query {
	return q.list(name, style, explode, list, unreserved, unreserved)
}

// Object adds a parameter that is an object, its members in the order given.
func (q *Query) Object(name string, style QueryStyle, explode bool, members []Pair) *Query {
	return q.object(name, style, explode, members, unreserved, unreserved)
}

// JSON adds a parameter whose content is JSON.
func (q *Query) JSON(name string, v any) *Query {
	text, err := marshal(v)
	if err != nil {
		if q.err == nil {
			q.err = &refusal{"query", name, "it cannot be written as JSON"}
		}
		return q
	}
	return q.Add(name, text)
}

// AddReserved adds one parameter that may hold reserved characters.
func (q *Query) AddReserved(name, value string) *Query {
	return q.add(name, value, reservedInQuery)
}

// ListReserved adds a list whose elements may hold reserved characters.
func (q *Query) ListReserved(name string, style QueryStyle, explode bool, list []string) *Query {
	return q.list(name, style, explode, list, reservedInQuery, reservedInList)
}

// ObjectReserved adds an object whose values may hold reserved characters.
func (q *Query) ObjectReserved(name string, style QueryStyle, explode bool, members []Pair) *Query {
	return q.object(name, style, explode, members, reservedInQuery, reservedInList)
}

// String returns the query as it is sent, without a question mark. It is also
// the body of a form (application/x-www-form-urlencoded).
func (q *Query) String() string { return string(q.encoded) }

func (q *Query) add(name, value string, keep func(byte) bool) *Query {
	q.encoded = appendEscaped(q.name(name), value, keep)
	return q
}

// list adds a list. keep is for values that stand alone, keepJoined for those with a separator between them.
func (q *Query) list(name string, style QueryStyle, explode bool, list []string, keep, keepJoined func(byte) bool) *Query {
	switch {
	case len(list) == 0:
	case style == DeepObject:
		for i, value := range list {
			q.add(name+"["+strconv.Itoa(i)+"]", value, keep)
		}
	case explode:
		for _, value := range list {
			q.add(name, value, keep)
		}
	default:
		q.encoded = appendJoined(q.name(name), list, style.separator(), keepJoined)
	}
	return q
}

func (q *Query) object(name string, style QueryStyle, explode bool, members []Pair, keep, keepJoined func(byte) bool) *Query {
	switch {
	case style == DeepObject:
		for _, m := range members {
			q.add(name+"["+m.Name+"]", m.Value, keep)
		}
	case explode:
		for _, m := range members {
			q.add(m.Name, m.Value, keep)
		}
	default:
		q.list(name, style, false, flat(members), keep, keepJoined)
	}
	return q
}

// name begins a parameter and returns the query up to its value.
func (q *Query) name(name string) []byte {
	if len(q.encoded) > 0 {
		q.encoded = append(q.encoded, '&')
	}
	return append(appendEscaped(q.encoded, name, unreserved), '=')
}

// separator returns what stands between the elements of a list that is not exploded.
func (s QueryStyle) separator() string {
	switch s {
	case SpaceDelimited:
		return "%20"
	case PipeDelimited:
		return "%7C"
	}
	return ","
}

// marshal returns v as JSON text in which <, > and & stand as they are.
func marshal(v any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimSuffix(text.Bytes(), []byte("\n"))), nil
}
