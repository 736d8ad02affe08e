package cel

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// mapping is a map of dyn values in any Go type. Keys are plain.
type mapping interface {
	size() int
	find(key any) (any, bool)
	keys() []any // in no particular order
}

type stringMap map[string]any

func (m stringMap) size() int { return len(m) }

func (m stringMap) find(key any) (any, bool) {
	name, ok := key.(string)
	if !ok {
		return nil, false
	}
	value, ok := m[name]
	return value, ok
}

func (m stringMap) keys() []any {
	keys := make([]any, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

type objectMap struct{ object Object }

func (m objectMap) size() int   { return len(m.object.Members()) }
func (m objectMap) keys() []any { return elements(plain(m.object.Members()).(list)) }

func (m objectMap) find(key any) (any, bool) {
	name, ok := key.(string)
	if !ok {
		return nil, false
	}
	return m.object.Member(name)
}

// anyMap is a map whose keys may be of several types.
type anyMap map[any]any

func (m anyMap) size() int { return len(m) }

// find looks for the very key, and for a number also for the same number as an int, then as a uint.
func (m anyMap) find(key any) (any, bool) {
	if !isKey(key) {
		return nil, false
	}
	if value, ok := m[key]; ok {
		return value, true
	}
	if n, ok := keyOf[int64](key); ok {
		if value, ok := m[n]; ok {
			return value, true
		}
	}
	if n, ok := keyOf[uint64](key); ok {
		value, ok := m[n]
		return value, ok
	}
	return nil, false
}

func (m anyMap) keys() []any {
	keys := make([]any, 0, len(m))
	for key := range m {
		keys = append(keys, plain(key))
	}
	return keys
}

// typedMap is a map of some other type.
type typedMap struct{ m reflect.Value }

func (m typedMap) size() int { return m.m.Len() }

func (m typedMap) find(key any) (any, bool) {
	k, ok := m.convertKey(key)
	if !ok {
		return nil, false
	}
	value := m.m.MapIndex(k)
	if !value.IsValid() {
		return nil, false
	}
	return value.Interface(), true
}

// convertKey returns a key in the map's own key type.
func (m typedMap) convertKey(key any) (reflect.Value, bool) {
	k := reflect.New(m.m.Type().Key()).Elem()
	switch {
	case k.CanInt():
		n, ok := keyOf[int64](key)
		if !ok || k.OverflowInt(n) {
			return k, false
		}
		k.SetInt(n)
		return k, true
	case k.CanUint():
		n, ok := keyOf[uint64](key)
		if !ok || k.OverflowUint(n) {
			return k, false
		}
		k.SetUint(n)
		return k, true
	case k.Kind() == reflect.String:
		s, ok := key.(string)
		k.SetString(s)
		return k, ok
	case k.Kind() == reflect.Bool:
		b, ok := key.(bool)
		k.SetBool(b)
		return k, ok
	}
	return k, false
}

func (m typedMap) keys() []any {
	keys := make([]any, 0, m.m.Len())
	for _, key := range m.m.MapKeys() {
		keys = append(keys, plain(key.Interface()))
	}
	return keys
}

// MapKey are the types of keys that a typed map has.
type MapKey interface {
	bool | int64 | uint64 | string
}

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

// HasKeyDyn reports whether the map has the key that a dyn value stands for.
func HasKeyDyn[K MapKey, V any](m map[K]V, key any) bool {
	k, ok := keyOf[K](plain(key))
	return ok && HasKey(m, k)
}

// keyOf returns a plain value as a key of type K, if it is one exactly.
func keyOf[K MapKey](key any) (K, bool) {
	var k any
	var ok bool
	switch any(*new(K)).(type) {
	case int64:
		k, ok = exactIntOf(key)
	case uint64:
		k, ok = exactUintOf(key)
	default:
		k, ok = key, true
	}
	converted, isK := k.(K)
	return converted, ok && isK
}

func exactIntOf(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		n, err := IntFromUint(v)
		return n, err == nil
	case float64:
		return exactInt(v)
	}
	return 0, false
}

func exactUintOf(v any) (uint64, bool) {
	switch v := v.(type) {
	case int64:
		n, err := UintFromInt(v)
		return n, err == nil
	case uint64:
		return v, true
	case float64:
		n, err := UintFromFloat(v)
		return n, err == nil && float64(n) == v
	}
	return 0, false
}

// exactInt returns f as an int if it is one.
func exactInt(f float64) (int64, bool) {
	n, err := IntFromFloat(f)
	return n, err == nil && float64(n) == f
}

// isKey reports whether a plain value is of a type that keys of maps have.
func isKey(key any) bool {
	switch key.(type) {
	case bool, int64, uint64, float64, string:
		return true
	}
	return false
}

func checkKey(key any) error {
	if !isKey(key) {
		return overload("a value of type %s cannot be a key or an index", TypeOf(key))
	}
	return nil
}

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

// sortedKeys returns the keys of a map: bools, then numbers, then strings, each in
// ascending order. Numbers that are equal are ordered by type.
func sortedKeys(m mapping) []any {
	keys := m.keys()
	slices.SortFunc(keys, func(a, b any) int {
		return cmp.Or(
			cmp.Compare(keyRank(a), keyRank(b)),
			compareKeys(a, b),
			strings.Compare(string(TypeOf(a)), string(TypeOf(b))),
		)
	})
	return keys
}

func keyRank(key any) int {
	switch key.(type) {
	case bool:
		return 0
	case string:
		return 2
	}
	return 1
}

func compareKeys(a, b any) int {
	order, _, _ := dynCompare(a, b)
	return order
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
