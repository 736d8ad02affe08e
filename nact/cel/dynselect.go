package cel

import "github.com/nactgen/nactgen/nact"

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
