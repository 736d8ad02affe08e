package cel

import (
	"github.com/nactgen/nactgen/nact"
)

// IsNull returns the error for using null where a value is needed. name is what is null.
func IsNull(name string) error { return &NullError{Name: name} }

// NullError says that a value is null where null will not do. It wraps [ErrNoOverload].
type NullError struct{ Name string }

func (e *NullError) Error() string { return e.Name + " is null" }

// Public returns the error.
func (e *NullError) Public() string { return e.Error() }

// Unwrap returns [ErrNoOverload], which is what CEL has for it.
func (e *NullError) Unwrap() error { return ErrNoOverload }

// NonNull returns the value of a nullable that is used where null will not do, or
// the error of [IsNull]. name is what may be null.
func NonNull[T any](v nact.Null[T], name string) (T, error) {
	if !v.Valid {
		return v.Value, IsNull(name)
	}
	return v.Value, nil
}

// Present returns a nullable as an optional: null is absent.
func Present[T any](n nact.Null[T]) nact.Opt[T] { return nact.Opt[T]{Value: n.Value, Has: n.Valid} }

// PresentIn is [Present] for a nullable that may be absent itself.
func PresentIn[T any](o nact.Opt[nact.Null[T]]) nact.Opt[T] { return Present(o.Value) }
