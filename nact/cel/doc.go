// Package cel holds what compiled CEL expressions call at run time. The
// generator prints CEL as plain Go wherever Go's operators and standard library
// mean the same; everything else is a function here, and means exactly what the
// reference implementation of CEL means: the same value, or an error where it
// has an error.
//
// What manifests have beyond CEL is here, too: the clock, links, JSON pointers,
// dates in time zones, rounding, units and money.
//
// A function that can fail returns an error as its last result. Its other
// results are then zero. Errors are plain sentences about the value at hand
// ("index 3 out of bounds, the list has 2 elements"); the caller adds where.
//
// CEL's types are Go's: bool, int64, uint64, float64, string, []byte,
// [time.Time], [time.Duration], slices, maps, [nact.Opt] for optional values and
// [nact.Null] for nullable scalars. The files whose names begin with dyn are for
// values whose type is known only as the service runs; expressions without dyn
// use none of them.
//
// No function changes its arguments, except for [Insert] and [InsertAll] and
// their dyn forms, which add to a map under construction. All but a [Budget], which
// belongs to one run, are safe for concurrent use. What an upstream chose takes time
// and memory in proportion to its size; see [Budget] for what is done with it again and again.
package cel
