package cel_test

import (
	"math"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestGreatestAndLeast(t *testing.T) {
	diff2(t, "math.greatest(a, b)", floats, floats, fallible2(cel.MaxFloat))
	diff2(t, "math.least(a, b)", floats, floats, fallible2(cel.MinFloat))
	diff2(t, "math.greatest(a, b)", ints, ints, total2(func(a, b int64) int64 { return max(a, b) }))
	diff2(t, "math.least(a, b)", uints, uints, total2(func(a, b uint64) uint64 { return min(a, b) }))
	diff1(t, "math.greatest(a)", intLists, fallible1(cel.MaxInts))
	diff1(t, "math.least(a)", intLists, fallible1(cel.MinInts))
	diff1(t, "math.greatest(a)", [][]uint64{{}, uints, {3, 1}}, fallible1(cel.MaxUints))
	diff1(t, "math.least(a)", [][]uint64{{}, uints, {3, 1}}, fallible1(cel.MinUints))
	lists := append([][]float64{{1, 3, 2}, {math.Copysign(0, -1), 0}, floats[:12]}, floatLists...)
	diff1(t, "math.greatest(a)", lists, fallible1(cel.MaxFloats))
	diff1(t, "math.least(a)", lists, fallible1(cel.MinFloats))
}

func TestGreatestOfMixedNumbers(t *testing.T) {
	diff2(t, "math.greatest(a, b)", ints, uints, fallible2(func(a int64, b uint64) (any, error) { return cel.DynMax(a, b) }))
	diff2(t, "math.least(a, b)", ints, floats, fallible2(func(a int64, b float64) (any, error) { return cel.DynMin(a, b) }))
	diff2(t, "math.least(a, b)", floats, uints, fallible2(func(a float64, b uint64) (any, error) { return cel.DynMin(a, b) }))
	diff3(t, "math.greatest(a, b, c)", ints, uints, floats, func(a int64, b uint64, c float64) (any, error) { return cel.DynMax(a, b, c) })
	diff3(t, "math.least(a, b, c)", ints, uints, floats, func(a int64, b uint64, c float64) (any, error) { return cel.DynMin(a, b, c) })
}

func TestSigns(t *testing.T) {
	diff1(t, "math.abs(a)", ints, fallible1(cel.AbsInt))
	diff1(t, "math.abs(a)", floats, total1(math.Abs))
	diff1(t, "math.sign(a)", ints, total1(cel.SignInt))
	diff1(t, "math.sign(a)", uints, total1(cel.SignUint))
	diff1(t, "math.sign(a)", floats, total1(cel.SignFloat))
}

func TestRounding(t *testing.T) {
	diff1(t, "math.ceil(a)", floats, total1(math.Ceil))
	diff1(t, "math.floor(a)", floats, total1(math.Floor))
	diff1(t, "math.round(a)", floats, total1(math.Round))
	diff1(t, "math.trunc(a)", floats, total1(math.Trunc))
	diff1(t, "math.sqrt(a)", floats, total1(math.Sqrt))
	diff1(t, "math.sqrt(a)", ints, total1(func(n int64) float64 { return math.Sqrt(float64(n)) }))
	diff1(t, "math.isNaN(a)", floats, total1(math.IsNaN))
	diff1(t, "math.isInf(a)", floats, total1(func(x float64) bool { return math.IsInf(x, 0) }))
	diff1(t, "math.isFinite(a)", floats, total1(cel.IsFinite))
}

func TestShifts(t *testing.T) {
	diff2(t, "math.bitShiftLeft(a, b)", ints, ints, fallible2(cel.ShiftLeft[int64]))
	diff2(t, "math.bitShiftLeft(a, b)", uints, ints, fallible2(cel.ShiftLeft[uint64]))
	diff2(t, "math.bitShiftRight(a, b)", ints, ints, fallible2(cel.ShiftRight[int64]))
	diff2(t, "math.bitShiftRight(a, b)", uints, ints, fallible2(cel.ShiftRight[uint64]))
}

func TestBits(t *testing.T) {
	diff2(t, "math.bitAnd(a, b)", ints, ints, total2(func(a, b int64) int64 { return a & b }))
	diff2(t, "math.bitOr(a, b)", ints, ints, total2(func(a, b int64) int64 { return a | b }))
	diff2(t, "math.bitXor(a, b)", uints, uints, total2(func(a, b uint64) uint64 { return a ^ b }))
	diff1(t, "math.bitNot(a)", ints, total1(func(a int64) int64 { return ^a }))
}
