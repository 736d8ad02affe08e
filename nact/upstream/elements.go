package upstream

import "slices"

// List reads an array whose elements decode reads. It is never nil.
func List[T any](d *Decoder, decode func(*Decoder) T) []T {
	list := []T{}
	for range d.Array() {
		var ok bool
		if list, ok = room(d, list); !ok {
			break
		}
		list = append(list, decode(d))
	}
	return list
}

// Structs reads an array whose elements decode fills, from their zero values. It is never nil.
func Structs[T any](d *Decoder, decode func(*T, *Decoder)) []T {
	list := []T{}
	for i := range d.Array() {
		var ok bool
		if list, ok = room(d, list); !ok {
			break
		}
		var zero T
		list = append(list, zero)
		decode(&list[i], d)
	}
	return list
}

// Struct reads a value that decode fills, from its zero value. It is never nil.
func Struct[T any](d *Decoder, decode func(*T, *Decoder)) *T {
	value := new(T)
	if d.spend(sizeOf[T]()) {
		decode(value, d)
	}
	return value
}

// Map reads an object whose values decode reads. It is never nil. Its keys are not shown to agents.
func Map[T any](d *Decoder, decode func(*Decoder) T) map[string]T {
	m := map[string]T{}
	d.spend(mapSize)
	d.members(func(key []byte) bool {
		if !d.spend(len(key)) || !spendEntry[T](d, len(m)) {
			return false
		}
		name := string(key)
		m[name] = decode(d)
		return true
	}, true)
	return m
}

// room returns list with room for another element, and whether the answer may have so many.
func room[T any](d *Decoder, list []T) ([]T, bool) {
	if len(list) < cap(list) {
		return list, d.err == nil
	}
	more := max(len(list), 1)
	if !d.spend(more * sizeOf[T]()) {
		return list, false
	}
	return slices.Grow(list, more), true
}
