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
	FnIntFromTime     = inRuntime(Function{Name: "IntFromTime", Params: types{TimestampType}, Result: IntType, Naming: NamedByForm, Noun: "seconds", Overloads: overloads{"timestamp_to_int64"}})
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

// Timestamps and durations.
var (
	FnLocation             = inRuntime(Function{Name: "Location", Params: types{StringType}, Result: ZoneType, Fails: true, FindsZone: true, Noun: "zone"})
	FnYear                 = inRuntime(Function{Name: "Year", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_year", "timestamp_to_year_with_tz"}})
	FnMonth                = inRuntime(Function{Name: "Month", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_month", "timestamp_to_month_with_tz"}})
	FnDayOfYear            = inRuntime(Function{Name: "DayOfYear", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_day_of_year", "timestamp_to_day_of_year_with_tz"}})
	FnDayOfMonth           = inRuntime(Function{Name: "DayOfMonth", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_day_of_month", "timestamp_to_day_of_month_with_tz"}})
	FnDate                 = inRuntime(Function{Name: "Date", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_day_of_month_1_based", "timestamp_to_day_of_month_1_based_with_tz"}})
	FnDayOfWeek            = inRuntime(Function{Name: "DayOfWeek", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_day_of_week", "timestamp_to_day_of_week_with_tz"}})
	FnHours                = inRuntime(Function{Name: "Hours", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_hours", "timestamp_to_hours_with_tz"}})
	FnMinutes              = inRuntime(Function{Name: "Minutes", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_minutes", "timestamp_to_minutes_with_tz"}})
	FnSeconds              = inRuntime(Function{Name: "Seconds", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_seconds", "timestamp_to_seconds_tz"}})
	FnMilliseconds         = inRuntime(Function{Name: "Milliseconds", Params: types{TimestampType, ZoneType}, Result: IntType, Overloads: overloads{"timestamp_to_milliseconds", "timestamp_to_milliseconds_with_tz"}})
	FnDurationHours        = inRuntime(Function{Name: "DurationHours", Params: types{DurationType}, Result: IntType, Overloads: overloads{"duration_to_hours"}})
	FnDurationMinutes      = inRuntime(Function{Name: "DurationMinutes", Params: types{DurationType}, Result: IntType, Overloads: overloads{"duration_to_minutes"}})
	FnDurationSeconds      = inRuntime(Function{Name: "DurationSeconds", Params: types{DurationType}, Result: IntType, Overloads: overloads{"duration_to_seconds"}})
	FnDurationMilliseconds = inRuntime(Function{Name: "DurationMilliseconds", Params: types{DurationType}, Result: IntType, Overloads: overloads{"duration_to_milliseconds"}})

	FnDynHours        = inRuntime(Function{Name: "DynHours", Params: types{DynType}, Result: IntType, Fails: true, Dynamic: "getHours"})
	FnDynMinutes      = inRuntime(Function{Name: "DynMinutes", Params: types{DynType}, Result: IntType, Fails: true, Dynamic: "getMinutes"})
	FnDynSeconds      = inRuntime(Function{Name: "DynSeconds", Params: types{DynType}, Result: IntType, Fails: true, Dynamic: "getSeconds"})
	FnDynMilliseconds = inRuntime(Function{Name: "DynMilliseconds", Params: types{DynType}, Result: IntType, Fails: true, Dynamic: "getMilliseconds"})

	FnTimeFromString = inRuntime(Function{Name: "TimeFromString", Params: types{StringType}, Result: TimestampType, Fails: true, Naming: NamedByForm, Noun: "time", Overloads: overloads{"string_to_timestamp"}})
	FnTimeFromInt    = inRuntime(Function{Name: "TimeFromInt", Params: types{IntType}, Result: TimestampType, Fails: true, Bounded: true, Naming: NamedByForm, Noun: "time", Overloads: overloads{"int64_to_timestamp"}})
	FnAddTime        = inRuntime(Function{Name: "AddTime", Params: types{TimestampType, DurationType}, Result: TimestampType, Fails: true, Bounded: true, Noun: "instant", Overloads: overloads{"add_timestamp_duration"}})
	FnSubTime        = inRuntime(Function{Name: "SubTime", Params: types{TimestampType, DurationType}, Result: TimestampType, Fails: true, Bounded: true, Noun: "instant", Overloads: overloads{"subtract_timestamp_duration"}})
	FnTimeDiff       = inRuntime(Function{Name: "TimeDiff", Params: types{TimestampType, TimestampType}, Result: DurationType, Fails: true, Bounded: true, Noun: "difference", Overloads: overloads{"subtract_timestamp_timestamp"}})
	FnAddDuration    = inRuntime(Function{Name: "AddDuration", Params: types{DurationType, DurationType}, Result: DurationType, Fails: true, Bounded: true, Noun: "sum", Overloads: overloads{"add_duration_duration"}})
	FnSubDuration    = inRuntime(Function{Name: "SubDuration", Params: types{DurationType, DurationType}, Result: DurationType, Fails: true, Bounded: true, Noun: "difference", Overloads: overloads{"subtract_duration_duration"}})
)

// IP addresses and CIDR blocks.
var (
	FnIPFromString     = inRuntime(Function{Name: "IPFromString", Params: types{StringType}, Result: IPType, Fails: true, Noun: "ip", Overloads: overloads{"string_to_ip"}})
	FnCIDRFromString   = inRuntime(Function{Name: "CIDRFromString", Params: types{StringType}, Result: CIDRType, Fails: true, Noun: "cidr", Overloads: overloads{"string_to_cidr"}})
	FnIsIP             = inRuntime(Function{Name: "IsIP", Params: types{StringType}, Result: BoolType, Overloads: overloads{"is_ip"}})
	FnIsCIDR           = inRuntime(Function{Name: "IsCIDR", Params: types{StringType}, Result: BoolType, Overloads: overloads{"is_cidr"}})
	FnIsCanonicalIP    = inRuntime(Function{Name: "IsCanonicalIP", Params: types{StringType}, Result: BoolType, Fails: true, Overloads: overloads{"ip_is_canonical"}})
	FnIPFamily         = inRuntime(Function{Name: "IPFamily", Params: types{IPType}, Result: IntType, Overloads: overloads{"ip_family"}})
	FnPrefixLength     = inRuntime(Function{Name: "PrefixLength", Params: types{CIDRType}, Result: IntType, Overloads: overloads{"cidr_prefix_length"}})
	FnIsMask           = inRuntime(Function{Name: "IsMask", Params: types{CIDRType}, Result: BoolType, Overloads: overloads{"cidr_is_mask"}})
	FnContainsCIDR     = inRuntime(Function{Name: "ContainsCIDR", Params: types{CIDRType, CIDRType}, Result: BoolType, Overloads: overloads{"cidr_contains_cidr"}})
	FnContainsCIDRText = inRuntime(Function{Name: "ContainsCIDRText", Params: types{CIDRType, StringType}, Result: BoolType, Fails: true, Overloads: overloads{"cidr_contains_cidr_string"}})
	FnContainsIPText   = inRuntime(Function{Name: "ContainsIPText", Params: types{CIDRType, StringType}, Result: BoolType, Fails: true, Overloads: overloads{"cidr_contains_ip_string"}})
	FnDynContainsIP    = inRuntime(Function{Name: "DynContainsIP", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Dynamic: "containsIP"})
	FnDynContainsCIDR  = inRuntime(Function{Name: "DynContainsCIDR", Params: types{DynType, DynType}, Result: BoolType, Fails: true, Dynamic: "containsCIDR"})
)
