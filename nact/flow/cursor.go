package flow

import (
	"hash/maphash"

	"github.com/nactgen/nactgen/nact"
)

// Cursor collects a list whose pages say which cursor the next one is asked for with.
//
//	charges := flow.NewCursor[charge, string](100)
//	for charges.Open() {
//		page, err := listCharges(ctx, charges.Next)
//		...
//		if err := charges.Add(page.Data, page.Next); err != nil {
//			...
//		}
//	}
type Cursor[T any, C comparable] struct {
	List[T]
	Next nact.Opt[C] // what the next page is asked for with; absent for the first

	visited history
}

// NewCursor returns a list of at most limit items.
func NewCursor[T any, C comparable](limit int) Cursor[T, C] {
	return Cursor[T, C]{List: newList[T](limit)}
}

// Add takes a page and the cursor that it answered. None is the end of the list, and so is the zero value of C: an empty text,
// or 0. A page without items is not. A cursor that came before is a fault.
func (c *Cursor[T, C]) Add(items []T, next nact.Opt[C]) error {
	var none C
	if next.Value == none {
		next.Has = false
	}
	if next.Has {
		if err := c.visited.visit(maphash.Comparable(historySeed, next.Value)); err != nil {
			return err
		}
	}
	c.Next = next
	return c.add(items, next.Has)
}
