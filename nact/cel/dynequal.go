package cel

import (
	"bytes"
	"net/netip"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Equal reports whether two dyn values are equal. Numbers are compared across their
// types, lists and maps element by element; values of different types are not
// equal, and NaN equals nothing.
func Equal(a, b any) bool {
	a, b = plain(a), plain(b)
	if order, ok := compareNumbers(a, b); ok {
		return order == 0
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool, string, time.Duration, netip.Addr, netip.Prefix, Type:
		return a == b
	case []byte:
		b, ok := b.([]byte)
		return ok && bytes.Equal(a, b)
	case time.Time:
		b, ok := b.(time.Time)
		return ok && a.Equal(b)
	case nact.Opt[any]:
		b, ok := b.(nact.Opt[any])
		return ok && EqualOpt(a, b, Equal)
	case list:
		b, ok := b.(list)
		return ok && equalLists(a, b)
	case mapping:
		b, ok := b.(mapping)
		return ok && equalMaps(a, b)
	}
	return false
}

func equalLists(a, b list) bool {
	if a.size() != b.size() {
		return false
	}
	for i := range a.size() {
		if !Equal(a.at(i), b.at(i)) {
			return false
		}
	}
	return true
}

func equalMaps(a, b mapping) bool {
	if a.size() != b.size() {
		return false
	}
	for _, key := range a.keys() {
		left, _ := a.find(key)
		right, ok := b.find(key)
		if !ok || !Equal(left, right) {
			return false
		}
	}
	return true
}
