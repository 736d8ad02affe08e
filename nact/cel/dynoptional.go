package cel

import (
	"net/netip"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// isZero reports whether v is null, false, zero or empty. Types, addresses and optionals never are.
func isZero(v any) bool {
	switch v := plain(v).(type) {
	case nil:
		return true
	case bool:
		return !v
	case int64, uint64, float64:
		return Equal(v, int64(0))
	case time.Time:
		return v.IsZero()
	case time.Duration:
		return v == 0
	case Type, netip.Addr, netip.Prefix, nact.Opt[any]:
		return false
	}
	size, err := DynSize(v)
	return err == nil && size == 0
}

// DynOfNonZero returns an optional of v, absent if v is null, false, zero or empty.
func DynOfNonZero(v any) nact.Opt[any] {
	if isZero(v) {
		return nact.Opt[any]{}
	}
	return nact.Some(v)
}

// DynUnwrapOpts returns the values of those optionals in a list that have one.
func DynUnwrapOpts(list any) ([]any, error) {
	optionals, err := AsListOf(list, AsOpt)
	if err != nil {
		return nil, err
	}
	return UnwrapOpts(optionals), nil
}
