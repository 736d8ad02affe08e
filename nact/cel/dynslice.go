package cel

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

// DynSlice returns the elements of a list from start to before end.
func DynSlice(list any, start, end int64) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	return Slice(values, start, end)
}

// DynFirst returns the first element of a list, absent if it is empty.
func DynFirst(list any) (nact.Opt[any], error) {
	values, err := AsList(list)
	return First(values), err
}

// DynLast returns the last element of a list, absent if it is empty.
func DynLast(list any) (nact.Opt[any], error) {
	values, err := AsList(list)
	return Last(values), err
}

// DynReverse returns a list or a string in reverse order.
func DynReverse(v any) (any, error) {
	switch v := plain(v).(type) {
	case string:
		return ReverseString(v), nil
	case list:
		return Reverse(elements(v)), nil
	}
	return nil, noOverload("reverse", v)
}

// DynJoin is [Join] of a list, whose elements must be strings.
func DynJoin(list any, sep string) (string, error) {
	values, err := AsListOf(list, AsString)
	if err != nil {
		return "", err
	}
	return Join(values, sep)
}

// DynFlatten returns the elements of a list, with the elements of its lists in
// their place, down to a depth; depth 0 changes nothing.
func DynFlatten(list any, depth int64) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	if depth < 0 {
		return nil, publicError(fmt.Sprintf("flatten(%d): the depth is negative", depth))
	}
	return flatten(make([]any, 0, len(values)), values, depth), nil
}

func flatten(flat, values []any, depth int64) []any {
	if depth == 0 {
		return append(flat, values...)
	}
	for _, value := range values {
		if inner, ok := plain(value).(list); ok {
			flat = flatten(flat, elements(inner), depth-1)
		} else {
			flat = append(flat, value)
		}
	}
	return flat
}
