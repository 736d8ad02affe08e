package cel

import (
	"net/netip"
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

func as[T any](v any, want Type) (T, error) {
	typed, ok := plain(v).(T)
	if !ok {
		return typed, wanted(want, v)
	}
	return typed, nil
}
