package cel

import "cmp"

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
