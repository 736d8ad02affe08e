package cel

import "math"

// DynMax is math.greatest: the greatest of the values, the first of equal ones. A
// single value may be a list of numbers.
func DynMax(values ...any) (any, error) { return extreme("math.greatest", values, -1) }

// DynMin is math.least: the least of the values, the first of equal ones. A single
// value may be a list of numbers.
func DynMin(values ...any) (any, error) { return extreme("math.least", values, 1) }

// extreme returns the greatest of values if worse is -1, the least if it is 1: worse is what compareNumbers returns for a value
// that loses to the next. It fails if one is no number, or NaN beside others.
func extreme(name string, values []any, worse int) (any, error) {
	if len(values) == 1 {
		if l, ok := plain(values[0]).(list); ok {
			values = elements(l)
		}
	}
	for _, value := range values {
		if _, ok := floatOf(plain(value)); !ok {
			return nil, noOverload(name, value)
		}
	}
	return reduce(values, func(a, b any) (any, error) {
		order, ok := compareNumbers(plain(a), plain(b))
		if !ok {
			return nil, ErrNaN
		}
		if order == worse {
			return b, nil
		}
		return a, nil
	})
}

// DynAbs is math.abs.
func DynAbs(v any) (any, error) {
	switch v := plain(v).(type) {
	case int64:
		return result(AbsInt(v))
	case uint64:
		return v, nil
	case float64:
		return math.Abs(v), nil
	}
	return nil, noOverload("math.abs", v)
}

// DynSign is math.sign.
func DynSign(v any) (any, error) {
	switch v := plain(v).(type) {
	case int64:
		return SignInt(v), nil
	case uint64:
		return SignUint(v), nil
	case float64:
		return SignFloat(v), nil
	}
	return nil, noOverload("math.sign", v)
}

// DynSqrt is math.sqrt, of any number; NaN of a negative one.
func DynSqrt(v any) (float64, error) {
	f, ok := floatOf(plain(v))
	if !ok {
		return 0, noOverload("math.sqrt", v)
	}
	return math.Sqrt(f), nil
}

// DynBitAnd is math.bitAnd.
func DynBitAnd(a, b any) (any, error) {
	return bits("math.bitAnd", a, b, func(a, b uint64) uint64 { return a & b })
}

// DynBitOr is math.bitOr.
func DynBitOr(a, b any) (any, error) {
	return bits("math.bitOr", a, b, func(a, b uint64) uint64 { return a | b })
}

// DynBitXor is math.bitXor.
func DynBitXor(a, b any) (any, error) {
	return bits("math.bitXor", a, b, func(a, b uint64) uint64 { return a ^ b })
}

// DynBitNot is math.bitNot.
func DynBitNot(v any) (any, error) {
	switch v := plain(v).(type) {
	case int64:
		return ^v, nil
	case uint64:
		return ^v, nil
	}
	return nil, noOverload("math.bitNot", v)
}

// bits combines the bits of two integers of one type.
func bits(name string, a, b any, combine func(a, b uint64) uint64) (any, error) {
	switch x := plain(a).(type) {
	case int64:
		if y, ok := plain(b).(int64); ok {
			return int64(combine(uint64(x), uint64(y))), nil
		}
	case uint64:
		if y, ok := plain(b).(uint64); ok {
			return combine(x, y), nil
		}
	}
	return nil, noOverload(name, a, b)
}

// DynShiftLeft is math.bitShiftLeft.
func DynShiftLeft(v, bits any) (any, error) {
	return shift("math.bitShiftLeft", v, bits, ShiftLeft[int64], ShiftLeft[uint64])
}

// DynShiftRight is math.bitShiftRight.
func DynShiftRight(v, bits any) (any, error) {
	return shift("math.bitShiftRight", v, bits, ShiftRight[int64], ShiftRight[uint64])
}

func shift(name string, v, bits any,
	ints func(v, bits int64) (int64, error), uints func(v uint64, bits int64) (uint64, error),
) (any, error) {
	n, ok := plain(bits).(int64)
	if !ok {
		return nil, noOverload(name, v, bits)
	}
	switch v := plain(v).(type) {
	case int64:
		return result(ints(v, n))
	case uint64:
		return result(uints(v, n))
	}
	return nil, noOverload(name, v, bits)
}
