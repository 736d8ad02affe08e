package cel

import "fmt"

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
