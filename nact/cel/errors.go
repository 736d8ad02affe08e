package cel

import (
	"errors"
	"fmt"
	"strconv"
)

// Errors of arithmetic, optionals and types. Compare with [errors.Is].
var (
	ErrOverflow       = errors.New("integer overflow")
	ErrUintOverflow   = errors.New("unsigned integer overflow")
	ErrDivisionByZero = errors.New("division by zero")
	ErrModulusByZero  = errors.New("modulus by zero")
	ErrNaN            = errors.New("NaN cannot be ordered")
	ErrTimestamp      = errors.New("timestamp out of range: the years are 1 to 9999")
	ErrNoValue        = errors.New("the optional has no value")
	ErrNoOverload     = errors.New("no such overload")
)

// NoKeyError says that a map or an object has no such key.
type NoKeyError struct {
	Key string // as CEL writes it: "name" in quotes, 3, true
}

func (e *NoKeyError) Error() string { return "no such key: " + e.Key }

// IndexError says that a list has no element of that index.
type IndexError struct {
	Index int64
	Size  int // of the list
}

func (e *IndexError) Error() string {
	if e.Size == 1 {
		return fmt.Sprintf("index %d out of bounds, the list has 1 element", e.Index)
	}
	return fmt.Sprintf("index %d out of bounds, the list has %d elements", e.Index, e.Size)
}

// noKey returns a *NoKeyError for a key of any type.
func noKey(key any) error {
	if s, ok := key.(string); ok {
		return &NoKeyError{Key: strconv.Quote(s)}
	}
	return &NoKeyError{Key: fmt.Sprint(key)}
}
