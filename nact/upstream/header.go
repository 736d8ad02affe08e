package upstream

import (
	"net/http"
	"strings"
)

// Header builds the header parameters of a call. A value that is not UTF-8 or
// holds a control character, a line break above all, makes the whole call
// fail, with an error that names the parameter. Its methods return the receiver.
//
// The zero Header is empty and ready to use.
type Header struct {
	fields []Pair
	err    error
}

// Set sets a header parameter that is one value. It takes the place of a header of
// the same name that the client is configured with, but not of a credential.
func (h *Header) Set(name, value string) *Header {
	if why := headerProblem(name, value); why != "" {
		if h.err == nil {
			h.err = &refusal{"header", name, why}
		}
		return h
	}
	h.fields = append(h.fields, Pair{name, value})
	return h
}

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
		if h.err == nil {
			h.err = &refusal{"header", name, "it cannot be written as JSON"}
		}
		return h
	}
	return h.Set(name, text)
}

// headerProblem returns why a header cannot be sent, or an empty string.
func headerProblem(name, value string) string {
	switch {
	case !isToken(name):
		return "it is not the name of a header"
	case managed(name):
		return "this header is the client's own"
	}
	return plainText(value)
}

// managed reports whether a header belongs to the connection, so that only the
// transport may set it. Accept-Encoding is one: who sets it must unpack the answer.
func managed(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade",
		"Expect", "Accept-Encoding", "Proxy-Connection", "Proxy-Authorization":
		return true
	}
	return false
}
