package ir

// Work says what a call costs, as far as package cost counts it. The zero Work goes over everything in all arguments, and makes
// something new.
type Work struct {
	Visits   []Visit // of each argument; the last one stands for those that follow; none: VisitAll
	Makes    Makes
	Compares bool // it goes over its two arguments until one ends
	Repeats  int  // the argument that is repeated as often as another one says; 0: none
}

// Visit says what of an argument a function goes over.
type Visit int

// The visits.
const (
	VisitAll      Visit = iota // everything in it
	VisitElements              // its elements, and not into them
	VisitPart                  // a part of it, or none
)

// Makes says how large a result is.
type Makes int

// The results.
const (
	MakesNew   Makes = iota // something that is not larger than what the function went over
	MakesFirst              // the first argument
	MakesPart               // a part of the first argument
)

// What many functions do.
var (
	passesOn = Work{Visits: []Visit{VisitPart}, Makes: MakesFirst}
	picks    = Work{Visits: []Visit{VisitPart}, Makes: MakesPart}
	looksUp  = Work{Visits: []Visit{VisitPart, VisitAll}, Makes: MakesPart}
	arranges = Work{Visits: []Visit{VisitElements}}
	compares = Work{Compares: true}
)

// Visit returns what the function goes over of its argument i.
func (w Work) Visit(i int) Visit {
	if len(w.Visits) == 0 {
		return VisitAll
	}
	return w.Visits[min(i, len(w.Visits)-1)]
}
