package upstream

import (
	"math"
	"slices"
)

// List reads an array whose elements decode reads. It is never nil.
func List[T any](d *Decoder, decode func(*Decoder) T) []T {
	return ListHead(d, math.MaxInt, decode)
}

// ListHead is [List] for the first n elements, one at least. The others are skipped.
func ListHead[T any](d *Decoder, n int, decode func(*Decoder) T) []T {
	return StructsHead(d, n, func(value *T, d *Decoder) { *value = decode(d) })
}

// Structs reads an array whose elements decode fills, from their zero values. It is never nil.
func Structs[T any](d *Decoder, decode func(*T, *Decoder)) []T {
	return StructsHead(d, math.MaxInt, decode)
}

// StructsHead is [Structs] for the first n elements, one at least. The others are skipped.
func StructsHead[T any](d *Decoder, n int, decode func(*T, *Decoder)) []T {
	list := []T{}
	for i := range d.Array() {
		var ok bool
		if list, ok = room(d, list, n); !ok {
			break
		}
		var zero T
		list = append(list, zero)
		decode(&list[i], d)
		if i == n-1 {
			break
		}
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

// room returns list with room for another element, and false if the answer has used up its memory. n is how many elements the list will have
// at most.
func room[T any](d *Decoder, list []T, n int) ([]T, bool) {
	if len(list) < cap(list) {
		return list, d.err == nil
	}
	more := min(max(len(list), firstRoom), n-len(list))
	if !d.spend(more * sizeOf[T]()) {
		return list, false
	}
	return slices.Grow(list, more), true
}

// firstRoom is the capacity that a list has at first.
const firstRoom = 4

// Any reads any value: nil, bool, float64, string, []any or map[string]any, as encoding/json does.
func (d *Decoder) Any() any {
	if d.err != nil {
		return nil
	}
	switch d.peek() {
	case '{':
		return Map(d, (*Decoder).Any)
	case '[':
		d.spend(sliceSize)
		return List(d, (*Decoder).Any)
	case '"':
		d.spend(stringSize)
		return d.String()
	case 't', 'f':
		return d.Bool()
	case 'n':
		d.literal("null")
		return nil
	}
	d.spend(numberSize)
	return d.Float()
}
