package ir

// Functions of optionals and of null.
var (
	FnOptList   = inRuntime(Function{Name: "OptList", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOptMap    = inRuntime(Function{Name: "OptMap", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOptObject = inRuntime(Function{Name: "OptObject", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnPresent   = inRuntime(Function{Name: "Present", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnPresentIn = inRuntime(Function{Name: "PresentIn", Params: types{nil}, ResultOf: optionalContent, Naming: NamedAsOperand, Work: passesOn})

	FnDynUnwrapOpts = inRuntime(Function{Name: "DynUnwrapOpts", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "values", Work: arranges})

	FnDynOfNonZero = inRuntime(Function{Name: "DynOfNonZero", Params: types{DynType}, Result: OptionalOf(DynType), Work: passesOn, KeepsOrigin: true})

	FnValue         = inRuntime(Function{Name: "Value", Params: types{nil}, ResultOf: elementOfFirst, Fails: true, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOfNonZero     = inRuntime(Function{Name: "OfNonZero", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, Infers: true})
	FnOfNonEmpty    = inRuntime(Function{Name: "OfNonEmpty", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnOfNonEmptyMap = inRuntime(Function{Name: "OfNonEmptyMap", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnOfNonZeroTime = inRuntime(Function{Name: "OfNonZeroTime", Params: types{TimestampType}, Result: OptionalOf(TimestampType), Naming: NamedAsOperand})
	FnUnwrapOpts    = inRuntime(Function{Name: "UnwrapOpts", Params: types{nil}, ResultOf: listOfContents, Noun: "values", Work: arranges})
)
