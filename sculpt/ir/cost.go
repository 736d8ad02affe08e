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

// Priced is what nodes have in common of which something is counted.
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
