package cel

import "github.com/nactgen/nactgen/nact"

// KeyDyn returns the value of the key that a dyn value stands for: 1, 1u and 1.0
// are the same key. A value that cannot be a key is an error.
func KeyDyn[K MapKey, V any](m map[K]V, key any) (V, error) {
	value, err := OptKeyDyn(m, key)
	if err == nil && !value.Has {
		err = noKey(plain(key))
	}
	return value.Value, err
}

// OptKeyDyn returns the value of the key that a dyn value stands for, absent if the
// map does not have it. A value that cannot be a key is an error.
func OptKeyDyn[K MapKey, V any](m map[K]V, key any) (nact.Opt[V], error) {
	key = plain(key)
	if err := checkKey(key); err != nil {
		return nact.Opt[V]{}, err
	}
	k, ok := keyOf[K](key)
	if !ok {
		return nact.Opt[V]{}, nil
	}
	return OptKey(m, k), nil
}
