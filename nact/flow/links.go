package flow

import "hash/maphash"

// Links collects a list whose pages say where the next one is.
type Links[T any] struct {
	List[T]
	Next string // the URL reference of the next page, as the upstream gave it; empty for the first

	visited history
}

// NewLinks returns a list of at most limit items.
func NewLinks[T any](limit int) Links[T] {
	return Links[T]{List: newList[T](limit)}
}

// Add takes a page and the link that it answered; an empty one is the end of the list. A link that came before is a fault.
func (l *Links[T]) Add(items []T, next string) error {
	if next != "" {
		if err := l.visited.visit(maphash.String(historySeed, next)); err != nil {
			return err
		}
	}
	l.Next = next
	return l.add(items, next != "")
}
