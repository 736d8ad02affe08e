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
