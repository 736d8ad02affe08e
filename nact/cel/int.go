package cel

import "math"

// AddInt returns a + b, or ErrOverflow.
func AddInt(a, b int64) (int64, error) {
	sum := a + b
	if (sum > a) != (b > 0) {
		return 0, ErrOverflow
	}
	return sum, nil
}

// SubInt returns a - b, or ErrOverflow.
func SubInt(a, b int64) (int64, error) {
	diff := a - b
	if (diff < a) != (b > 0) {
		return 0, ErrOverflow
	}
	return diff, nil
}

// MulInt returns a * b, or ErrOverflow.
func MulInt(a, b int64) (int64, error) {
	product := a * b
	// Dividing the smallest integer by -1 wraps as the product does, so that the
	// division alone would not notice it.
	if a != 0 && (product/a != b || a == -1 && b == math.MinInt64) {
		return 0, ErrOverflow
	}
	return product, nil
}

// DivInt returns a / b, truncated, or ErrDivisionByZero or ErrOverflow.
func DivInt(a, b int64) (int64, error) {
	if b == 0 {
		return 0, ErrDivisionByZero
	}
	if a == math.MinInt64 && b == -1 {
		return 0, ErrOverflow
	}
	return a / b, nil
}

// ModInt returns the remainder of a / b with the sign of a, or ErrModulusByZero
// or ErrOverflow: the smallest integer modulo -1 overflows, as its quotient does.
func ModInt(a, b int64) (int64, error) {
	if b == 0 {
		return 0, ErrModulusByZero
	}
	if a == math.MinInt64 && b == -1 {
		return 0, ErrOverflow
	}
	return a % b, nil
}

// NegInt returns -a, or ErrOverflow.
func NegInt(a int64) (int64, error) {
	if a == math.MinInt64 {
		return 0, ErrOverflow
	}
	return -a, nil
}

// AddUint returns a + b, or ErrUintOverflow.
func AddUint(a, b uint64) (uint64, error) {
	sum := a + b
	if sum < a {
		return 0, ErrUintOverflow
	}
	return sum, nil
}

// SubUint returns a - b, or ErrUintOverflow if b is greater than a.
func SubUint(a, b uint64) (uint64, error) {
	if b > a {
		return 0, ErrUintOverflow
	}
	return a - b, nil
}

// MulUint returns a * b, or ErrUintOverflow.
func MulUint(a, b uint64) (uint64, error) {
	if b != 0 && a > math.MaxUint64/b {
		return 0, ErrUintOverflow
	}
	return a * b, nil
}

// DivUint returns a / b, truncated, or ErrDivisionByZero.
func DivUint(a, b uint64) (uint64, error) {
	if b == 0 {
		return 0, ErrDivisionByZero
	}
	return a / b, nil
}

// ModUint returns the remainder of a / b, or ErrModulusByZero.
func ModUint(a, b uint64) (uint64, error) {
	if b == 0 {
		return 0, ErrModulusByZero
	}
	return a % b, nil
}
