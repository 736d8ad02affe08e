package cel

// Members are the members of a JSON object, in the order in which they are added. The zero Members are none.
type Members struct {
	text []byte
	err  error
}

// Add adds a member, which the object must not have yet. A value that JSON cannot hold is an error of [Members.MarshalJSON].
func (m *Members) Add(name string, value any) {
	before := byte(',')
	if m.text == nil {
		before = '{'
	}
	key, _ := EncodeJSON(name) // text is always JSON
	text, err := EncodeJSON(value)
	if m.err == nil {
		m.err = err
	}
	m.text = append(append(append(append(m.text, before), key...), ':'), text...)
}

// MarshalJSON implements the interface json.Marshaler.
func (m *Members) MarshalJSON() ([]byte, error) {
	switch {
	case m.err != nil:
		return nil, m.err
	case m.text == nil:
		return []byte("{}"), nil
	}
	return append(m.text, '}'), nil
}
