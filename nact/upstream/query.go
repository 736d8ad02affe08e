package upstream

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
