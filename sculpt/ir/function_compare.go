package ir

// Comparisons.
var (
	FnLessIntUint        = inRuntime(Function{Name: "LessIntUint", Params: types{IntType, UintType}, Result: BoolType})
	FnLessEqualIntUint   = inRuntime(Function{Name: "LessEqualIntUint", Params: types{IntType, UintType}, Result: BoolType})
	FnLessUintInt        = inRuntime(Function{Name: "LessUintInt", Params: types{UintType, IntType}, Result: BoolType})
	FnLessEqualUintInt   = inRuntime(Function{Name: "LessEqualUintInt", Params: types{UintType, IntType}, Result: BoolType})
	FnLessIntFloat       = inRuntime(Function{Name: "LessIntFloat", Params: types{IntType, DoubleType}, Result: BoolType})
	FnLessEqualIntFloat  = inRuntime(Function{Name: "LessEqualIntFloat", Params: types{IntType, DoubleType}, Result: BoolType})
	FnLessFloatInt       = inRuntime(Function{Name: "LessFloatInt", Params: types{DoubleType, IntType}, Result: BoolType})
	FnLessEqualFloatInt  = inRuntime(Function{Name: "LessEqualFloatInt", Params: types{DoubleType, IntType}, Result: BoolType})
	FnLessUintFloat      = inRuntime(Function{Name: "LessUintFloat", Params: types{UintType, DoubleType}, Result: BoolType})
	FnLessEqualUintFloat = inRuntime(Function{Name: "LessEqualUintFloat", Params: types{UintType, DoubleType}, Result: BoolType})
	FnLessFloatUint      = inRuntime(Function{Name: "LessFloatUint", Params: types{DoubleType, UintType}, Result: BoolType})
	FnLessEqualFloatUint = inRuntime(Function{Name: "LessEqualFloatUint", Params: types{DoubleType, UintType}, Result: BoolType})

	FnEqual           = inRuntime(Function{Name: "Equal", Params: types{DynType, DynType}, Result: BoolType, Work: compares})
	FnDynLess         = inRuntime(Function{Name: "DynLess", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "less", Dynamic: "_<_", Work: compares})
	FnDynLessEqual    = inRuntime(Function{Name: "DynLessEqual", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "atMost", Dynamic: "_<=_", Work: compares})
	FnDynGreater      = inRuntime(Function{Name: "DynGreater", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "greater", Dynamic: "_>_", Work: compares})
	FnDynGreaterEqual = inRuntime(Function{Name: "DynGreaterEqual", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "atLeast", Dynamic: "_>=_", Work: compares})
)
