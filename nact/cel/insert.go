package cel

import "fmt"

// Insert adds a key to a map under construction, or fails if it is there already.
func Insert[K comparable, V any](m map[K]V, key K, value V) error {
	if _, ok := m[key]; ok {
		return duplicateKey(key)
	}
	m[key] = value
	return nil
}

// InsertAll adds all keys of another map to a map under construction, or fails if
// one is there already.
func InsertAll[K comparable, V any](m, from map[K]V) error {
	for key, value := range from {
		if err := Insert(m, key, value); err != nil {
			return err
		}
	}
	return nil
}

func duplicateKey(key any) error {
	const duplicate = "a key is already in the map"
	if s, ok := key.(string); ok {
		return &valueError{fmt.Sprintf("the key %q is already in the map", s), duplicate}
	}
	return &valueError{fmt.Sprintf("the key %v is already in the map", key), duplicate}
}
