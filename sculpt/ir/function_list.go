package ir

// Functions of lists.
var (
	FnDynSlice       = inRuntime(Function{Name: "DynSlice", Params: types{DynType, IntType, IntType}, Result: ListOf(DynType), Fails: true, Noun: "part", Work: passesOn, Rearranges: true, KeepsOrigin: true})
	FnDynDistinct    = inRuntime(Function{Name: "DynDistinct", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "distinct", Rearranges: true, KeepsOrigin: true})
	FnDynReverse     = inRuntime(Function{Name: "DynReverse", Params: types{DynType}, Result: DynType, Fails: true, Noun: "reversed", Dynamic: "reverse", Work: arranges, Rearranges: true, KeepsOrigin: true})
	FnDynJoin        = inRuntime(Function{Name: "DynJoin", Params: types{DynType, StringType}, Result: StringType, Fails: true, Noun: "joined", Work: Work{Repeats: 1}})
	FnDynFlatten     = inRuntime(Function{Name: "DynFlatten", Params: types{DynType, IntType}, Result: ListOf(DynType), Fails: true, Noun: "elements", KeepsOrigin: true})
	FnDynSort        = inRuntime(Function{Name: "DynSort", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "sorted", Rearranges: true, KeepsOrigin: true})
	FnSortByDyn      = inRuntime(Function{Name: "SortByDyn", Params: types{nil, ListOf(DynType)}, ResultOf: typeOfFirst, Fails: true, Noun: "sorted", Work: Work{Visits: []Visit{VisitElements, VisitAll}}, Rearranges: true, KeepsOrigin: true})
	FnDynContainsAll = inRuntime(Function{Name: "DynContainsAll", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "ok"})
	FnDynIntersects  = inRuntime(Function{Name: "DynIntersects", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "ok"})
	FnDynEquivalent  = inRuntime(Function{Name: "DynEquivalent", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Noun: "ok"})

	FnDynRange   = inRuntime(Function{Name: "DynRange", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "elements", Work: passesOn, KeepsOrigin: true})
	FnDynEntries = inRuntime(Function{Name: "DynEntries", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "entries", Work: passesOn, KeepsOrigin: true})

	FnConcat   = inRuntime(Function{Name: "Concat", Params: types{nil, nil}, ResultOf: typeOfFirst, Noun: "joined", Overloads: overloads{"add_bytes", "add_list"}, Work: arranges})
	FnSlice    = inRuntime(Function{Name: "Slice", Params: types{nil, IntType, IntType}, ResultOf: typeOfFirst, Fails: true, Noun: "part", Overloads: overloads{"list_slice"}, Work: passesOn, Rearranges: true, KeepsOrigin: true})
	FnFlatten  = inRuntime(Function{Name: "Flatten", Params: types{nil}, ResultOf: elementOfFirst, Noun: "elements"})
	FnRange    = inRuntime(Function{Name: "Range", Params: types{IntType}, Result: ListOf(IntType), Fails: true, Noun: "numbers", Overloads: overloads{"lists_range"}})
	FnReverse  = inRuntime(Function{Name: "Reverse", Params: types{nil}, ResultOf: typeOfFirst, Noun: "reversed", Overloads: overloads{"list_reverse"}, Work: arranges, Rearranges: true, KeepsOrigin: true})
	FnDistinct = inRuntime(Function{Name: "Distinct", Params: types{nil}, ResultOf: typeOfFirst, Noun: "distinct", Rearranges: true, KeepsOrigin: true})

	FnContainsAll = inRuntime(Function{Name: "ContainsAll", Params: types{nil, nil}, Result: BoolType})
	FnIntersects  = inRuntime(Function{Name: "Intersects", Params: types{nil, nil}, Result: BoolType})
	FnEquivalent  = inRuntime(Function{Name: "Equivalent", Params: types{nil, nil}, Result: BoolType})

	FnSort   = inRuntime(Function{Name: "Sort", Params: types{nil}, ResultOf: typeOfFirst, Noun: "sorted", Rearranges: true, KeepsOrigin: true})
	FnSortBy = inRuntime(Function{Name: "SortBy", Params: types{nil, nil}, ResultOf: typeOfFirst, Noun: "sorted", Work: Work{Visits: []Visit{VisitElements, VisitAll}}, Rearranges: true, KeepsOrigin: true})
)
