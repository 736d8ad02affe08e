package upstream

// The methods of this file read one value each. A value of another kind is an error.

// String reads a string.
func (d *Decoder) String() string {
	if !d.at('"', "a string") {
		return ""
	}
	end, form, bad := scanString(d.data, d.pos)
	if bad != "" {
		d.malformed(end, bad)
		return ""
	}
	text := d.text(d.pos+1, end-1, form)
	d.pos = end
	return string(text)
}

// Bool reads true or false.
func (d *Decoder) Bool() bool {
	if d.err != nil {
		return false
	}
	switch d.peek() {
	case 't':
		return d.literal("true")
	case 'f':
		d.literal("false")
		return false
	}
	d.mismatch("a boolean")
	return false
}

// Null reports whether the next value is null, and reads it if so.
func (d *Decoder) Null() bool {
	return d.err == nil && d.peek() == 'n' && d.literal("null")
}

// Any reads any value: nil, bool, float64, string, []any or map[string]any, as encoding/json does.
func (d *Decoder) Any() any {
	if d.err != nil {
		return nil
	}
	switch d.peek() {
	case '{':
		return Map(d, (*Decoder).Any)
	case '[':
		return List(d, (*Decoder).Any)
	case '"':
		return d.String()
	case 't', 'f':
		return d.Bool()
	case 'n':
		d.literal("null")
		return nil
	}
	return d.Float()
}

// literal reads null, true or false, and reports whether it is there.
func (d *Decoder) literal(text string) bool {
	end, bad := scanLiteral(d.data, d.pos, text)
	if bad != "" {
		d.malformed(end, bad)
		return false
	}
	d.pos = end
	return true
}

// List reads an array whose elements decode reads. It is never nil.
func List[T any](d *Decoder, decode func(*Decoder) T) []T {
	list := []T{}
	for range d.Array() {
		list = append(list, decode(d))
	}
	return list
}

// Structs reads an array whose elements decode fills, from their zero values. It is never nil.
func Structs[T any](d *Decoder, decode func(*T, *Decoder)) []T {
	list := []T{}
	for i := range d.Array() {
		var zero T
		list = append(list, zero)
		decode(&list[i], d)
	}
	return list
}

// Map reads an object whose values decode reads. It is never nil.
func Map[T any](d *Decoder, decode func(*Decoder) T) map[string]T {
	m := map[string]T{}
	for key := range d.Object() {
		name := string(key)
		m[name] = decode(d)
	}
	return m
}

// StructMap reads an object whose values decode fills, from their zero values. It is never nil.
func StructMap[T any](d *Decoder, decode func(*T, *Decoder)) map[string]T {
	m := map[string]T{}
	for key := range d.Object() {
		name := string(key)
		var value T
		decode(&value, d)
		m[name] = value
	}
	return m
}
