package cel

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// list is a list of dyn values in any Go type.
type list interface {
	size() int
	at(i int) any
}

type anyList []any

func (l anyList) size() int    { return len(l) }
func (l anyList) at(i int) any { return l[i] }

// typedList is a slice of some other type than any.
type typedList struct{ slice reflect.Value }

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

// elementIndex returns the index that a dyn value stands for. Unsigned integers
// and doubles without a fraction count.
func elementIndex(i any) (int64, error) {
	switch i := plain(i).(type) {
	case int64:
		return i, nil
	case uint64:
		if n, err := IntFromUint(i); err == nil {
			return n, nil
		}
	case float64:
		if n, ok := exactInt(i); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("a value of type %s is no index of a list: %v", TypeOf(i), i)
}

// AtDyn returns the element of a list that a dyn index stands for.
func AtDyn[T any](list []T, i any) (T, error) {
	n, err := elementIndex(i)
	if err != nil {
		var none T
		return none, err
	}
	return At(list, n)
}

// OptAtDyn returns the element of a list that a dyn index stands for, absent if
// there is none; a value that cannot be an index is an error.
func OptAtDyn[T any](list []T, i any) (nact.Opt[T], error) {
	n, err := elementIndex(i)
	if err != nil {
		return nact.Opt[T]{}, err
	}
	return OptAt(list, n), nil
}

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

// DynDistinct returns the elements of a list without those that equal an earlier one.
func DynDistinct(list any) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	seen := newDynSet()
	distinct := make([]any, 0, len(values))
	for _, value := range values {
		if seen.add(value) {
			distinct = append(distinct, value)
		}
	}
	return distinct, nil
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

// DynSort returns a sorted copy of a list whose elements are of one type that has an order.
func DynSort(list any) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	return SortByDyn(values, values)
}

// SortByDyn returns a copy of the list in the order of the keys: keys[i] belongs
// to list[i], and there are as many of them. The keys must be of one type that has an order.
func SortByDyn[T any](list []T, keys []any) ([]T, error) {
	if len(keys) == 0 {
		return list, nil
	}
	first := TypeOf(keys[0])
	if !hasOrder(first) {
		return nil, overload("a list cannot be sorted by values of type %s", first)
	}
	for _, key := range keys {
		if kind := TypeOf(key); kind != first {
			return nil, overload("a list cannot be sorted by values of both types %s and %s", first, kind)
		}
	}
	return SortByFunc(list, keys, func(a, b any) bool {
		isLess, err := DynLess(a, b)
		return err == nil && isLess
	}), nil
}

// hasOrder reports whether values of a type can be compared by <.
func hasOrder(t Type) bool {
	return slices.Contains([]Type{BoolType, BytesType, FloatType, DurationType, IntType, StringType, TimeType, UintType}, t)
}

// DynContainsAll reports whether every element of sub equals one of list.
func DynContainsAll(list, sub any) (bool, error) { return ofLists(list, sub, containsAll) }

// DynIntersects reports whether an element of a equals one of b.
func DynIntersects(a, b any) (bool, error) {
	return ofLists(a, b, func(a, b []any) bool { return slices.ContainsFunc(a, newDynSet(b...).has) })
}

// DynEquivalent reports whether each list contains all of the other's elements.
func DynEquivalent(a, b any) (bool, error) {
	return ofLists(a, b, func(a, b []any) bool { return containsAll(a, b) && containsAll(b, a) })
}

func containsAll(list, sub []any) bool {
	elements := newDynSet(list...)
	return !slices.ContainsFunc(sub, func(v any) bool { return !elements.has(v) })
}

func ofLists(a, b any, relation func(a, b []any) bool) (bool, error) {
	left, err := AsList(a)
	if err != nil {
		return false, err
	}
	right, err := AsList(b)
	if err != nil {
		return false, err
	}
	return relation(left, right), nil
}

// DynUnwrapOpts returns the values of those optionals in a list that have one.
func DynUnwrapOpts(list any) ([]any, error) {
	optionals, err := AsListOf(list, AsOpt)
	if err != nil {
		return nil, err
	}
	return UnwrapOpts(optionals), nil
}
