package ir_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestPath holds which values have one path: those that are the same whenever they are read.
func TestPath(t *testing.T) {
	city := func() ir.Node { return &ir.Root{T: ir.StringType, Kind: ir.InputRoot, Name: "city"} }
	other := &ir.Root{T: ir.StringType, Kind: ir.InputRoot, Name: "day"}
	one := func(v any) ir.Node { return &ir.Const{T: ir.IntType, Value: v} }
	letter := func() ir.Node {
		return &ir.Const{T: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Values: []string{"A"}}}, Value: "A"}
	}
	for _, c := range []struct {
		name string
		a, b ir.Node
		same bool
	}{
		{"one root", city(), city(), true},
		{"two roots", city(), other, false},
		{"one function of one value", ir.FnLowerASCII.Call(city()), ir.FnLowerASCII.Call(city()), true},
		{"two functions", ir.FnLowerASCII.Call(city()), ir.FnUpperASCII.Call(city()), false},
		{"one function of two values", ir.FnLowerASCII.Call(city()), ir.FnLowerASCII.Call(other), false},
		{"other constants", ir.FnCharAt.Call(city(), one(int64(1))), ir.FnCharAt.Call(city(), one(int64(2))), false},
		{"values of two enums with one text", ir.FnIsIP.Call(letter()), ir.FnIsIP.Call(letter()), false},
		{"the clock", ir.FnNow.Call(), ir.FnNow.Call(), false},
		{"what is made of the clock", ir.FnStringFromTime.Call(ir.FnNow.Call()), ir.FnStringFromTime.Call(ir.FnNow.Call()), false},
		{"new ids", ir.FnUUID.Call(), ir.FnUUID.Call(), false},
		{"a key of a dyn", ir.FnDynSelect.Call(city(), one("a")), ir.FnDynSelect.Call(city(), one("b")), false},
		{"a list that is made", &ir.ListLit{T: ir.ListOf(ir.IntType)}, &ir.ListLit{T: ir.ListOf(ir.IntType)}, false},
	} {
		a, b := ir.Path(c.a), ir.Path(c.b)
		if same := a == b && a != ""; same != c.same {
			t.Errorf("%s: the paths are %q and %q", c.name, a, b)
		}
	}
}
