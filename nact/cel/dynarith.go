package cel

import "time"

// DynAdd is a + b: numbers of one type, strings, bytes, lists, durations, and a
// timestamp and a duration.
func DynAdd(a, b any) (any, error) {
	a, b = plain(a), plain(b)
	switch x := a.(type) {
	case int64, uint64, float64:
		return arithmetic("+", a, b, AddInt, AddUint, AddFloat)
	case string:
		if y, ok := b.(string); ok {
			return x + y, nil
		}
	case []byte:
		if y, ok := b.([]byte); ok {
			return Concat(x, y), nil
		}
	case list:
		if y, ok := b.(list); ok {
			return Concat(elements(x), elements(y)), nil
		}
	case time.Duration:
		switch y := b.(type) {
		case time.Duration:
			return result(AddDuration(x, y))
		case time.Time:
			return result(AddTime(y, x))
		}
	case time.Time:
		if y, ok := b.(time.Duration); ok {
			return result(AddTime(x, y))
		}
	}
	return nil, noOverload("+", a, b)
}

// DynSub is a - b: numbers of one type, durations, timestamps, and a timestamp and
// a duration.
func DynSub(a, b any) (any, error) {
	a, b = plain(a), plain(b)
	switch x := a.(type) {
	case int64, uint64, float64:
		return arithmetic("-", a, b, SubInt, SubUint, SubFloat)
	case time.Duration:
		if y, ok := b.(time.Duration); ok {
			return result(SubDuration(x, y))
		}
	case time.Time:
		switch y := b.(type) {
		case time.Duration:
			return result(SubTime(x, y))
		case time.Time:
			return result(TimeDiff(x, y))
		}
	}
	return nil, noOverload("-", a, b)
}

// DynMul is a * b, of numbers of one type.
func DynMul(a, b any) (any, error) {
	return arithmetic("*", plain(a), plain(b), MulInt, MulUint, MulFloat)
}

// DynDiv is a / b, of numbers of one type.
func DynDiv(a, b any) (any, error) {
	return arithmetic("/", plain(a), plain(b), DivInt, DivUint, DivFloat)
}

// DynMod is a % b, of integers of one type.
func DynMod(a, b any) (any, error) {
	return arithmetic("%", plain(a), plain(b), ModInt, ModUint, nil)
}

// DynNeg is -v, of an int, a double or a duration.
func DynNeg(v any) (any, error) {
	switch v := plain(v).(type) {
	case int64:
		return result(NegInt(v))
	case float64:
		return -v, nil
	case time.Duration:
		n, err := NegInt(int64(v))
		return result(time.Duration(n), err)
	}
	return nil, noOverload("-", v)
}

// arithmetic applies to two plain numbers of one type the function for that type; nil
// means that there is no such operator.
func arithmetic(operator string, a, b any,
	onInts func(a, b int64) (int64, error), onUints func(a, b uint64) (uint64, error), onFloats func(a, b float64) float64,
) (any, error) {
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			return result(onInts(x, y))
		}
	case uint64:
		if y, ok := b.(uint64); ok {
			return result(onUints(x, y))
		}
	case float64:
		if y, ok := b.(float64); ok && onFloats != nil {
			return onFloats(x, y), nil
		}
	}
	return nil, noOverload(operator, a, b)
}
