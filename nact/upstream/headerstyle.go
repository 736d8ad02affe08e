package upstream

import "strings"

// List sets a header parameter that is a list: blue,black,brown. An empty list sends nothing.
func (h *Header) List(name string, list []string) *Header {
	if len(list) == 0 {
		return h
	}
	return h.Set(name, strings.Join(list, ","))
}

// Object sets a header parameter that is an object: R,100,G,200, exploded
// R=100,G=200. An object without members sends nothing.
func (h *Header) Object(name string, explode bool, members []Pair) *Header {
	if !explode {
		return h.List(name, flat(members))
	}
	list := make([]string, len(members))
	for i, m := range members {
		list[i] = m.Name + "=" + m.Value
	}
	return h.List(name, list)
}

// JSON sets a header parameter whose content is JSON.
func (h *Header) JSON(name string, v any) *Header {
	text, err := marshal(v)
	if err != nil {
		return h.refuse(name, "it cannot be written as JSON")
	}
	return h.Set(name, text)
}
