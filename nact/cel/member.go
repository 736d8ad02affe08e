package cel

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

// Get returns the value of an object's member that may be absent, or a
// *[NoKeyError] with its name.
func Get[T any](member nact.Opt[T], name string) (T, error) {
	if !member.Has {
		return member.Value, noMember(name)
	}
	return member.Value, nil
}

// NonNull returns the value of a nullable that is used where null will not do, or
// an error that wraps [ErrNoOverload].
func NonNull[T any](v nact.Null[T]) (T, error) {
	if !v.Valid {
		return v.Value, overload("the value is null")
	}
	return v.Value, nil
}

// NonNil returns an object that may be null and whose member is to be read, or an
// error with the name of the member.
func NonNil[T any](object *T, member string) (*T, error) {
	if object == nil {
		return nil, publicError(fmt.Sprintf("no such key: %q: the object is null", member))
	}
	return object, nil
}
