package cel

import "github.com/nactgen/nactgen/nact"

// DynOpt returns an optional as a dyn value holds it.
func DynOpt[T any](o nact.Opt[T]) nact.Opt[any] {
	if !o.Has {
		return nact.Opt[any]{}
	}
	return nact.Some[any](o.Value)
}

// DynNull returns a nullable as a dyn value: its value or nil.
func DynNull[T any](n nact.Null[T]) any {
	if !n.Valid {
		return nil
	}
	return n.Value
}

// DynMap returns a map of dyn values.
func DynMap[K comparable, V any](m map[K]V) map[K]any {
	values := make(map[K]any, len(m))
	for key, value := range m {
		values[key] = value
	}
	return values
}
