package ir

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

	FnIntFromTime    = inRuntime(Function{Name: "IntFromTime", Params: types{TimestampType}, Result: IntType, Naming: NamedByForm, Noun: "seconds", Overloads: overloads{"timestamp_to_int64"}})
	FnTimeFromString = inRuntime(Function{Name: "TimeFromString", Params: types{StringType}, Result: TimestampType, Fails: true, Naming: NamedByForm, Noun: "time", Overloads: overloads{"string_to_timestamp"}})
	FnTimeFromInt    = inRuntime(Function{Name: "TimeFromInt", Params: types{IntType}, Result: TimestampType, Fails: true, Bounded: true, Naming: NamedByForm, Noun: "time", Overloads: overloads{"int64_to_timestamp"}})
	FnAddTime        = inRuntime(Function{Name: "AddTime", Params: types{TimestampType, DurationType}, Result: TimestampType, Fails: true, Bounded: true, Noun: "instant", Overloads: overloads{"add_timestamp_duration"}})
	FnSubTime        = inRuntime(Function{Name: "SubTime", Params: types{TimestampType, DurationType}, Result: TimestampType, Fails: true, Bounded: true, Noun: "instant", Overloads: overloads{"subtract_timestamp_duration"}})
	FnTimeDiff       = inRuntime(Function{Name: "TimeDiff", Params: types{TimestampType, TimestampType}, Result: DurationType, Fails: true, Bounded: true, Noun: "difference", Overloads: overloads{"subtract_timestamp_timestamp"}})
	FnAddDuration    = inRuntime(Function{Name: "AddDuration", Params: types{DurationType, DurationType}, Result: DurationType, Fails: true, Bounded: true, Noun: "sum", Overloads: overloads{"add_duration_duration"}})
	FnSubDuration    = inRuntime(Function{Name: "SubDuration", Params: types{DurationType, DurationType}, Result: DurationType, Fails: true, Bounded: true, Noun: "difference", Overloads: overloads{"subtract_duration_duration"}})
)
