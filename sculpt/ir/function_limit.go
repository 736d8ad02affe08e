package ir

// The functions of limits that documents set, and of conditions with which manifests set their own.
var (
	FnHasFormat = inRuntime(Function{Name: "HasFormat", Params: types{StringType, StringType}, Result: BoolType, Declares: "text.hasFormat", Overloads: overloads{"text_hasFormat"}, Literals: literals{AnyLiteral, FormatLiteral}, Noun: "ok"})
	FnIsZone    = inRuntime(Function{Name: "IsZone", Params: types{StringType}, Result: BoolType, FindsZone: true, Declares: "date.isZone", Overloads: overloads{"date_isZone"}, Noun: "ok"})

	FnIsMultiple = inRuntime(Function{Name: "IsMultiple", Params: types{DoubleType, DoubleType}, Result: BoolType, Noun: "ok"})

	FnFitsPath     = row(Function{Package: RuntimeUpstream, Name: "FitsPath", Params: types{StringType}, Result: BoolType, Noun: "ok"})
	FnFitsHeader   = row(Function{Package: RuntimeUpstream, Name: "FitsHeader", Params: types{StringType}, Result: BoolType, Noun: "ok"})
	FnFitsFilename = row(Function{Package: RuntimeUpstream, Name: "FitsFilename", Params: types{StringType}, Result: BoolType, Noun: "ok"})
)
