package cost

import (
	"math"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// level says how large all the values are together that an expression has in one place as it runs. A value of level n is a part of the
// elements of n nested loops around the place: over all runs of these loops, such values are together no larger than the answers.
type level int

const (
	bounded level = -1          // the manifest, an input or the configuration limits it, or its type
	many    level = math.MaxInt // the same parts of an answer come again and again
)

// extent is how large a value can be.
type extent struct {
	own    level // the number of its elements, or the length of a text
	inside level // what the elements hold
}

// whole returns the extent of a value of which all parts have one level.
func whole(l level) extent { return extent{l, l} }

// deep returns the level of a value with everything in it.
func (e extent) deep() level { return join(e.own, e.inside) }

// part returns the extent of an element, or a field.
func (e extent) part() extent { return whole(e.inside) }

// join returns the level of two values together.
func join(a, b level) level {
	switch {
	case a == b || b == bounded:
		return a
	case a == bounded:
		return b
	}
	return many
}

func joinExtents(a, b extent) extent { return extent{join(a.own, b.own), join(a.inside, b.inside)} }

// fit returns e as the extent of a value of type t.
func (e extent) fit(t *ir.Type) extent {
	switch {
	case isFixed(t):
		return whole(bounded)
	case t.Kind == ir.String || t.Kind == ir.Bytes:
		e.inside = bounded
	case t.Kind == ir.Optional:
		return e.fit(t.Elem)
	case (t.Kind == ir.List || t.Kind == ir.Map && isFixed(t.Key)) && isFixed(t.Elem):
		e.inside = bounded
	}
	return e
}

// isFixed reports whether all values of t are of one size.
func isFixed(t *ir.Type) bool {
	switch t.Kind {
	case ir.Optional:
		return isFixed(t.Elem)
	case ir.String:
		return t.Enum != nil
	case ir.Bytes:
		return false
	}
	return t.Scalar() || t.Kind == ir.Null
}
