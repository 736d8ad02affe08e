package upstream

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

// String returns the query as it is sent, without a question mark. It is also
// the body of a form (application/x-www-form-urlencoded).
func (q *Query) String() string { return string(q.encoded) }

func (q *Query) add(name, value string, keep func(byte) bool) *Query {
	q.encoded = appendEscaped(q.name(name), value, keep)
	return q
}

// name begins a parameter and returns the query up to its value.
func (q *Query) name(name string) []byte {
	if len(q.encoded) > 0 {
		q.encoded = append(q.encoded, '&')
	}
	return append(appendEscaped(q.encoded, name, unreserved), '=')
}

// unreserved reports whether c never needs percent-encoding (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// appendEscaped appends text with every byte percent-encoded that keep does not keep.
func appendEscaped(dst []byte, text string, keep func(byte) bool) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; keep(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		}
	}
	return dst
}

// refusal is a parameter that cannot be sent. It never says the value.
type refusal struct {
	place string // path, header, cookie, query
	name  string
	why   string
}

func (r *refusal) Error() string { return r.place + " parameter " + r.name + ": " + r.why }

// flat returns names and values as one list: R,100,G,200.
func flat(members []Pair) []string {
	list := make([]string, 0, 2*len(members))
	for _, m := range members {
		list = append(list, m.Name, m.Value)
	}
	return list
}

// appendJoined appends the escaped elements of list with separator between them.
func appendJoined(dst []byte, list []string, separator string, keep func(byte) bool) []byte {
	for i, text := range list {
		if i > 0 {
			dst = append(dst, separator...)
		}
		dst = appendEscaped(dst, text, keep)
	}
	return dst
}
