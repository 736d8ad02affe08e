package ir

// Selections of an element, an entry or a member.
var (
	FnAtDyn    = inRuntime(Function{Name: "AtDyn", Params: types{nil, DynType}, ResultOf: elementOfFirst, Fails: true, Naming: NamedAsSelection, Work: picks, KeepsOrigin: true})
	FnOptAtDyn = inRuntime(Function{Name: "OptAtDyn", Params: types{nil, DynType}, ResultOf: optionalElement, Fails: true, Naming: NamedAsSelection, Work: picks, KeepsOrigin: true})
	FnDynFirst = inRuntime(Function{Name: "DynFirst", Params: types{DynType}, Result: OptionalOf(DynType), Fails: true, Naming: NamedAsFirst, Work: picks, KeepsOrigin: true})
	FnDynLast  = inRuntime(Function{Name: "DynLast", Params: types{DynType}, Result: OptionalOf(DynType), Fails: true, Naming: NamedAsLast, Work: picks, KeepsOrigin: true})

	FnKeyDyn    = inRuntime(Function{Name: "KeyDyn", Params: types{nil, DynType}, ResultOf: elementOfFirst, Fails: true, Naming: NamedAsSelection, Work: looksUp, KeepsOrigin: true})
	FnOptKeyDyn = inRuntime(Function{Name: "OptKeyDyn", Params: types{nil, DynType}, ResultOf: optionalElement, Fails: true, Naming: NamedAsSelection, Work: looksUp, KeepsOrigin: true})

	FnDynSelect    = inRuntime(Function{Name: "DynSelect", Params: types{DynType, StringType}, Result: DynType, Fails: true, Naming: NamedAsSelection, Work: picks, KeepsOrigin: true})
	FnDynIndex     = inRuntime(Function{Name: "DynIndex", Params: types{DynType, DynType}, Result: DynType, Fails: true, Naming: NamedAsSelection, Dynamic: "_[_]", Work: looksUp, KeepsOrigin: true})
	FnDynOptSelect = inRuntime(Function{Name: "DynOptSelect", Params: types{DynType, StringType}, Result: OptionalOf(DynType), Fails: true, Naming: NamedAsSelection, Work: picks, KeepsOrigin: true})
	FnDynOptIndex  = inRuntime(Function{Name: "DynOptIndex", Params: types{DynType, DynType}, Result: OptionalOf(DynType), Fails: true, Naming: NamedAsSelection, Work: looksUp, KeepsOrigin: true})
	FnDynHas       = inRuntime(Function{Name: "DynHas", Params: types{DynType, StringType}, Result: BoolType, Fails: true, Noun: "present", Work: picks})

	FnOptAt    = inRuntime(Function{Name: "OptAt", Params: types{nil, IntType}, ResultOf: optionalElement, Naming: NamedAsSelection, Work: picks, Selects: true, KeepsOrigin: true})
	FnOptElem  = inRuntime(Function{Name: "OptElem", Params: types{nil, IntType}, ResultOf: optionalElement, Naming: NamedAsSelection, Work: picks, Selects: true, KeepsOrigin: true})
	FnFirst    = inRuntime(Function{Name: "First", Params: types{nil}, ResultOf: optionalElement, Naming: NamedAsFirst, Overloads: overloads{"list_first"}, Work: picks, Selects: true, KeepsOrigin: true})
	FnLast     = inRuntime(Function{Name: "Last", Params: types{nil}, ResultOf: optionalElement, Naming: NamedAsLast, Overloads: overloads{"list_last"}, Work: picks, Selects: true, KeepsOrigin: true})
	FnLastElem = inRuntime(Function{Name: "LastElem", Params: types{nil}, ResultOf: optionalElement, Naming: NamedAsLast, Work: picks, Selects: true, KeepsOrigin: true})

	FnKey    = inRuntime(Function{Name: "Key", Params: types{nil, nil}, ResultOf: elementOfFirst, Fails: true, Naming: NamedAsSelection, Work: looksUp, KeepsOrigin: true})
	FnOptKey = inRuntime(Function{Name: "OptKey", Params: types{nil, nil}, ResultOf: optionalElement, Naming: NamedAsSelection, Work: looksUp, KeepsOrigin: true})
	FnHasKey = inRuntime(Function{Name: "HasKey", Params: types{nil, nil}, Result: BoolType, Work: looksUp})
)
