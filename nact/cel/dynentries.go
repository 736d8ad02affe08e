package cel

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
