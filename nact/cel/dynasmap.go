package cel

import "fmt"

// AsMap returns a map whose keys are strings. The caller must not change it.
func AsMap(v any) (map[string]any, error) {
	m, ok := plain(v).(mapping)
	if !ok {
		return nil, wanted(MapType, v)
	}
	typed := make(map[string]any, m.size())
	for _, key := range sortedKeys(m) {
		name, err := AsString(key)
		if err != nil {
			return nil, fmt.Errorf("key %v: %w", key, err)
		}
		typed[name], _ = m.find(key)
	}
	return typed, nil
}
