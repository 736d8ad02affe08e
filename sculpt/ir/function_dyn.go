package ir

// Arithmetic on untyped values.
var (
	FnDynAdd = inRuntime(Function{Name: "DynAdd", Params: types{DynType, DynType}, Result: DynType, Fails: true, Noun: "sum", Dynamic: "_+_"})
	FnDynSub = inRuntime(Function{Name: "DynSub", Params: types{DynType, DynType}, Result: DynType, Fails: true, Noun: "difference", Dynamic: "_-_"})
	FnDynMul = inRuntime(Function{Name: "DynMul", Params: types{DynType, DynType}, Result: DynType, Fails: true, Noun: "product", Dynamic: "_*_"})
	FnDynDiv = inRuntime(Function{Name: "DynDiv", Params: types{DynType, DynType}, Result: DynType, Fails: true, Noun: "quotient", Dynamic: "_/_"})
	FnDynMod = inRuntime(Function{Name: "DynMod", Params: types{DynType, DynType}, Result: DynType, Fails: true, Noun: "rest", Dynamic: "_%_"})
	FnDynNeg = inRuntime(Function{Name: "DynNeg", Params: types{DynType}, Result: DynType, Fails: true, Noun: "negated", Dynamic: "-_"})

	FnDynMax        = inRuntime(Function{Name: "DynMax", Params: types{DynType}, Variadic: true, Result: DynType, Fails: true, Noun: "greatest", Dynamic: "math.@max"})
	FnDynMin        = inRuntime(Function{Name: "DynMin", Params: types{DynType}, Variadic: true, Result: DynType, Fails: true, Noun: "least", Dynamic: "math.@min"})
	FnDynAbs        = inRuntime(Function{Name: "DynAbs", Params: types{DynType}, Result: DynType, Fails: true, Noun: "distance", Dynamic: "math.abs"})
	FnDynSign       = inRuntime(Function{Name: "DynSign", Params: types{DynType}, Result: DynType, Fails: true, Dynamic: "math.sign"})
	FnDynSqrt       = inRuntime(Function{Name: "DynSqrt", Params: types{DynType}, Result: DoubleType, Fails: true, Dynamic: "math.sqrt"})
	FnDynBitAnd     = inRuntime(Function{Name: "DynBitAnd", Params: types{DynType, DynType}, Result: DynType, Fails: true, Dynamic: "math.bitAnd"})
	FnDynBitOr      = inRuntime(Function{Name: "DynBitOr", Params: types{DynType, DynType}, Result: DynType, Fails: true, Dynamic: "math.bitOr"})
	FnDynBitXor     = inRuntime(Function{Name: "DynBitXor", Params: types{DynType, DynType}, Result: DynType, Fails: true, Dynamic: "math.bitXor"})
	FnDynBitNot     = inRuntime(Function{Name: "DynBitNot", Params: types{DynType}, Result: DynType, Fails: true, Dynamic: "math.bitNot"})
	FnDynShiftLeft  = inRuntime(Function{Name: "DynShiftLeft", Params: types{DynType, DynType}, Result: DynType, Fails: true, Dynamic: "math.bitShiftLeft"})
	FnDynShiftRight = inRuntime(Function{Name: "DynShiftRight", Params: types{DynType, DynType}, Result: DynType, Fails: true, Dynamic: "math.bitShiftRight"})

	FnDynIn   = inRuntime(Function{Name: "DynIn", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "found", Dynamic: "@in", Work: Work{Visits: []Visit{VisitPart, VisitAll}}})
	FnDynSize = inRuntime(Function{Name: "DynSize", Params: types{DynType}, Result: IntType, Fails: true, Noun: "size", Dynamic: "size", Work: arranges})
)
