package upstream

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

// Map reads an object whose values decode reads. It is never nil. Its keys are not shown to agents.
func Map[T any](d *Decoder, decode func(*Decoder) T) map[string]T {
	m := map[string]T{}
	d.members(func(key []byte) bool {
		name := string(key)
		m[name] = decode(d)
		return true
	}, true)
	return m
}
