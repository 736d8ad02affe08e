package cel

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// The functions As... give a dyn value its type where an expression needs one, or
// an error that wraps ErrNoOverload. They do not convert: 1.0 is no int.

// AsBool returns a bool.
func AsBool(v any) (bool, error) { return as[bool](v, BoolType) }

// AsInt returns an int.
func AsInt(v any) (int64, error) { return as[int64](v, IntType) }

// AsUint returns a uint.
func AsUint(v any) (uint64, error) { return as[uint64](v, UintType) }

// AsFloat returns a double.
func AsFloat(v any) (float64, error) { return as[float64](v, FloatType) }

// AsString returns a string.
func AsString(v any) (string, error) { return as[string](v, StringType) }

// AsBytes returns bytes.
func AsBytes(v any) ([]byte, error) { return as[[]byte](v, BytesType) }

// AsTime returns a timestamp.
func AsTime(v any) (time.Time, error) { return as[time.Time](v, TimeType) }

// AsDuration returns a duration.
func AsDuration(v any) (time.Duration, error) { return as[time.Duration](v, DurationType) }

// AsIP returns an IP address.
func AsIP(v any) (netip.Addr, error) { return as[netip.Addr](v, IPType) }

// AsCIDR returns a block of IP addresses.
func AsCIDR(v any) (netip.Prefix, error) { return as[netip.Prefix](v, CIDRType) }

// AsType returns a type.
func AsType(v any) (Type, error) { return as[Type](v, TypeType) }

// AsOpt returns an optional.
func AsOpt(v any) (nact.Opt[any], error) { return as[nact.Opt[any]](v, OptionalType) }

// AsList returns the elements of a list. The caller must not change them.
func AsList(v any) ([]any, error) {
	l, err := as[list](v, ListType)
	if err != nil {
		return nil, err
	}
	return elements(l), nil
}

// AsMap returns a map whose keys are strings. The caller must not change it.
func AsMap(v any) (map[string]any, error) {
	return AsMapOf(v, func(v any) (any, error) { return v, nil })
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

func as[T any](v any, want Type) (T, error) {
	typed, ok := plain(v).(T)
	if !ok {
		return typed, wanted(want, v)
	}
	return typed, nil
}

func wanted(want Type, v any) error {
	return overload("a value of type %s where %s is wanted", TypeOf(v), want)
}

// noOverload says that an operator or a function has no overload for its operands.
func noOverload(function string, operands ...any) error {
	types := make([]string, len(operands))
	for i, operand := range operands {
		types[i] = string(TypeOf(operand))
	}
	return overload("%s on %s", function, strings.Join(types, " and "))
}
