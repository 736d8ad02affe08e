package ir_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestPath holds which values have one path: those that are the same whenever they are read.
func TestPath(t *testing.T) {
	city := func() ir.Node { return &ir.Root{T: ir.StringType, Kind: ir.InputRoot, Name: "city"} }
	other := &ir.Root{T: ir.StringType, Kind: ir.InputRoot, Name: "day"}
	call := func(name string, args ...ir.Node) ir.Node {
		return &ir.Call{T: ir.StringType, Func: ir.Func{Path: ir.RuntimeCEL, Name: name}, Args: args}
	}
	one := func(v any) ir.Node { return &ir.Const{T: ir.IntType, Value: v} }
	for _, c := range []struct {
		name string
		a, b ir.Node
		same bool
	}{
		{"one root", city(), city(), true},
		{"two roots", city(), other, false},
		{"one function of one value", call("LowerASCII", city()), call("LowerASCII", city()), true},
		{"two functions", call("LowerASCII", city()), call("UpperASCII", city()), false},
		{"one function of two values", call("LowerASCII", city()), call("LowerASCII", other), false},
		{"other constants", call("CharAt", city(), one(int64(1))), call("CharAt", city(), one(int64(2))), false},
		{"the clock", call("Now"), call("Now"), false},
		{"what is made of the clock", call("StringFromTime", call("Now")), call("StringFromTime", call("Now")), false},
		{"new ids", call("UUID"), call("UUID"), false},
		{"a key of a dyn", call("DynSelect", city(), one("a")), call("DynSelect", city(), one("b")), false},
		{"a list that is made", &ir.ListLit{T: ir.ListOf(ir.IntType)}, &ir.ListLit{T: ir.ListOf(ir.IntType)}, false},
	} {
		a, b := ir.Path(c.a), ir.Path(c.b)
		if same := a == b && a != ""; same != c.same {
			t.Errorf("%s: the paths are %q and %q", c.name, a, b)
		}
	}
}
