package upstream

// Set sets a header parameter that is one value. It takes the place of a header of
// the same name that the client is configured with, but not of a credential.
func (h *Header) Set(name, value string) *Header {
	if why := headerProblem(name, value); why != "" {
		return h.refuse(name, why)
	}
	h.fields = append(h.fields, Pair{name, value})
	return h
}

func (h *Header) refuse(name, why string) *Header {
	if h.err == nil {
		h.err = unfitValue{&refusal{"header", name, why}}
	}
	return h
}
