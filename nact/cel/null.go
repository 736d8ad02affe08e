package cel

import (
	"github.com/nactgen/nactgen/nact"
)

// IsNull returns the error for using null where a value is needed, which wraps [ErrNoOverload]. name is what is null.
func IsNull(name string) error { return &overloadError{name + " is null"} }

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
