package cel

import (
	"github.com/nactgen/nactgen/nact"
)

// ErrNoElement says that no element of a list meets a condition.
var ErrNoElement = error(publicError("no element of the list meets the condition"))

// NoElement returns [ErrNoElement].
func NoElement() error { return ErrNoElement }

// NoMember returns the error for reading a member that is absent. path is how the expression names it.
func NoMember(path string) error { return noMember(path) }

// IsNull returns the error for using null where a value is needed. name is what is null.
func IsNull(name string) error { return &NullError{Name: name} }

// NullError says that a value is null where null will not do. It wraps [ErrNoOverload].
type NullError struct{ Name string }

func (e *NullError) Error() string { return e.Name + " is null" }

// Public returns the error.
func (e *NullError) Public() string { return e.Error() }

// Unwrap returns [ErrNoOverload], which is what CEL has for it.
func (e *NullError) Unwrap() error { return ErrNoOverload }

// OptList returns a list as an optional: a nil list is absent, an empty one is not.
func OptList[T any](list []T) nact.Opt[[]T] { return nact.Opt[[]T]{Value: list, Has: list != nil} }

// OptMap returns a map as an optional: a nil map is absent, an empty one is not.
func OptMap[K comparable, V any](m map[K]V) nact.Opt[map[K]V] {
	return nact.Opt[map[K]V]{Value: m, Has: m != nil}
}

// OptObject returns an object as an optional: a nil pointer is absent.
func OptObject[T any](object *T) nact.Opt[*T] { return nact.Opt[*T]{Value: object, Has: object != nil} }

// Present returns a nullable as an optional: null is absent.
func Present[T any](n nact.Null[T]) nact.Opt[T] { return nact.Opt[T]{Value: n.Value, Has: n.Valid} }

// PresentIn is [Present] for a nullable that may be absent itself.
func PresentIn[T any](o nact.Opt[nact.Null[T]]) nact.Opt[T] { return Present(o.Value) }
