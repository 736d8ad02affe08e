package cel

import "fmt"

// AsMap returns a map whose keys are strings. The caller must not change it.
func AsMap(v any) (map[string]any, error) {
	return AsMapOf(v, func(v any) (any, error) { return v, nil })
}

// AsMapOf returns a map whose keys are strings, each value given its type by as.
func AsMapOf[T any](v any, as func(any) (T, error)) (map[string]T, error) {
	m, ok := plain(v).(mapping)
	if !ok {
		return nil, wanted(MapType, v)
	}
	typed := make(map[string]T, m.size())
	for _, key := range sortedKeys(m) {
		name, err := AsString(key)
		if err != nil {
			return nil, fmt.Errorf("key %v: %w", key, err)
		}
		value, _ := m.find(key)
		if typed[name], err = as(value); err != nil {
			return nil, fmt.Errorf("key %q: %w", name, err)
		}
	}
	return typed, nil
}
