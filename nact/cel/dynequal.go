package cel

import (
	"bytes"
	"cmp"
	"net/netip"
	"strings"
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

// DynLess reports whether a < b.
func DynLess(a, b any) (bool, error) {
	order, ordered, err := dynCompare(plain(a), plain(b))
	return ordered && order < 0, err
}

// DynLessEqual reports whether a <= b.
func DynLessEqual(a, b any) (bool, error) {
	order, ordered, err := dynCompare(plain(a), plain(b))
	return ordered && order <= 0, err
}

// DynGreater reports whether a > b.
func DynGreater(a, b any) (bool, error) {
	order, ordered, err := dynCompare(plain(a), plain(b))
	return ordered && order > 0, err
}

// DynGreaterEqual reports whether a >= b.
func DynGreaterEqual(a, b any) (bool, error) {
	order, ordered, err := dynCompare(plain(a), plain(b))
	return ordered && order >= 0, err
}

// dynCompare orders two plain values. They are not ordered, and that is no error,
// if one is NaN: the reference looks for it before it looks at the other's type.
func dynCompare(a, b any) (order int, ordered bool, err error) {
	if !hasOrder(TypeOf(a)) {
		return 0, false, noOverload("comparison", a, b)
	}
	if isNaN(a) || isNaN(b) {
		return 0, false, nil
	}
	if order, ok := compareNumbers(a, b); ok {
		return order, true, nil
	}
	switch a := a.(type) {
	case bool:
		if b, ok := b.(bool); ok {
			return compareBools(a, b), true, nil
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b), true, nil
		}
	case []byte:
		if b, ok := b.([]byte); ok {
			return bytes.Compare(a, b), true, nil
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Compare(b), true, nil
		}
	case time.Duration:
		if b, ok := b.(time.Duration); ok {
			return cmp.Compare(a, b), true, nil
		}
	}
	return 0, false, noOverload("comparison", a, b)
}

// compareNumbers orders two numbers of any types; ok is false if one is no number, or NaN.
func compareNumbers(a, b any) (order int, ok bool) {
	switch a := a.(type) {
	case int64:
		switch b := b.(type) {
		case int64:
			return cmp.Compare(a, b), true
		case uint64:
			return compareIntUint(a, b), true
		}
	case uint64:
		switch b := b.(type) {
		case int64:
			return -compareIntUint(b, a), true
		case uint64:
			return cmp.Compare(a, b), true
		}
	}
	x, okX := floatOf(a)
	y, okY := floatOf(b)
	return cmp.Compare(x, y), okX && okY && x == x && y == y
}

func compareIntUint(a int64, b uint64) int {
	if a < 0 {
		return -1
	}
	return cmp.Compare(uint64(a), b)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// floatOf returns a number as a double, rounded if need be.
func floatOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func isNaN(v any) bool {
	f, ok := v.(float64)
	return ok && f != f
}
