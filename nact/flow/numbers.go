package flow

import "github.com/nactgen/nactgen/nact"

// Numbers collects a list whose pages are asked for by their number.
type Numbers[T any] struct {
	List[T]
	Next int64 // the number of the next page
}

// NewNumbers returns a list of at most limit items, whose first page has the number start.
func NewNumbers[T any](start int64, limit int) Numbers[T] {
	return Numbers[T]{List: newList[T](limit), Next: start}
}

// Add takes a page. more says whether there is another one; if that is absent, there is unless this one is empty.
func (n *Numbers[T]) Add(items []T, more nact.Opt[bool]) error {
	n.Next++
	return n.add(items, more.Or(len(items) > 0))
}
