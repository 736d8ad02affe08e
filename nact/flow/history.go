package flow

import (
	"hash/maphash"
	"slices"
)

// history is what a list was asked to go on with: cursors or links. It keeps hashes of them, since an upstream decides how long they are. The
// first ones take no memory of their own.
type history struct {
	count int
	first [8]uint64
	later []uint64
}

var historySeed = maphash.MakeSeed()

// visit notes where a list goes on. It is a fault if it was there before: the upstream would lead in a circle.
func (h *history) visit(hash uint64) error {
	if slices.Contains(h.first[:min(h.count, len(h.first))], hash) || slices.Contains(h.later, hash) {
		return pageFault("the upstream answered the same page cursor twice")
	}
	if h.count < len(h.first) {
		h.first[h.count] = hash
	} else {
		h.later = append(h.later, hash)
	}
	h.count++
	return nil
}
