package upstream

import "reflect"

// What the values of an answer may take in memory: a base, and so much for each byte of the text. Usual answers take
// less than ten bytes for each of theirs; an array of empty objects, read as objects of many members or as a dyn, takes
// hundreds, and a few calls at once would take all memory that there is.
const (
	baseMemory    = 4 << 20
	memoryPerByte = 16
)

// memoryFor returns how many bytes the values of a text may take.
func memoryFor(text []byte) int { return baseMemory + memoryPerByte*len(text) }

// spend takes from what the values of the answer may still take, before they do, and reports whether there is enough of it.
func (d *Decoder) spend(bytes int) bool {
	if d.memory -= bytes; d.memory < 0 {
		d.fail("more values than an answer of this size may have; ask the upstream for less at once")
	}
	return d.err == nil
}

// About what values take beside their own text, in bytes: Go's, on 64-bit systems.
const (
	stringSize  = 16 // of a string in an interface, and of the key of a map
	sliceSize   = 24 // of a slice in an interface
	numberSize  = 8  // of a number in an interface
	mapSize     = 48
	smallMap    = 8 // a map with an entry has room for so many
	mapOverhead = 2 // a larger map has room for as many again
)

// sizeOf returns how many bytes a T takes where it stands.
func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// spendEntry spends what the next entry of a map that has so many takes.
func spendEntry[T any](d *Decoder, entries int) bool {
	slot := stringSize + sizeOf[T]()
	switch {
	case entries == 0:
		return d.spend(smallMap * slot)
	case entries < smallMap:
		return d.err == nil
	}
	return d.spend(mapOverhead * slot)
}
