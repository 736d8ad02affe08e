package flow

import (
	"errors"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// LeftOut reports whether err is one of the failures with which a step leaves an element of its list out.
func LeftOut(err error, failures ...string) bool {
	var failure *nact.Failure
	return errors.As(err, &failure) && slices.Contains(failures, failure.Name)
}

// Kept returns the results of the elements that were not left out, in their order.
func Kept[T any](results []T, left []bool) []T {
	kept := results[:0]
	for i, result := range results {
		if !left[i] {
			kept = append(kept, result)
		}
	}
	return kept
}

// CountLeft returns how many elements were left out.
func CountLeft(left []bool) int64 {
	n := int64(0)
	for _, is := range left {
		if is {
			n++
		}
	}
	return n
}

// TakenBack takes back what the part has written that w is for, the last first, and reports whether nothing of it stands: only then may
// the element be left out for which the part has failed with err.
func (w *Writes) TakenBack(err error) bool {
	own := w.undos[w.undosBefore:]
	w.undos = w.undos[:w.undosBefore]
	takeBack(w.ctx, own, failureOf(err))
	return !slices.ContainsFunc(w.begun[w.begunBefore:], func(e *nact.Entry) bool {
		state := e.State()
		return state != "" && state != nact.Undone
	})
}
