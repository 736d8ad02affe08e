package cel

import "reflect"

// list is a list of dyn values in any Go type.
type list interface {
	size() int
	at(i int) any
}

func (l anyList) size() int    { return len(l) }
func (l anyList) at(i int) any { return l[i] }

func (l typedList) size() int { return l.slice.Len() }

func (l typedList) at(i int) any {
	element := l.slice.Index(i)
	if element.Kind() == reflect.Struct {
		if object, ok := element.Addr().Interface().(Object); ok {
			return object
		}
	}
	return element.Interface()
}

// elements returns the elements of a list. The caller must not change them: they may be
// those of the list itself.
func elements(l list) []any {
	if l, ok := l.(anyList); ok {
		return l
	}
	values := make([]any, l.size())
	for i := range values {
		values[i] = l.at(i)
	}
	return values
}

// DynList returns a list of dyn values. Structs become pointers into the list.
func DynList[T any](values []T) []any { return elements(plain(values).(list)) }

// mapping is a map of dyn values in any Go type. Keys are plain.
type mapping interface {
	size() int
	find(key any) (any, bool)
	keys() []any // in no particular order
}

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

func (m objectMap) size() int { return len(m.object.Members()) }

func (m objectMap) keys() []any {
	names := m.object.Members()
	keys := make([]any, len(names))
	for i, name := range names {
		keys[i] = name
	}
	return keys
}

func (m objectMap) find(key any) (any, bool) {
	name, ok := key.(string)
	if !ok {
		return nil, false
	}
	return m.object.Member(name)
}

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
