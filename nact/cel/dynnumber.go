package cel

import "cmp"

// DynFloat is double(v), of a number or a string.
func DynFloat(v any) (float64, error) {
	v = plain(v)
	if f, ok := floatOf(v); ok {
		return f, nil
	}
	if s, ok := v.(string); ok {
		return FloatFromString(s)
	}
	return 0, noOverload("double()", v)
}

// DynUint is uint(v), of a number or a string.
func DynUint(v any) (uint64, error) {
	switch v := plain(v).(type) {
	case int64:
		return UintFromInt(v)
	case uint64:
		return v, nil
	case float64:
		return UintFromFloat(v)
	case string:
		return UintFromString(v)
	}
	return 0, noOverload("uint()", v)
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

func exactIntOf(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		n, err := IntFromUint(v)
		return n, err == nil
	case float64:
		return exactInt(v)
	}
	return 0, false
}

func exactUintOf(v any) (uint64, bool) {
	switch v := v.(type) {
	case int64:
		n, err := UintFromInt(v)
		return n, err == nil
	case uint64:
		return v, true
	case float64:
		n, err := UintFromFloat(v)
		return n, err == nil && float64(n) == v
	}
	return 0, false
}

// exactInt returns f as an int if it is one.
func exactInt(f float64) (int64, bool) {
	n, err := IntFromFloat(f)
	return n, err == nil && float64(n) == f
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
