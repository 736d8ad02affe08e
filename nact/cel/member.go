package cel

import "github.com/nactgen/nactgen/nact"

// Get returns the value of an object's member that may be absent, or a
// *[NoKeyError] with its name.
func Get[T any](member nact.Opt[T], name string) (T, error) {
	if !member.Has {
		return member.Value, noMember(name)
	}
	return member.Value, nil
}

// OptList returns a list as an optional: a nil list is absent, an empty one is not.
func OptList[T any](list []T) nact.Opt[[]T] { return nact.Opt[[]T]{Value: list, Has: list != nil} }

// OptMap returns a map as an optional: a nil map is absent, an empty one is not.
func OptMap[K comparable, V any](m map[K]V) nact.Opt[map[K]V] {
	return nact.Opt[map[K]V]{Value: m, Has: m != nil}
}

// OptObject returns an object as an optional: a nil pointer is absent.
func OptObject[T any](object *T) nact.Opt[*T] { return nact.Opt[*T]{Value: object, Has: object != nil} }
