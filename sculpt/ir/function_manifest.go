package ir

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

	FnMoneyDecimal = inRuntime(Function{Name: "MoneyDecimal", Params: types{IntType, StringType}, Result: StringType, Fails: true, Declares: "money.decimal", Overloads: overloads{"money_decimal"}, Literals: literals{AnyLiteral, CurrencyLiteral}, Noun: "amount"})
	FnDecimal      = inRuntime(Function{Name: "Decimal", Params: types{IntType, IntType}, Result: StringType, Noun: "amount"})

	FnRound      = inRuntime(Function{Name: "Round", Params: types{DoubleType, IntType}, Result: DoubleType, Declares: "number.round", Overloads: overloads{"number_round"}, Literals: literals{AnyLiteral, DecimalsLiteral}, Noun: "rounded"})
	FnGroupInt   = inRuntime(Function{Name: "GroupInt", Params: types{IntType}, Result: StringType, Declares: "number.format", Overloads: overloads{"number_format_int"}, Noun: "text"})
	FnGroupFloat = inRuntime(Function{Name: "GroupFloat", Params: types{DoubleType, IntType}, Result: StringType, Fails: true, Bounded: true, Declares: "number.format", Overloads: overloads{"number_format_double"}, Literals: literals{AnyLiteral, DecimalsLiteral}, Noun: "text"})
	FnSumInts    = inRuntime(Function{Name: "SumInts", Params: types{ListOf(IntType)}, Result: IntType, Fails: true, Bounded: true, Declares: "number.sum", Overloads: overloads{"number_sum_int"}, Noun: "sum"})
	FnSumFloats  = inRuntime(Function{Name: "SumFloats", Params: types{ListOf(DoubleType)}, Result: DoubleType, Declares: "number.sum", Overloads: overloads{"number_sum_double"}, Noun: "sum"})

	FnPointer = inRuntime(Function{Name: "Pointer", Params: types{DynType, StringType}, Result: OptionalOf(DynType), Fails: true, Declares: "pointer.get", Overloads: overloads{"pointer_get"}, Literals: literals{AnyLiteral, PointerLiteral}, Noun: "found", Work: looksUp})

	FnConvert = inRuntime(Function{Name: "Convert", Params: types{DoubleType, StringType, StringType}, Result: DoubleType, Fails: true, Declares: "unit.convert", Overloads: overloads{"unit_convert"}, Literals: literals{AnyLiteral, UnitLiteral, UnitLiteral}, Noun: "converted"})

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
