package ir

// GroupByKeys is the name of what the macro groupBy expands to.
const GroupByKeys = "@groupByKeys"

// The functions that CEL has not and manifests have: see docs/functions.md.
var (
	FnNow  = inRuntime(Function{Name: "Now", Context: true, Result: TimestampType, Declares: "now", Overloads: overloads{"now"}, Impure: true, Noun: "now"})
	FnUUID = inRuntime(Function{Name: "UUID", Result: StringType, Declares: "uuid", Overloads: overloads{"uuid"}, Impure: true, Noun: "id"})

	FnDateOf      = inRuntime(Function{Name: "DateOf", Params: types{TimestampType, ZoneType}, Result: StringType, Fails: true, Bounded: true, Declares: "date.of", Overloads: overloads{"date_of"}, Noun: "date"})
	FnDateAt      = inRuntime(Function{Name: "DateAt", Params: types{StringType, ZoneType}, Result: TimestampType, Fails: true, Declares: "date.at", Overloads: overloads{"date_at"}, Literals: literals{LocalTimeLiteral}, Noun: "instant"})
	FnAddDays     = inRuntime(Function{Name: "AddDays", Params: types{StringType, IntType}, Result: StringType, Fails: true, Declares: "date.addDays", Overloads: overloads{"date_addDays"}, Literals: literals{DateLiteral}, Noun: "date"})
	FnAddDaysIn   = inRuntime(Function{Name: "AddDaysIn", Params: types{TimestampType, IntType, ZoneType}, Result: TimestampType, Fails: true, Bounded: true, Declares: "date.addDays", Overloads: overloads{"date_addDays_timestamp"}, Noun: "instant"})
	FnAddMonths   = inRuntime(Function{Name: "AddMonths", Params: types{StringType, IntType}, Result: StringType, Fails: true, Declares: "date.addMonths", Overloads: overloads{"date_addMonths"}, Literals: literals{DateLiteral}, Noun: "date"})
	FnAddMonthsIn = inRuntime(Function{Name: "AddMonthsIn", Params: types{TimestampType, IntType, ZoneType}, Result: TimestampType, Fails: true, Bounded: true, Declares: "date.addMonths", Overloads: overloads{"date_addMonths_timestamp"}, Noun: "instant"})
	FnWeekday     = inRuntime(Function{Name: "Weekday", Params: types{StringType}, Result: IntType, Fails: true, Declares: "date.weekday", Overloads: overloads{"date_weekday"}, Literals: literals{DateLiteral}, Noun: "weekday"})

	FnFormatDate = inRuntime(Function{Name: "FormatDate", Params: types{StringType, StringType}, Result: StringType, Fails: true, Declares: "date.format", Overloads: overloads{"date_format"}, Literals: literals{DateLiteral, DateLayout}, Noun: "text"})
	FnFormatTime = inRuntime(Function{Name: "FormatTime", Params: types{TimestampType, ZoneType, StringType}, Result: StringType, Fails: true, Declares: "date.format", Overloads: overloads{"date_format_timestamp"}, Literals: literals{AnyLiteral, AnyLiteral, TimeLayout}, Noun: "text"})
	FnFormatIn   = inRuntime(Function{Name: "FormatIn", Params: types{TimestampType, ZoneType, StringType}, Result: StringType, Noun: "text"})

	FnURLQuery   = inRuntime(Function{Name: "URLQuery", Params: types{StringType, StringType}, Result: OptionalOf(StringType), Fails: true, Declares: "url.query", Overloads: overloads{"url_query"}, Noun: "param"})
	FnURLSegment = inRuntime(Function{Name: "URLSegment", Params: types{StringType, IntType}, Result: OptionalOf(StringType), Fails: true, Declares: "url.segment", Overloads: overloads{"url_segment"}, Noun: "segment"})

	FnURLEncode      = inRuntime(Function{Name: "URLEncode", Params: types{StringType}, Result: StringType, Declares: "url.encode", Overloads: overloads{"url_encode"}, Noun: "encoded"})
	FnURLDecode      = inRuntime(Function{Name: "URLDecode", Params: types{StringType}, Result: StringType, Fails: true, Declares: "url.decode", Overloads: overloads{"url_decode"}, Noun: "decoded"})
	FnURLEncodeQuery = inRuntime(Function{Name: "URLEncodeQuery", Params: types{MapOf(StringType, StringType)}, Result: StringType, Declares: "url.encodeQuery", Overloads: overloads{"url_encodeQuery"}, Noun: "query"})

	FnMoneyMinor      = inRuntime(Function{Name: "MoneyMinor", Params: types{StringType, StringType}, Result: IntType, Fails: true, Declares: "money.minor", Overloads: overloads{"money_minor_string"}, Literals: literals{AnyLiteral, CurrencyLiteral}, Noun: "amount"})
	FnMoneyMinorFloat = inRuntime(Function{Name: "MoneyMinorFloat", Params: types{DoubleType, StringType}, Result: IntType, Fails: true, Declares: "money.minor", Overloads: overloads{"money_minor_double"}, Literals: literals{AnyLiteral, CurrencyLiteral}, Noun: "amount"})

	FnMoneyDecimal = inRuntime(Function{Name: "MoneyDecimal", Params: types{IntType, StringType}, Result: StringType, Fails: true, Declares: "money.decimal", Overloads: overloads{"money_decimal"}, Literals: literals{AnyLiteral, CurrencyLiteral}, Noun: "amount"})
	FnDecimal      = inRuntime(Function{Name: "Decimal", Params: types{IntType, IntType}, Result: StringType, Noun: "amount"})

	FnRound      = inRuntime(Function{Name: "Round", Params: types{DoubleType, IntType}, Result: DoubleType, Declares: "number.round", Overloads: overloads{"number_round"}, Literals: literals{AnyLiteral, DecimalsLiteral}, Noun: "rounded"})
	FnGroupInt   = inRuntime(Function{Name: "GroupInt", Params: types{IntType}, Result: StringType, Declares: "number.format", Overloads: overloads{"number_format_int"}, Noun: "text"})
	FnGroupFloat = inRuntime(Function{Name: "GroupFloat", Params: types{DoubleType, IntType}, Result: StringType, Fails: true, Bounded: true, Declares: "number.format", Overloads: overloads{"number_format_double"}, Literals: literals{AnyLiteral, DecimalsLiteral}, Noun: "text"})
	FnSumInts    = inRuntime(Function{Name: "SumInts", Params: types{ListOf(IntType)}, Result: IntType, Fails: true, Bounded: true, Declares: "number.sum", Overloads: overloads{"number_sum_int"}, Noun: "sum"})
	FnSumFloats  = inRuntime(Function{Name: "SumFloats", Params: types{ListOf(DoubleType)}, Result: DoubleType, Declares: "number.sum", Overloads: overloads{"number_sum_double"}, Noun: "sum"})

	FnPointer = inRuntime(Function{Name: "Pointer", Params: types{DynType, StringType}, Result: OptionalOf(DynType), Fails: true, Declares: "pointer.get", Overloads: overloads{"pointer_get"}, Literals: literals{AnyLiteral, PointerLiteral}, Noun: "found", Work: looksUp})

	FnConvert = inRuntime(Function{Name: "Convert", Params: types{DoubleType, StringType, StringType}, Result: DoubleType, Fails: true, Declares: "unit.convert", Overloads: overloads{"unit_convert"}, Literals: literals{AnyLiteral, UnitLiteral, UnitLiteral}, Noun: "converted"})

	FnTake       = inRuntime(Function{Name: "Take", Params: types{nil, IntType}, ResultOf: typeOfFirst, Fails: true, Declares: "take", Generic: types{ListOf(OpenType), IntType, ListOf(OpenType)}, Overloads: overloads{"list_take"}, Noun: "part", Work: passesOn, Rearranges: true, Shortens: true, KeepsOrigin: true})
	FnPrefix     = inRuntime(Function{Name: "Prefix", Params: types{nil, IntType}, ResultOf: typeOfFirst, Noun: "part", Work: passesOn, Rearranges: true, Shortens: true, KeepsOrigin: true})
	FnGroupBy    = inRuntime(Function{Name: "GroupBy", Params: types{nil, nil}, ResultOf: listOfFirst, Declares: GroupByKeys, Generic: types{ListOf(OpenType), ListOf(DynType), ListOf(ListOf(OpenType))}, Overloads: overloads{"list_groupByKeys"}, Noun: "groups", Work: Work{Visits: []Visit{VisitElements, VisitAll}}, KeepsOrigin: true})
	FnGroupByDyn = inRuntime(Function{Name: "GroupByDyn", Params: types{nil, ListOf(DynType)}, ResultOf: listOfFirst, Noun: "groups", Work: Work{Visits: []Visit{VisitElements, VisitAll}}, KeepsOrigin: true})

	FnExtract      = inRuntime(Function{Name: "Extract", Params: types{StringType, PatternType}, Result: OptionalOf(StringType), Declares: "text.extract", Overloads: overloads{"text_extract"}, Noun: "match", Work: searches})
	FnReplaceRegex = inRuntime(Function{Name: "ReplaceRegex", Params: types{StringType, PatternType, StringType}, Result: StringType, Fails: true, Declares: "text.replaceRegex", Overloads: overloads{"text_replaceRegex"}, Noun: "replaced", Work: Work{Searches: true, Repeats: 2}})
	FnHTMLText     = inRuntime(Function{Name: "HTMLText", Params: types{StringType}, Result: StringType, Declares: "html.text", Overloads: overloads{"html_text"}, Noun: "text", Work: searches})

	FnSHA256          = inRuntime(Function{Name: "SHA256", Params: types{StringType}, Result: BytesType, Declares: "hash.sha256", Overloads: overloads{"hash_sha256_string"}, Noun: "hash"})
	FnSHA256Bytes     = inRuntime(Function{Name: "SHA256Bytes", Params: types{BytesType}, Result: BytesType, Declares: "hash.sha256", Overloads: overloads{"hash_sha256_bytes"}, Noun: "hash"})
	FnHMACSHA256      = inRuntime(Function{Name: "HMACSHA256", Params: types{StringType, StringType}, Result: BytesType, Declares: "hash.hmacSha256", Overloads: overloads{"hash_hmacSha256_string"}, Noun: "mac"})
	FnHMACSHA256Bytes = inRuntime(Function{Name: "HMACSHA256Bytes", Params: types{BytesType, BytesType}, Result: BytesType, Declares: "hash.hmacSha256", Overloads: overloads{"hash_hmacSha256_bytes"}, Noun: "mac"})
	FnHexEncode       = inRuntime(Function{Name: "HexEncode", Params: types{BytesType}, Result: StringType, Declares: "hex.encode", Overloads: overloads{"hex_encode"}, Noun: "encoded"})

	FnZone = inRuntime(Function{Name: "Zone", Params: types{StringType}, Result: ZoneType, Fails: true, FindsZone: true, Noun: "zone"})
)

// The functions of limits that documents set, and of conditions with which manifests set their own.
var (
	FnHasFormat = inRuntime(Function{Name: "HasFormat", Params: types{StringType, StringType}, Result: BoolType, Declares: "text.hasFormat", Overloads: overloads{"text_hasFormat"}, Literals: literals{AnyLiteral, FormatLiteral}, Noun: "ok"})
	FnIsZone    = inRuntime(Function{Name: "IsZone", Params: types{StringType}, Result: BoolType, FindsZone: true, Declares: "date.isZone", Overloads: overloads{"date_isZone"}, Noun: "ok"})

	FnIsMultiple = inRuntime(Function{Name: "IsMultiple", Params: types{DoubleType, DoubleType}, Result: BoolType, Noun: "ok"})

	FnFitsPath     = row(Function{Package: RuntimeUpstream, Name: "FitsPath", Params: types{StringType}, Result: BoolType, Noun: "ok"})
	FnFitsHeader   = row(Function{Package: RuntimeUpstream, Name: "FitsHeader", Params: types{StringType}, Result: BoolType, Noun: "ok"})
	FnFitsFilename = row(Function{Package: RuntimeUpstream, Name: "FitsFilename", Params: types{StringType}, Result: BoolType, Noun: "ok"})
)
