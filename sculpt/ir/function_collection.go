package ir

// Functions of lists.
var (
	FnDynSlice       = inRuntime(Function{Name: "DynSlice", Params: types{DynType, IntType, IntType}, Result: ListOf(DynType), Fails: true, Noun: "part", Work: passesOn, Rearranges: true, Shortens: true, KeepsOrigin: true})
	FnDynDistinct    = inRuntime(Function{Name: "DynDistinct", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "distinct", Rearranges: true, Shortens: true, KeepsOrigin: true})
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
	FnSlice    = inRuntime(Function{Name: "Slice", Params: types{nil, IntType, IntType}, ResultOf: typeOfFirst, Fails: true, Noun: "part", Overloads: overloads{"list_slice"}, Work: passesOn, Rearranges: true, Shortens: true, KeepsOrigin: true})
	FnFlatten  = inRuntime(Function{Name: "Flatten", Params: types{nil}, ResultOf: elementOfFirst, Noun: "elements"})
	FnRange    = inRuntime(Function{Name: "Range", Params: types{IntType}, Result: ListOf(IntType), Fails: true, Noun: "numbers", Overloads: overloads{"lists_range"}})
	FnReverse  = inRuntime(Function{Name: "Reverse", Params: types{nil}, ResultOf: typeOfFirst, Noun: "reversed", Overloads: overloads{"list_reverse"}, Work: arranges, Rearranges: true, KeepsOrigin: true})
	FnDistinct = inRuntime(Function{Name: "Distinct", Params: types{nil}, ResultOf: typeOfFirst, Noun: "distinct", Rearranges: true, Shortens: true, KeepsOrigin: true})

	FnContainsAll = inRuntime(Function{Name: "ContainsAll", Params: types{nil, nil}, Result: BoolType})
	FnIntersects  = inRuntime(Function{Name: "Intersects", Params: types{nil, nil}, Result: BoolType})
	FnEquivalent  = inRuntime(Function{Name: "Equivalent", Params: types{nil, nil}, Result: BoolType})

	FnSort   = inRuntime(Function{Name: "Sort", Params: types{nil}, ResultOf: typeOfFirst, Noun: "sorted", Rearranges: true, KeepsOrigin: true})
	FnSortBy = inRuntime(Function{Name: "SortBy", Params: types{nil, nil}, ResultOf: typeOfFirst, Noun: "sorted", Work: Work{Visits: []Visit{VisitElements, VisitAll}}, Rearranges: true, KeepsOrigin: true})
)

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

// Functions of optionals and of null.
var (
	FnOptList   = inRuntime(Function{Name: "OptList", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOptMap    = inRuntime(Function{Name: "OptMap", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOptObject = inRuntime(Function{Name: "OptObject", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnPresent   = inRuntime(Function{Name: "Present", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnPresentIn = inRuntime(Function{Name: "PresentIn", Params: types{nil}, ResultOf: optionalContent, Declares: "unlessNull", Generic: types{OptionalOf(OpenType), OptionalOf(OpenType)}, Overloads: overloads{"optional_unlessNull"}, Naming: NamedAsOperand, Work: passesOn})

	FnDynUnwrapOpts = inRuntime(Function{Name: "DynUnwrapOpts", Params: types{DynType}, Result: ListOf(DynType), Fails: true, Noun: "values", Work: arranges})

	FnDynOfNonZero = inRuntime(Function{Name: "DynOfNonZero", Params: types{DynType}, Result: OptionalOf(DynType), Work: passesOn, KeepsOrigin: true})

	FnValue         = inRuntime(Function{Name: "Value", Params: types{nil}, ResultOf: elementOfFirst, Fails: true, Naming: NamedAsOperand, Work: passesOn, KeepsOrigin: true})
	FnOfNonZero     = inRuntime(Function{Name: "OfNonZero", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn, Infers: true})
	FnOfNonEmpty    = inRuntime(Function{Name: "OfNonEmpty", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnOfNonEmptyMap = inRuntime(Function{Name: "OfNonEmptyMap", Params: types{nil}, ResultOf: optionalOfFirst, Naming: NamedAsOperand, Work: passesOn})
	FnOfNonZeroTime = inRuntime(Function{Name: "OfNonZeroTime", Params: types{TimestampType}, Result: OptionalOf(TimestampType), Naming: NamedAsOperand})
	FnUnwrapOpts    = inRuntime(Function{Name: "UnwrapOpts", Params: types{nil}, ResultOf: listOfContents, Noun: "values", Work: arranges})
)
