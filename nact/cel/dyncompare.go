package cel

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"
)

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

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// hasOrder reports whether values of a type can be compared by <.
func hasOrder(t Type) bool {
	return slices.Contains([]Type{BoolType, BytesType, FloatType, DurationType, IntType, StringType, TimeType, UintType}, t)
}
