package upstream

import (
	"strconv"
	"strings"
)

// QueryStyle is how a query parameter that holds a list or an object is written.
type QueryStyle int

// The styles of query parameters. OpenAPI leaves undefined what
// SpaceDelimited and PipeDelimited mean with explode, and what DeepObject means
// for a list: the first two are then written as Form, a list in DeepObject by
// its indexes (color[0]=blue), as the APIs that declare it expect.
const (
	Form           QueryStyle = iota // color=blue,black,brown, exploded: color=blue&color=black&color=brown
	SpaceDelimited                   // color=blue%20black%20brown
	PipeDelimited                    // color=blue%7Cblack%7Cbrown
	DeepObject                       // color[R]=100&color[G]=200
)

// List adds a parameter that is a list.
func (q *Query) List(name string, style QueryStyle, explode bool, list []string) *Query {
	return q.list(name, style, explode, list, unreserved, unreserved)
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

// plainSeparator returns separator without percent-encoding.
func (s QueryStyle) plainSeparator() string {
	switch s {
	case SpaceDelimited:
		return " "
	case PipeDelimited:
		return "|"
	}
	return ","
}

// splits reports whether a text in a list of this style would be read as several: blanks and pipes are encoded as they separate.
func (s QueryStyle) splits(text string) bool {
	separator := s.plainSeparator()
	return separator != "," && strings.Contains(text, separator)
}
