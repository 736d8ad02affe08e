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
