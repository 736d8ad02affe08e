package cel

import "math"

// DynInsert adds a key to a map under construction, or fails if it is there
// already, be it as a number of another type. NaN fails: no look-up would find it.
func DynInsert(m map[any]any, key, value any) error {
	k := plain(key)
	if err := checkKey(k); err != nil {
		return err
	}
	if f, ok := k.(float64); ok && math.IsNaN(f) {
		return overload("NaN cannot be a key")
	}
	if _, ok := anyMap(m).find(k); ok {
		return duplicateKey(k)
	}
	m[k] = value
	return nil
}

// DynInsertAll adds all keys of another map to a map under construction, or fails if
// one is there already.
func DynInsertAll(m map[any]any, from any) error {
	source, ok := plain(from).(mapping)
	if !ok {
		return noOverload("a map is wanted", from)
	}
	for _, key := range sortedKeys(source) {
		value, _ := source.find(key)
		if err := DynInsert(m, key, value); err != nil {
			return err
		}
	}
	return nil
}

// DynSet puts an entry into a map under construction, in place of one with the very same
// key. A value that cannot be a key is an error.
func DynSet(m map[any]any, key, value any) error {
	k := plain(key)
	if err := checkKey(k); err != nil {
		return err
	}
	m[k] = value
	return nil
}

// DynDelete removes the entry with the very same key from a map under construction, if there is one. What cannot be a key
// is none.
func DynDelete(m map[any]any, key any) {
	if k := plain(key); isKey(k) {
		delete(m, k)
	}
}
