package ir

// Functions that no Call names: the emitter calls them for nodes of their own.
var (
	FnNoElement = inRuntime(Function{Name: "NoElement", Fails: true})
	FnNoMember  = inRuntime(Function{Name: "NoMember", Params: types{StringType}, Fails: true})
	FnIsNull    = inRuntime(Function{Name: "IsNull", Params: types{StringType}, Fails: true})

	FnLessBool      = inRuntime(Function{Name: "LessBool", Params: types{BoolType, BoolType}, Result: BoolType})
	FnLessEqualBool = inRuntime(Function{Name: "LessEqualBool", Params: types{BoolType, BoolType}, Result: BoolType})
	FnEqualOpt      = inRuntime(Function{Name: "EqualOpt", Params: types{nil, nil, nil}})
	FnEqualNull     = inRuntime(Function{Name: "EqualNull", Params: types{nil, nil, nil}})

	FnDynOpt  = inRuntime(Function{Name: "DynOpt", Params: types{nil}, Result: OptionalOf(DynType)})
	FnDynNull = inRuntime(Function{Name: "DynNull", Params: types{nil}, Result: DynType})

	FnDynInsert    = inRuntime(Function{Name: "DynInsert", Params: types{nil, DynType, DynType}, Fails: true})
	FnDynInsertAll = inRuntime(Function{Name: "DynInsertAll", Params: types{nil, DynType}, Fails: true})
	FnDynSet       = inRuntime(Function{Name: "DynSet", Params: types{nil, DynType, DynType}, Fails: true})
	FnDynDelete    = inRuntime(Function{Name: "DynDelete", Params: types{nil, DynType}})

	FnSortFunc       = inRuntime(Function{Name: "SortFunc", Params: types{nil, nil}, ResultOf: typeOfFirst})
	FnSortByFunc     = inRuntime(Function{Name: "SortByFunc", Params: types{nil, nil, nil}, ResultOf: typeOfFirst})
	FnSortKeyed      = inRuntime(Function{Name: "SortKeyed", Params: types{nil, nil}, ResultOf: typeOfFirst})
	FnSortElemsKeyed = inRuntime(Function{Name: "SortElemsKeyed", Params: types{nil, nil}, ResultOf: typeOfFirst})

	FnLength = inRuntime(Function{Name: "Length", Params: types{DynType}, Result: IntType})

	FnPromised = inRuntime(Function{Name: "Promised", Params: types{nil, nil}, Fails: true})

	FnAt     = inRuntime(Function{Name: "At", Params: types{nil, IntType}, Fails: true})
	FnElem   = inRuntime(Function{Name: "Elem", Params: types{nil, IntType}, Fails: true})
	FnInFunc = inRuntime(Function{Name: "InFunc", Params: types{nil, nil, nil}})

	FnAnd     = inRuntime(Function{Name: "And", Params: types{BoolType, nil, nil}, Result: BoolType, Fails: true})
	FnOr      = inRuntime(Function{Name: "Or", Params: types{BoolType, nil, nil}, Result: BoolType, Fails: true})
	FnAndFunc = inRuntime(Function{Name: "AndFunc", Params: types{nil, nil}, Result: BoolType, Fails: true})
	FnOrFunc  = inRuntime(Function{Name: "OrFunc", Params: types{nil, nil}, Result: BoolType, Fails: true})

	FnSortedKeys  = inRuntime(Function{Name: "SortedKeys", Params: types{nil}})
	FnSortedBools = inRuntime(Function{Name: "SortedBools", Params: types{nil}})
	FnInsert      = inRuntime(Function{Name: "Insert", Params: types{nil, nil, nil}, Fails: true})
	FnInsertAll   = inRuntime(Function{Name: "InsertAll", Params: types{nil, nil}, Fails: true})

	FnGet     = inRuntime(Function{Name: "Get", Params: types{nil, StringType}, Fails: true})
	FnNonNull = inRuntime(Function{Name: "NonNull", Params: types{nil, StringType}, Fails: true})

	FnMustLocation = inRuntime(Function{Name: "MustLocation", Params: types{StringType}, Result: ZoneType})
)
