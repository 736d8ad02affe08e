package ir

// Functions of texts and bytes.
var (
	FnBase64Decode    = inRuntime(Function{Name: "Base64Decode", Params: types{StringType}, Result: BytesType, Fails: true, Noun: "decoded", Overloads: overloads{"base64_decode_string"}})
	FnBase64DecodeURL = inRuntime(Function{Name: "Base64DecodeURL", Params: types{StringType}, Result: BytesType, Fails: true, Noun: "decoded", Overloads: overloads{"base64_decode_url_string"}})

	FnFormat = inRuntime(Function{Name: "Format", Params: types{StringType, DynType}, Variadic: true, Result: StringType, Fails: true, Noun: "text", Overloads: overloads{"string_format"}})
	FnFixed  = inRuntime(Function{Name: "Fixed", Params: types{DoubleType, IntType}, Result: StringType})

	FnJSONEncode = inRuntime(Function{Name: "JSONEncode", Params: types{DynType}, Result: StringType, Fails: true, Overloads: overloads{"json_encode_dyn"}})
	FnJSONParse  = inRuntime(Function{Name: "JSONParse", Params: types{StringType}, Result: OptionalOf(DynType), Fails: true, Overloads: overloads{"json_parse_string"}})

	FnBase64Encode    = inRuntime(Function{Name: "Base64Encode", Params: types{BytesType}, Result: StringType, Noun: "encoded", Overloads: overloads{"base64_encode_bytes"}})
	FnBase64EncodeURL = inRuntime(Function{Name: "Base64EncodeURL", Params: types{BytesType}, Result: StringType, Overloads: overloads{"base64_encode_url_bytes"}})
	FnEncodeJSON      = inRuntime(Function{Name: "EncodeJSON", Params: types{DynType}, Result: StringType, Fails: true})
	FnFormatList      = inRuntime(Function{Name: "FormatList", Params: types{StringType, ListOf(DynType)}, Result: StringType, Fails: true, Noun: "text"})

	FnMatches = inRuntime(Function{Name: "Matches", Params: types{StringType, StringType}, Result: BoolType, Fails: true, Budgeted: true, Noun: "matches"})

	FnReplaceAll = inRuntime(Function{Name: "ReplaceAll", Params: types{StringType, StringType, StringType}, Result: StringType, Fails: true, Bounded: true, Noun: "replaced", Work: Work{Repeats: 2}})
	FnReplace    = inRuntime(Function{Name: "Replace", Params: types{StringType, StringType, StringType, IntType}, Result: StringType, Fails: true, Bounded: true, Noun: "replaced", Work: Work{Repeats: 2}})
	FnJoin       = inRuntime(Function{Name: "Join", Params: types{ListOf(StringType), StringType}, Result: StringType, Fails: true, Bounded: true, Noun: "joined", Work: Work{Repeats: 1}})

	FnIndexOf         = inRuntime(Function{Name: "IndexOf", Params: types{StringType, StringType}, Result: IntType, Noun: "index", Overloads: overloads{"string_index_of_string"}})
	FnIndexOfFrom     = inRuntime(Function{Name: "IndexOfFrom", Params: types{StringType, StringType, IntType}, Result: IntType, Fails: true, Noun: "index", Overloads: overloads{"string_index_of_string_int"}})
	FnLastIndexOf     = inRuntime(Function{Name: "LastIndexOf", Params: types{StringType, StringType}, Result: IntType, Noun: "index", Overloads: overloads{"string_last_index_of_string"}})
	FnLastIndexOfFrom = inRuntime(Function{Name: "LastIndexOfFrom", Params: types{StringType, StringType, IntType}, Result: IntType, Fails: true, Noun: "index", Overloads: overloads{"string_last_index_of_string_int"}})

	FnSize           = inRuntime(Function{Name: "Size", Params: types{StringType}, Result: IntType, Noun: "size", Overloads: overloads{"size_string", "string_size"}})
	FnCharAt         = inRuntime(Function{Name: "CharAt", Params: types{StringType, IntType}, Result: StringType, Fails: true, Noun: "char", Overloads: overloads{"string_char_at_int"}})
	FnSubstring      = inRuntime(Function{Name: "Substring", Params: types{StringType, IntType}, Result: StringType, Fails: true, Noun: "rest", Overloads: overloads{"string_substring_int"}})
	FnSubstringRange = inRuntime(Function{Name: "SubstringRange", Params: types{StringType, IntType, IntType}, Result: StringType, Fails: true, Noun: "part", Overloads: overloads{"string_substring_int_int"}})
	FnLowerASCII     = inRuntime(Function{Name: "LowerASCII", Params: types{StringType}, Result: StringType, Noun: "lower", Overloads: overloads{"string_lower_ascii"}})
	FnUpperASCII     = inRuntime(Function{Name: "UpperASCII", Params: types{StringType}, Result: StringType, Noun: "upper", Overloads: overloads{"string_upper_ascii"}})
	FnReverseString  = inRuntime(Function{Name: "ReverseString", Params: types{StringType}, Result: StringType, Noun: "reversed", Overloads: overloads{"string_reverse"}})
	FnQuote          = inRuntime(Function{Name: "Quote", Params: types{StringType}, Result: StringType, Noun: "quoted", Overloads: overloads{"strings_quote"}})
	FnSplitN         = inRuntime(Function{Name: "SplitN", Params: types{StringType, StringType, IntType}, Result: ListOf(StringType), Noun: "parts", Overloads: overloads{"string_split_string_int"}})
)
