package cel

import (
	"fmt"
)

// Errors of this package have a method Public if there is a text about them that callers may see: one
// without the values that an expression worked on.

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

// presumption is the error of an expression that takes an element or a part for granted which a value need not have.
type presumption struct{ publicError }

// Presumes tells [nact.AnswerFault] that the upstream is not at fault.
func (e presumption) Presumes() bool { return true }

// ErrNoElement says that no element of a list meets a condition.
var ErrNoElement = error(presumption{"no element of the list meets the condition"})

// NoElement returns [ErrNoElement].
func NoElement() error { return ErrNoElement }

// overloadError says for which types, or for which null, there is no overload. It wraps [ErrNoOverload].
type overloadError struct{ text string }

func overload(format string, args ...any) error {
	return &overloadError{ErrNoOverload.Error() + ": " + fmt.Sprintf(format, args...)}
}

func (e *overloadError) Error() string { return e.text }

// Public returns the text, which names types alone.
func (e *overloadError) Public() string { return e.text }

// Unwrap returns [ErrNoOverload].
func (e *overloadError) Unwrap() error { return ErrNoOverload }
