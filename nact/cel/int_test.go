package cel_test

import (
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestIntArithmetic(t *testing.T) {
	diff2(t, "a + b", ints, ints, fallible2(cel.AddInt))
	diff2(t, "a - b", ints, ints, fallible2(cel.SubInt))
	diff2(t, "a * b", ints, ints, fallible2(cel.MulInt))
	diff2(t, "a / b", ints, ints, fallible2(cel.DivInt))
	diff2(t, "a % b", ints, ints, fallible2(cel.ModInt))
	diff1(t, "-a", ints, fallible1(cel.NegInt))
}

func TestUintArithmetic(t *testing.T) {
	diff2(t, "a + b", uints, uints, fallible2(cel.AddUint))
	diff2(t, "a - b", uints, uints, fallible2(cel.SubUint))
	diff2(t, "a * b", uints, uints, fallible2(cel.MulUint))
	diff2(t, "a / b", uints, uints, fallible2(cel.DivUint))
	diff2(t, "a % b", uints, uints, fallible2(cel.ModUint))
}

func TestFloatArithmetic(t *testing.T) {
	diff2(t, "a + b", floats, floats, total2(cel.AddFloat))
	diff2(t, "a - b", floats, floats, total2(cel.SubFloat))
	diff2(t, "a * b", floats, floats, total2(cel.MulFloat))
	diff2(t, "a / b", floats, floats, total2(cel.DivFloat))
	diff1(t, "-a", floats, total1(cel.NegFloat))
}
