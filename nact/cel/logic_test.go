package cel_test

import (
	"errors"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

// bit is a bool that takes an evaluation which may fail: 2 fails.
func bit(n int64) (bool, error) {
	if n == 2 {
		return false, errors.New("failed")
	}
	return n == 1, nil
}

func TestAndOr(t *testing.T) {
	states := []int64{0, 1, 2}
	diff2(t, "[false, true][a] && [false, true][b]", states, states, func(a, b int64) (any, error) {
		left, err := bit(a)
		return either(cel.And(left, err, func() (bool, error) { return bit(b) }))
	})
	diff2(t, "[false, true][a] || [false, true][b]", states, states, func(a, b int64) (any, error) {
		left, err := bit(a)
		return either(cel.Or(left, err, func() (bool, error) { return bit(b) }))
	})
}

func TestAndOrAreLazy(t *testing.T) {
	never := func() (bool, error) {
		t.Error("the right side was evaluated although the left side decides")
		return false, nil
	}
	if got, err := cel.And(false, nil, never); got || err != nil {
		t.Errorf("And(false) = %t, %v", got, err)
	}
	if got, err := cel.Or(true, nil, never); !got || err != nil {
		t.Errorf("Or(true) = %t, %v", got, err)
	}
}
