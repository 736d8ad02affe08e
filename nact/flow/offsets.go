package flow

import "github.com/nactgen/nactgen/nact"

// Offsets collects a list whose pages are asked for by the number of items before them.
type Offsets[T any] struct {
	List[T]
	Next int64 // the offset of the next page
}

// NewOffsets returns a list of at most limit items, whose first item has the offset start.
func NewOffsets[T any](start int64, limit int) Offsets[T] {
	return Offsets[T]{List: newList[T](limit), Next: start}
}

// Add takes a page. more says whether there is another one; if that is absent, there is unless this one is empty. A page
// without items after which there is another one is a fault: that would be asked for with the same offset.
func (o *Offsets[T]) Add(items []T, more nact.Opt[bool]) error {
	if len(items) == 0 && more.Value {
		return pageFault("the upstream answered an empty page, and that there are more")
	}
	o.Next += int64(len(items))
	return o.add(items, more.Or(len(items) > 0))
}
