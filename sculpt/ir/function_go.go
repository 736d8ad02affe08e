package ir

// Functions of Go itself and of its standard library. Those of a package have its name in theirs.
var (
	FnLen     = row(Function{Name: "len", Kind: Builtin, Params: types{nil}, Result: IntType, Noun: "size", Overloads: overloads{"size_list", "list_size", "size_map", "map_size", "size_bytes", "bytes_size"}, Work: passesOn})
	FnMax     = row(Function{Name: "max", Kind: Builtin, Params: types{nil, nil}, ResultOf: typeOfFirst, Overloads: overloads{"math_@max_int_int", "math_@max_uint_uint"}, Infers: true})
	FnMin     = row(Function{Name: "min", Kind: Builtin, Params: types{nil, nil}, ResultOf: typeOfFirst, Overloads: overloads{"math_@min_int_int", "math_@min_uint_uint"}, Infers: true})
	FnInt     = row(Function{Name: "int", Kind: Builtin, Params: types{IntType}, Result: IntType, Infers: true})
	FnInt64   = row(Function{Name: "int64", Kind: Builtin, Params: types{nil}, Result: IntType, Naming: NamedByForm, Noun: "number", Overloads: overloads{"duration_to_int64"}, Infers: true})
	FnFloat64 = row(Function{Name: "float64", Kind: Builtin, Params: types{nil}, Result: DoubleType, Naming: NamedByForm, Noun: "number", Overloads: overloads{"int64_to_double", "uint64_to_double"}, TakesInt: true, Infers: true})
	FnBytes   = row(Function{Name: "[]byte", Kind: Builtin, Params: types{StringType}, Result: BytesType, Overloads: overloads{"string_to_bytes"}, Infers: true})

	FnStringsContains   = row(Function{Package: "strings", Name: "Contains", Params: types{StringType, StringType}, Result: BoolType, Overloads: overloads{"contains_string"}, Work: Work{Visits: []Visit{VisitAll, VisitPart}}})
	FnStringsHasPrefix  = row(Function{Package: "strings", Name: "HasPrefix", Params: types{StringType, StringType}, Result: BoolType, Overloads: overloads{"starts_with_string"}, Work: compares})
	FnStringsHasSuffix  = row(Function{Package: "strings", Name: "HasSuffix", Params: types{StringType, StringType}, Result: BoolType, Overloads: overloads{"ends_with_string"}, Work: compares})
	FnStringsJoin       = row(Function{Package: "strings", Name: "Join", Params: types{ListOf(StringType), StringType}, Result: StringType, Noun: "joined", Overloads: overloads{"list_join_string"}})
	FnStringsReplace    = row(Function{Package: "strings", Name: "Replace", Params: types{StringType, StringType, StringType, IntType}, Result: StringType, Noun: "replaced"})
	FnStringsReplaceAll = row(Function{Package: "strings", Name: "ReplaceAll", Params: types{StringType, StringType, StringType}, Result: StringType, Noun: "replaced", Overloads: overloads{"string_replace_string_string"}})
	FnStringsSplit      = row(Function{Package: "strings", Name: "Split", Params: types{StringType, StringType}, Result: ListOf(StringType), Noun: "parts", Overloads: overloads{"string_split_string"}})
	FnStringsTrimSpace  = row(Function{Package: "strings", Name: "TrimSpace", Params: types{StringType}, Result: StringType, Noun: "trimmed", Overloads: overloads{"string_trim"}})

	FnStrconvFormatBool = row(Function{Package: "strconv", Name: "FormatBool", Params: types{BoolType}, Result: StringType, Noun: "text", Overloads: overloads{"bool_to_string"}})
	FnStrconvFormatInt  = row(Function{Package: "strconv", Name: "FormatInt", Params: types{IntType, IntType}, Result: StringType, Noun: "text"})
	FnStrconvFormatUint = row(Function{Package: "strconv", Name: "FormatUint", Params: types{UintType, IntType}, Result: StringType, Noun: "text"})
	FnFmtSprintf        = row(Function{Package: "fmt", Name: "Sprintf", Params: types{StringType, DynType}, Variadic: true, Result: StringType, TakesInt: true})

	FnMathAbs   = row(Function{Package: "math", Name: "Abs", Params: types{DoubleType}, Result: DoubleType, Overloads: overloads{"math_abs_double"}})
	FnMathCeil  = row(Function{Package: "math", Name: "Ceil", Params: types{DoubleType}, Result: DoubleType, Overloads: overloads{"math_ceil_double"}})
	FnMathFloor = row(Function{Package: "math", Name: "Floor", Params: types{DoubleType}, Result: DoubleType, Overloads: overloads{"math_floor_double"}})
	FnMathRound = row(Function{Package: "math", Name: "Round", Params: types{DoubleType}, Result: DoubleType, Noun: "rounded", Overloads: overloads{"math_round_double"}})
	FnMathSqrt  = row(Function{Package: "math", Name: "Sqrt", Params: types{DoubleType}, Result: DoubleType, Overloads: overloads{"math_sqrt_double"}})
	FnMathTrunc = row(Function{Package: "math", Name: "Trunc", Params: types{DoubleType}, Result: DoubleType, Overloads: overloads{"math_trunc_double"}})
	FnMathIsInf = row(Function{Package: "math", Name: "IsInf", Params: types{DoubleType, IntType}, Result: BoolType})
	FnMathIsNaN = row(Function{Package: "math", Name: "IsNaN", Params: types{DoubleType}, Result: BoolType, Overloads: overloads{"math_isNaN_double"}})

	FnTimeUTC = row(Function{Package: "time", Name: "UTC", Kind: Variable, Result: ZoneType})

	FnAddrString               = row(Function{Package: "net/netip", Name: "String", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: StringType, Overloads: overloads{"ip_to_string"}})
	FnAddrIsLoopback           = row(Function{Package: "net/netip", Name: "IsLoopback", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: BoolType, Overloads: overloads{"ip_is_loopback"}})
	FnAddrIsUnspecified        = row(Function{Package: "net/netip", Name: "IsUnspecified", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: BoolType, Overloads: overloads{"ip_is_unspecified"}})
	FnAddrIsGlobalUnicast      = row(Function{Package: "net/netip", Name: "IsGlobalUnicast", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: BoolType, Overloads: overloads{"ip_is_global_unicast"}})
	FnAddrIsLinkLocalMulticast = row(Function{Package: "net/netip", Name: "IsLinkLocalMulticast", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: BoolType, Overloads: overloads{"ip_is_link_local_multicast"}})
	FnAddrIsLinkLocalUnicast   = row(Function{Package: "net/netip", Name: "IsLinkLocalUnicast", Kind: Method, Receiver: "Addr", Params: types{IPType}, Result: BoolType, Overloads: overloads{"ip_is_link_local_unicast"}})
	FnPrefixString             = row(Function{Package: "net/netip", Name: "String", Kind: Method, Receiver: "Prefix", Params: types{CIDRType}, Result: StringType, Overloads: overloads{"cidr_to_string"}})
	FnPrefixAddr               = row(Function{Package: "net/netip", Name: "Addr", Kind: Method, Receiver: "Prefix", Params: types{CIDRType}, Result: IPType, Overloads: overloads{"cidr_ip"}})
	FnPrefixMasked             = row(Function{Package: "net/netip", Name: "Masked", Kind: Method, Receiver: "Prefix", Params: types{CIDRType}, Result: CIDRType, Overloads: overloads{"cidr_masked"}})
	FnPrefixContains           = row(Function{Package: "net/netip", Name: "Contains", Kind: Method, Receiver: "Prefix", Params: types{CIDRType, IPType}, Result: BoolType, Overloads: overloads{"cidr_contains_ip_ip"}})
)
