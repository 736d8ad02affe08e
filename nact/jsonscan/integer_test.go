package jsonscan

import (
	"math"
	"testing"
)

func TestInt(t *testing.T) {
	tests := map[string]int64{
		"0": 0, "-0": 0, "0.0": 0, "-0.000e9": 0, "0e99999999999999999999": 0,
		"5": 5, "-5": -5, "5.0": 5, "5.000": 5, "5e0": 5, "5e3": 5000, "5E+3": 5000, "0.5e1": 5, "50e-1": 5, "-1.25e2": -125,
		"1200": 1200, "1200.0": 1200, "12.00e2": 1200,
		"9223372036854775807":      math.MaxInt64,
		"-9223372036854775808":     math.MinInt64,
		"-9223372036854775808.0":   math.MinInt64,
		"9223372036854775807.0":    math.MaxInt64, // a float would make it ...808
		"9007199254740993.0":       9007199254740993,
		"92233720368547758070e-1":  math.MaxInt64,
		"0.9223372036854775807e19": math.MaxInt64,
		"1e18":                     1e18,
	}
	for literal, want := range tests {
		if got, ok := Int(literal); !ok || got != want {
			t.Errorf("Int(%s) = %d, %t; want %d", literal, got, ok, want)
		}
	}
	for _, literal := range []string{
		"5.5", "0.1", "1e-1", "1.05e1", "1e19", "1e400", "-1e400", "1e-400", "1e99999999999999999999", "1e-99999999999999999999",
		"9223372036854775808", "9223372036854775808.0", "-9223372036854775809", "99999999999999999999",
	} {
		if got, ok := Int(literal); ok {
			t.Errorf("Int(%s) = %d, want none", literal, got)
		}
	}
}

func TestUint(t *testing.T) {
	for literal, want := range map[string]uint64{"0": 0, "-0.0": 0, "5e1": 50, "18446744073709551615": math.MaxUint64, "1844674407370955161.5e1": math.MaxUint64, "1e19": 1e19} {
		if got, ok := Uint(literal); !ok || got != want {
			t.Errorf("Uint(%s) = %d, %t; want %d", literal, got, ok, want)
		}
	}
	for _, literal := range []string{"-1", "0.5", "18446744073709551616", "1e20", "1e400"} {
		if got, ok := Uint(literal); ok {
			t.Errorf("Uint(%s) = %d, want none", literal, got)
		}
	}
}
