// Package naming gives the identifiers and file names of a generated package. [Assign] names everything that a
// [plan.Plan] holds, once:
//
//	names := naming.Assign(p)
//	names.Tool(t).Method           // LookupWeatherByCity, for the tool lookup_weather_by_city
//	names.Struct(object)           // weatherPoint, for what is read of the component Point of the upstream weather
//	names.Field(field)             // GridID, for the member gridId
//	scope := names.Scope("err")    // of a function that declares err
//	scope.Name("period", "vars_p") // period
//
// The rules:
//
//   - A name is split into words at what is no letter and no digit, and at camelCase. The words are joined again in Go's
//     spelling, with the usual initialisms: gridId, grid_id, grid-id and @grid.id are GridID. What Go cannot begin a name
//     with gets an x or X before it: 2m is X2m.
//   - Types, functions and tables share the package's names; each struct has its own names for its fields, Service and
//     each upstream's client for their methods as well.
//   - Never given are Go's keywords, what Go predeclares, the packages that generated files import, and the names that
//     generated packages have beside: Config, ConfigFromEnv, Environment, Failure, New, Opt, Service, Some, replayed.
//   - What is read of an answer is named after the document's component, or, where it is inline, after the component or the
//     operation around it and the last field that leads to it. Components come before what is inline; of two ways to
//     read a component the one that more operations share, then the one that reads less.
//   - Where a name is taken, the second in the plan's order gets the name of what it belongs to before it, or a word
//     that says what it is after it; where that is taken as well, a number.
//
// So a change at one end of a manifest does not rename what stands at the other, unless the two collide.
package naming
