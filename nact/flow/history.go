package flow

import "slices"

// history is the cursors that a list has gone through. The first ones take no memory of their own.
type history[C comparable] struct {
	count int
	first [8]C
	later []C
}

// visit notes a cursor. It is a fault if the cursor was there before: the upstream would lead in a circle.
func (h *history[C]) visit(cursor C) error {
	if slices.Contains(h.first[:min(h.count, len(h.first))], cursor) || slices.Contains(h.later, cursor) {
		return pageFault("the upstream answered the same page cursor twice")
	}
	if h.count < len(h.first) {
		h.first[h.count] = cursor
	} else {
		h.later = append(h.later, cursor)
	}
	h.count++
	return nil
}
