package manifest

import "github.com/nactgen/nactgen/sculpt/diag"

// Each says that a step runs for each element of a list.
type Each struct {
	List        *Expr
	As          Value[string] // what expressions call the element
	Concurrency Value[int64]  // at most so many elements at the same time
	Limit       Value[int64]  // the list has at most so many elements
}

// complete reports whether a step runs for each element of a list. What belongs to that and is not there, or is there without it,
// is reported.
func (e *Each) complete(r *reader) bool {
	if e.List != nil {
		if unwritten := e.As.Pos != (diag.Position{}); !e.As.Set && unwritten { // what is written wrongly has no place
			pos, length := e.List.Span()
			r.errorf(place{pos, length}, "missing-key", "\"for_each\" needs \"as\" beside it: what expressions call the element, as in as: item")
		}
		return true
	}
	if e.As.Set {
		r.errorf(e.As.place(), "missing-key", "\"as\" belongs to \"for_each\": %s is what expressions call the element of its list; add that, or leave this out", e.As.V)
	}
	if e.Concurrency.Set {
		r.errorf(e.Concurrency.place(), "missing-key", "\"concurrency\" belongs to \"for_each\": add that, or leave this out")
	}
	if e.Limit.Set {
		r.errorf(e.Limit.place(), "missing-key", "\"limit\" belongs to \"for_each\": add that, or leave this out")
	}
	return false
}
