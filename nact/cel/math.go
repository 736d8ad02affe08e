package cel

import "cmp"

// AbsInt returns n without its sign, or ErrOverflow.
func AbsInt(n int64) (int64, error) {
	if n < 0 {
		return NegInt(n)
	}
	return n, nil
}

// SignInt returns -1, 0 or 1.
func SignInt(n int64) int64 { return int64(cmp.Compare(n, 0)) }

// SignUint returns 0 or 1.
func SignUint(n uint64) uint64 { return min(n, 1) }

// SignFloat returns -1, 0, 1 or NaN. The sign of -0 is 0.
func SignFloat(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}
