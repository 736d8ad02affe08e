package cel

import (
	"net/netip"
	"reflect"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// A value of type dyn is an any that holds nil for null, bool, int64, uint64,
// float64, string, []byte, time.Time, time.Duration, netip.Addr, netip.Prefix, a [Type], a nact.Opt[any],
// a slice or map of such values ([]any and map[string]any, but []int64 and
// map[string]nact.Null[string] as well), or an [Object]. Numbers of a JSON document are
// float64. Other kinds of integers and named types count as what they are made of.

// Object is an object whose members are fields of a Go struct. Pointers to
// generated structs implement it where expressions use them as dyn. There it is a
// map with string keys.
type Object interface {
	// Member returns the value of a member as a dyn value, and whether the object has it.
	Member(name string) (value any, ok bool)
	// Members returns the names of all members that the object has.
	Members() []string
}

// The types that [plain] gives to lists and maps. Their methods stand beside the interfaces that they implement, list and mapping.
type (
	anyList   []any
	typedList struct{ slice reflect.Value } // of a slice of some other type than any
	stringMap map[string]any
	objectMap struct{ object Object }
	anyMap    map[any]any               // its keys may be of several types
	typedMap  struct{ m reflect.Value } // of a map of some other type
)

// plain returns a dyn value as one of the types that the functions on dyn tell
// apart: nil, bool, int64, uint64, float64, string, []byte, time.Time,
// time.Duration, netip.Addr, netip.Prefix, Type, nact.Opt[any], list or mapping. A value that is none of
// them stays as it is, and no function has an overload for it.
func plain(v any) any {
	switch v := v.(type) {
	case nil, bool, int64, uint64, float64, string, []byte, time.Time, time.Duration, netip.Addr, netip.Prefix, Type, nact.Opt[any],
		anyList, typedList, stringMap, objectMap, anyMap, typedMap:
		return v
	case []any:
		if v != nil {
			return anyList(v)
		}
		return nil
	case map[string]any:
		if v != nil {
			return stringMap(v)
		}
		return nil
	case map[any]any:
		return anyMap(v)
	}
	return plainByKind(reflect.ValueOf(v))
}

// plainByKind is plain for types of other packages. A nil pointer, list or map is null.
func plainByKind(v reflect.Value) any {
	if isNil(v) {
		return nil
	}
	if object, ok := v.Interface().(Object); ok {
		return objectMap{object}
	}
	switch v.Kind() {
	case reflect.Pointer:
		return plain(v.Elem().Interface())
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	case reflect.String:
		return v.String()
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Bytes()
		}
		return typedList{v}
	case reflect.Map:
		return typedMap{v}
	case reflect.Struct:
		return plainStruct(v)
	}
	return v.Interface()
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map:
		return v.IsNil()
	case reflect.Slice:
		return v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8
	}
	return false
}

// plainStruct unwraps a nact.Opt[T] or nact.Null[T] that is an element of a typed
// list or map.
func plainStruct(v reflect.Value) any {
	if v.Type().PkgPath() != reflect.TypeFor[nact.Opt[any]]().PkgPath() {
		return v.Interface()
	}
	value := v.FieldByName("Value")
	if valid := v.FieldByName("Valid"); valid.IsValid() {
		if !valid.Bool() {
			return nil
		}
		return plain(value.Interface())
	}
	if has := v.FieldByName("Has"); has.IsValid() {
		if !has.Bool() {
			return nact.Opt[any]{}
		}
		return nact.Some(value.Interface())
	}
	return v.Interface()
}

// result makes a typed result a dyn one: nil beside an error.
func result[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}
