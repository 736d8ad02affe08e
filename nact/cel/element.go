package cel

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

// At returns element i of a list, or an *[IndexError].
func At[T any](list []T, i int64) (T, error) {
	if i < 0 || i >= int64(len(list)) {
		var none T
		return none, &IndexError{Index: i, Size: len(list)}
	}
	return list[i], nil
}

// Elem returns a pointer to element i within the list, or an *[IndexError].
func Elem[T any](list []T, i int64) (*T, error) {
	if i < 0 || i >= int64(len(list)) {
		return nil, &IndexError{Index: i, Size: len(list)}
	}
	return &list[i], nil
}

// OptAt returns element i of a list, absent if there is none.
func OptAt[T any](list []T, i int64) nact.Opt[T] {
	if i < 0 || i >= int64(len(list)) {
		return nact.Opt[T]{}
	}
	return nact.Some(list[i])
}

// OptElem returns a pointer to element i within the list, absent if there is none.
func OptElem[T any](list []T, i int64) nact.Opt[*T] {
	if i < 0 || i >= int64(len(list)) {
		return nact.Opt[*T]{}
	}
	return nact.Some(&list[i])
}

// First returns the first element, absent if the list is empty.
func First[T any](list []T) nact.Opt[T] { return OptAt(list, 0) }

// Last returns the last element, absent if the list is empty.
func Last[T any](list []T) nact.Opt[T] { return OptAt(list, int64(len(list))-1) }

// LastElem returns a pointer to the last element, absent if the list is empty.
func LastElem[T any](list []T) nact.Opt[*T] { return OptElem(list, int64(len(list))-1) }

// IndexError says that a list has no element of that index.
type IndexError struct {
	Index int64
	Size  int // of the list
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("index %d out of bounds, %s", e.Index, sizeText(e.Size))
}

func sizeText(size int) string {
	if size == 1 {
		return "the list has 1 element"
	}
	return fmt.Sprintf("the list has %d elements", size)
}

// Public returns the error.
func (e *IndexError) Public() string { return e.Error() }

// Presumes tells [nact.AnswerFault] that the upstream is not at fault.
func (e *IndexError) Presumes() bool { return true }
