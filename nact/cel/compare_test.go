package cel_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

func TestMixedComparison(t *testing.T) {
	diff2(t, "a < b", ints, uints, total2(cel.LessIntUint))
	diff2(t, "a <= b", ints, uints, total2(cel.LessEqualIntUint))
	diff2(t, "a < b", uints, ints, total2(cel.LessUintInt))
	diff2(t, "a <= b", uints, ints, total2(cel.LessEqualUintInt))
	diff2(t, "a < b", ints, floats, total2(cel.LessIntFloat))
	diff2(t, "a <= b", ints, floats, total2(cel.LessEqualIntFloat))
	diff2(t, "a < b", floats, ints, total2(cel.LessFloatInt))
	diff2(t, "a <= b", floats, ints, total2(cel.LessEqualFloatInt))
	diff2(t, "a < b", uints, floats, total2(cel.LessUintFloat))
	diff2(t, "a <= b", uints, floats, total2(cel.LessEqualUintFloat))
	diff2(t, "a < b", floats, uints, total2(cel.LessFloatUint))
	diff2(t, "a <= b", floats, uints, total2(cel.LessEqualFloatUint))
}

// A generator has "greater" only as "less" with its operands swapped.
func TestMixedComparisonSwapped(t *testing.T) {
	diff2(t, "a > b", ints, floats, total2(func(a int64, b float64) bool { return cel.LessFloatInt(b, a) }))
	diff2(t, "a >= b", uints, floats, total2(func(a uint64, b float64) bool { return cel.LessEqualFloatUint(b, a) }))
	diff2(t, "a > b", uints, ints, total2(func(a uint64, b int64) bool { return cel.LessIntUint(b, a) }))
	diff2(t, "a >= b", bools, bools, total2(func(a, b bool) bool { return cel.LessEqualBool(b, a) }))
}

func TestMixedEquality(t *testing.T) {
	diff2(t, "dyn(a) == b", ints, uints, total2(func(a int64, b uint64) bool { return cel.Equal(a, b) }))
	diff2(t, "dyn(a) == b", ints, floats, total2(func(a int64, b float64) bool { return cel.Equal(a, b) }))
	diff2(t, "dyn(a) == b", uints, floats, total2(func(a uint64, b float64) bool { return cel.Equal(a, b) }))
}

func TestBoolsAndBytesOrder(t *testing.T) {
	diff2(t, "a < b", bools, bools, total2(cel.LessBool))
	diff2(t, "a <= b", bools, bools, total2(cel.LessEqualBool))
	diff2(t, "a < b", byteStrings, byteStrings, total2(func(a, b []byte) bool { return bytes.Compare(a, b) < 0 }))
	diff2(t, "a <= b", byteStrings, byteStrings, total2(func(a, b []byte) bool { return bytes.Compare(a, b) <= 0 }))
}

// What the generator prints without a function must mean the same as well.
func TestGoOperators(t *testing.T) {
	diff2(t, "a < b", floats, floats, total2(func(a, b float64) bool { return a < b }))
	diff2(t, "a >= b", floats, floats, total2(func(a, b float64) bool { return a >= b }))
	diff2(t, "a == b", floats, floats, total2(func(a, b float64) bool { return a == b }))
	diff2(t, "a < b", texts, texts, total2(func(a, b string) bool { return a < b }))
	diff2(t, "a + b", texts, texts, total2(func(a, b string) string { return a + b }))
	diff2(t, "a == b", byteStrings, byteStrings, total2(bytes.Equal))
	diff2(t, "a == b", times, times, total2(time.Time.Equal))
	diff2(t, "a < b", times, times, total2(time.Time.Before))
	diff2(t, "a <= b", times, times, total2(func(a, b time.Time) bool { return !b.Before(a) }))
	diff2(t, "a >= b", durations, durations, total2(func(a, b time.Duration) bool { return a >= b }))
	diff1(t, "double(a)", ints, total1(func(a int64) float64 { return float64(a) }))
	diff1(t, "double(a)", uints, total1(func(a uint64) float64 { return float64(a) }))
}

func TestEqualOfOptionals(t *testing.T) {
	optionals := []nact.Opt[any]{{}, nact.Some[any](int64(0)), nact.Some[any](int64(1)), nact.Some[any](1.0), nact.Some[any](nil)}
	diff2(t, "a == b", optionals, optionals, total2(func(a, b nact.Opt[any]) bool { return cel.EqualOpt(a, b, cel.Equal) }))
}

func TestEqualOfNullables(t *testing.T) {
	null, one := nact.Null[int64]{}, nact.NotNull[int64](1)
	for _, test := range []struct {
		a, b nact.Null[int64]
		want bool
	}{
		{null, null, true},
		{null, one, false},
		{one, null, false},
		{one, one, true},
		{one, nact.NotNull[int64](2), false},
		{null, nact.Null[int64]{Value: 1}, true},
	} {
		if got := cel.EqualNull(test.a, test.b, func(a, b int64) bool { return a == b }); got != test.want {
			t.Errorf("EqualNull(%+v, %+v) = %t", test.a, test.b, got)
		}
	}
}
