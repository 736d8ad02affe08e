package ir

// The functions that CEL has not and manifests have: see docs/functions.md.
var (
	FnNow  = inRuntime(Function{Name: "Now", Result: TimestampType, Overloads: overloads{"now"}, Impure: true, Noun: "now"})
	FnUUID = inRuntime(Function{Name: "UUID", Result: StringType, Overloads: overloads{"uuid"}, Impure: true, Noun: "id"})

	FnDateOf      = inRuntime(Function{Name: "DateOf", Params: types{TimestampType, ZoneType}, Result: StringType, Fails: true, Overloads: overloads{"date_of"}, Noun: "date"})
	FnDateAt      = inRuntime(Function{Name: "DateAt", Params: types{StringType, ZoneType}, Result: TimestampType, Fails: true, Overloads: overloads{"date_at"}, Noun: "instant"})
	FnAddDays     = inRuntime(Function{Name: "AddDays", Params: types{StringType, IntType}, Result: StringType, Fails: true, Overloads: overloads{"date_addDays"}, Noun: "date"})
	FnAddDaysIn   = inRuntime(Function{Name: "AddDaysIn", Params: types{TimestampType, IntType, ZoneType}, Result: TimestampType, Fails: true, Overloads: overloads{"date_addDays_timestamp"}, Noun: "instant"})
	FnAddMonths   = inRuntime(Function{Name: "AddMonths", Params: types{StringType, IntType}, Result: StringType, Fails: true, Overloads: overloads{"date_addMonths"}, Noun: "date"})
	FnAddMonthsIn = inRuntime(Function{Name: "AddMonthsIn", Params: types{TimestampType, IntType, ZoneType}, Result: TimestampType, Fails: true, Overloads: overloads{"date_addMonths_timestamp"}, Noun: "instant"})
	FnWeekday     = inRuntime(Function{Name: "Weekday", Params: types{StringType}, Result: IntType, Fails: true, Overloads: overloads{"date_weekday"}, Noun: "weekday"})

	FnFormatDate = inRuntime(Function{Name: "FormatDate", Params: types{StringType, StringType}, Result: StringType, Fails: true, Overloads: overloads{"date_format"}, Noun: "text"})
	FnFormatTime = inRuntime(Function{Name: "FormatTime", Params: types{TimestampType, ZoneType, StringType}, Result: StringType, Fails: true, Overloads: overloads{"date_format_timestamp"}, Noun: "text"})
	FnFormatIn   = inRuntime(Function{Name: "FormatIn", Params: types{TimestampType, ZoneType, StringType}, Result: StringType, Noun: "text"})

	FnURLQuery   = inRuntime(Function{Name: "URLQuery", Params: types{StringType, StringType}, Result: OptionalOf(StringType), Fails: true, Overloads: overloads{"url_query"}, Noun: "param"})
	FnURLSegment = inRuntime(Function{Name: "URLSegment", Params: types{StringType, IntType}, Result: OptionalOf(StringType), Fails: true, Overloads: overloads{"url_segment"}, Noun: "segment"})

	FnMoneyDecimal = inRuntime(Function{Name: "MoneyDecimal", Params: types{IntType, StringType}, Result: StringType, Fails: true, Overloads: overloads{"money_decimal"}, Noun: "amount"})
	FnDecimal      = inRuntime(Function{Name: "Decimal", Params: types{IntType, IntType}, Result: StringType, Noun: "amount"})

	FnRound      = inRuntime(Function{Name: "Round", Params: types{DoubleType, IntType}, Result: DoubleType, Overloads: overloads{"number_round"}, Noun: "rounded"})
	FnGroupInt   = inRuntime(Function{Name: "GroupInt", Params: types{IntType}, Result: StringType, Overloads: overloads{"number_format_int"}, Noun: "text"})
	FnGroupFloat = inRuntime(Function{Name: "GroupFloat", Params: types{DoubleType, IntType}, Result: StringType, Fails: true, Overloads: overloads{"number_format_double"}, Noun: "text"})
	FnSumInts    = inRuntime(Function{Name: "SumInts", Params: types{ListOf(IntType)}, Result: IntType, Fails: true, Overloads: overloads{"number_sum_int"}, Noun: "sum"})
	FnSumFloats  = inRuntime(Function{Name: "SumFloats", Params: types{ListOf(DoubleType)}, Result: DoubleType, Overloads: overloads{"number_sum_double"}, Noun: "sum"})

	FnPointer = inRuntime(Function{Name: "Pointer", Params: types{DynType, StringType}, Result: OptionalOf(DynType), Fails: true, Overloads: overloads{"pointer_get"}, Noun: "found", Work: looksUp})

	FnConvert = inRuntime(Function{Name: "Convert", Params: types{DoubleType, StringType, StringType}, Result: DoubleType, Fails: true, Overloads: overloads{"unit_convert"}, Noun: "converted"})

	FnZone = inRuntime(Function{Name: "Zone", Params: types{StringType}, Result: ZoneType, Fails: true, FindsZone: true, Noun: "zone"})
)
