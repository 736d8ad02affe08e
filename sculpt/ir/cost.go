package ir

// Cost says that a node goes over something that stays the same while a loop around it runs, so that it does so for every
// element of the loop's list. That is counted, and has a bound: see package cost.
type Cost struct {
	Operand int // its place among the node's Children; Result is what the node comes to
	Measure Measure
}

// Result is the Operand of a Cost for what a node comes to.
const Result = -1

// Measure says what of a value is counted.
type Measure int

// The measures.
const (
	CountElements Measure = iota // the elements of a list or a map, or the bytes of a text one by one
	CountBytes                   // the bytes of a text, as fast as they are copied or compared
	CountAll                     // all values in it, and their texts
	CountZone                    // the search for the time zone of that name
)

// Priced is embedded by the nodes whose own work can be counted.
type Priced struct{ Costs []Cost }

func (p *Priced) isPriced() bool { return len(p.Costs) > 0 }

// Counts reports whether what a node itself does is counted.
func Counts(n Node) bool {
	switch n := n.(type) {
	case *Counted:
		return true
	case *Loop:
		return n.Again
	case *Call:
		return n.Budget || n.isPriced()
	case interface{ isPriced() bool }:
		return n.isPriced()
	}
	return false
}

// Work says what a call costs, as far as package cost counts it. The zero Work goes over everything in all arguments, and makes
// something new.
type Work struct {
	Visits   []Visit // of each argument; the last one stands for those that follow; none: VisitAll
	Makes    Makes
	Compares bool // it goes over its two arguments until one ends
	Searches bool // it goes over the texts of its arguments one character after the other
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
	searches = Work{Searches: true}
)

// Visit returns what the function goes over of its argument i.
func (w Work) Visit(i int) Visit {
	if len(w.Visits) == 0 {
		return VisitAll
	}
	return w.Visits[min(i, len(w.Visits)-1)]
}
