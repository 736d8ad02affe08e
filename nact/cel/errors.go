package cel

import (
	"fmt"
	"strconv"
)

// The errors of this package whose text holds nothing of the values that an
// expression worked on have a method Public, which returns a text that callers may see.

// Errors of arithmetic, optionals and types. Compare with [errors.Is].
var (
	ErrOverflow       error = publicError("integer overflow")
	ErrUintOverflow   error = publicError("unsigned integer overflow")
	ErrDivisionByZero error = publicError("division by zero")
	ErrModulusByZero  error = publicError("modulus by zero")
	ErrNaN            error = publicError("NaN cannot be ordered")
	ErrTimestamp      error = publicError("timestamp out of range: the years are 1 to 9999")
	ErrNoValue        error = publicError("the optional has no value")
	ErrNoOverload     error = publicError("no such overload")
)

// publicError is an error without a value in its text.
type publicError string

func (e publicError) Error() string { return string(e) }

// Public returns the text.
func (e publicError) Public() string { return string(e) }

// valueError is an error with a value in its text, and the text without it.
type valueError struct{ text, public string }

func (e *valueError) Error() string { return e.text }

// Public returns the text without the value.
func (e *valueError) Public() string { return e.public }

// overloadError says for which types there is no overload. It wraps [ErrNoOverload].
type overloadError struct{ text string }

func overload(format string, args ...any) error {
	return &overloadError{ErrNoOverload.Error() + ": " + fmt.Sprintf(format, args...)}
}

func (e *overloadError) Error() string { return e.text }

// Public returns the text, which names types alone.
func (e *overloadError) Public() string { return e.text }

// Unwrap returns [ErrNoOverload].
func (e *overloadError) Unwrap() error { return ErrNoOverload }

// Unbound returns the error for calling a function that nothing implements.
func Unbound(function string) (any, error) {
	return nil, publicError("nothing implements the function " + function)
}

// NoKeyError says that a map or an object has no such key.
type NoKeyError struct {
	Key string // as CEL writes it: "name" in quotes, 3, true

	member bool // it is the name of a member, as the expression spells it
}

func (e *NoKeyError) Error() string { return "no such key: " + e.Key }

// Public returns the error without the key, unless the expression spells it.
func (e *NoKeyError) Public() string {
	if e.member {
		return e.Error()
	}
	return "no such key"
}

// noMember returns a *NoKeyError for the name of a member.
func noMember(name string) error { return &NoKeyError{Key: strconv.Quote(name), member: true} }

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

// Public returns the error.
func (e *IndexError) Public() string { return e.Error() }

// noKey returns a *NoKeyError for a key of any type.
func noKey(key any) error {
	if s, ok := key.(string); ok {
		return &NoKeyError{Key: strconv.Quote(s)}
	}
	return &NoKeyError{Key: fmt.Sprint(key)}
}
