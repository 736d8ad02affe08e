package cel

import (
	"github.com/nactgen/nactgen/nact"
)

// DynSelect is v.field. A value that has no members, null too, has no such key.
// Selection through an optional makes an optional.
func DynSelect(v any, field string) (any, error) {
	found, err := index(v, field)
	if missing, ok := err.(*NoKeyError); ok {
		missing.member = true
	}
	return found, err
}

// DynIndex is v[key], of a list, a map or an object.
func DynIndex(v, key any) (any, error) { return index(v, plain(key)) }

func index(v, key any) (any, error) {
	value := plain(v)
	if o, ok := value.(nact.Opt[any]); ok {
		return optIndex(o, key)
	}
	found, ok, err := lookUp(value, key)
	if err != nil || ok {
		return found, err
	}
	if l, ok := value.(list); ok {
		n, _ := elementIndex(key)
		return nil, &IndexError{Index: n, Size: l.size()}
	}
	return nil, noKey(key)
}

// DynOptSelect is v.?field: absent if v has no such member. A list has no members;
// to ask it is an error.
func DynOptSelect(v any, field string) (nact.Opt[any], error) { return optIndex(v, field) }

// DynOptIndex is v[?key]: absent if v has no such element. A value that cannot be a
// key or an index is an error.
func DynOptIndex(v, key any) (nact.Opt[any], error) { return optIndex(v, plain(key)) }

func optIndex(v, key any) (nact.Opt[any], error) {
	value := plain(v)
	if o, ok := value.(nact.Opt[any]); ok {
		if !o.Has {
			return o, nil
		}
		value = plain(o.Value)
	}
	found, ok, err := lookUp(value, key)
	if err != nil || !ok {
		return nact.Opt[any]{}, err
	}
	return nact.Some(found), nil
}

// DynHas is has(v.field). A list has no members; to ask it is an error.
func DynHas(v any, field string) (bool, error) {
	found, err := optIndex(v, field)
	return found.Has, err
}

// lookUp finds a plain key in a plain value. Values other than lists and maps have none.
func lookUp(value, key any) (found any, ok bool, err error) {
	if err := checkKey(key); err != nil {
		return nil, false, err
	}
	switch value := value.(type) {
	case mapping:
		found, ok = value.find(key)
		return found, ok, nil
	case list:
		n, err := elementIndex(key)
		if err != nil || n < 0 || n >= int64(value.size()) {
			return nil, false, err
		}
		return value.at(int(n)), true, nil
	}
	return nil, false, nil
}

// DynIn is x in container: an element of a list or a key of a map.
func DynIn(x, container any) (bool, error) {
	switch container := plain(container).(type) {
	case list:
		return InFunc(x, elements(container), Equal), nil
	case mapping:
		_, ok := container.find(plain(x))
		return ok, nil
	}
	return false, noOverload("in", x, container)
}

// DynSize is size(v): of a string in code points, of bytes, a list or a map.
func DynSize(v any) (int64, error) {
	switch v := plain(v).(type) {
	case string:
		return Size(v), nil
	case []byte:
		return int64(len(v)), nil
	case list:
		return int64(v.size()), nil
	case mapping:
		return int64(v.size()), nil
	}
	return 0, noOverload("size", v)
}

// Length is what a pass over a dyn value counts that leaves its elements alone: the size of a list or a map; of a text,
// that of as many bytes.
func Length(v any) int {
	switch v := plain(v).(type) {
	case string:
		return len(v) / bytesPerUnit
	case []byte:
		return len(v) / bytesPerUnit
	case list:
		return v.size()
	case mapping:
		return v.size()
	}
	return 0
}

// Entry is what a macro with two variables sees of a list or a map.
type Entry struct{ Key, Value any }

// DynRange returns what a macro with one variable runs over: the elements of a list,
// or the sorted keys of a map. As in the reference, an empty string or empty bytes
// will do as well, but no others.
func DynRange(v any) ([]any, error) {
	switch v := plain(v).(type) {
	case list:
		return elements(v), nil
	case mapping:
		return sortedKeys(v), nil
	}
	if size, err := DynSize(v); err == nil && size == 0 {
		return nil, nil
	}
	return nil, noOverload("a macro", v)
}

// DynEntries returns what a macro with two variables runs over: the indices and
// elements of a list, or the keys, sorted, and values of a map.
func DynEntries(v any) ([]Entry, error) {
	keys, err := DynRange(v)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(keys))
	m, isMap := plain(v).(mapping)
	for i, key := range keys {
		if isMap {
			value, _ := m.find(key)
			entries[i] = Entry{Key: key, Value: value}
		} else {
			entries[i] = Entry{Key: int64(i), Value: key}
		}
	}
	return entries, nil
}

// DynOfNonZero returns an optional of v, absent if v is null, false, zero or empty.
func DynOfNonZero(v any) nact.Opt[any] {
	if isZero(v) {
		return nact.Opt[any]{}
	}
	return nact.Some(v)
}
