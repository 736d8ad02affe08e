package cel

import "fmt"

// AsList returns the elements of a list. The caller must not change them.
func AsList(v any) ([]any, error) {
	l, err := as[list](v, ListType)
	if err != nil {
		return nil, err
	}
	return elements(l), nil
}

// AsListOf returns the elements of a list, each given its type by as.
func AsListOf[T any](v any, as func(any) (T, error)) ([]T, error) {
	values, err := AsList(v)
	if err != nil {
		return nil, err
	}
	typed := make([]T, len(values))
	for i, value := range values {
		if typed[i], err = as(value); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return typed, nil
}
