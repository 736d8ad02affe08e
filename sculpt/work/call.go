package work

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// how says what a function does with an operand.
type how int

const (
	throughout how = iota // goes over everything in it
	along                 // goes over its elements, and not into them
	untouched             // takes a part of it, or none
)

// function says how much a function does.
type function struct {
	operands []how // the last one stands for those that follow; none: throughout
	result   outcome
}

// outcome says what a function returns.
type outcome int

const (
	fresh outcome = iota // something new that is not larger than what it went over
	same                 // its first operand
	piece                // a part of its first operand
)

var (
	passes   = function{[]how{untouched}, same}
	selects  = function{[]how{untouched}, piece}
	looksUp  = function{[]how{untouched, throughout}, piece}
	arranges = function{[]how{along}, fresh}
)

// functions are those that do not go over everything in all their operands, by import path and name. Those of the run-time
// library have no path.
var functions = map[string]function{
	"len": passes, "AsString": passes, "AsBytes": passes, "AsOpt": passes, "AsList": passes, "Value": passes, "Present": passes,
	"PresentIn": passes, "OptList": passes, "OptMap": passes, "OptObject": passes, "OfNonZero": passes, "OfNonEmpty": passes,
	"OfNonEmptyMap": passes, "DynOfNonZero": passes, "Slice": passes, "DynSlice": passes, "DynRange": passes, "DynEntries": passes,
	"TypeOf": passes,

	"At": selects, "Elem": selects, "OptAt": selects, "OptElem": selects, "AtDyn": selects, "OptAtDyn": selects, "First": selects,
	"Last": selects, "LastElem": selects, "DynFirst": selects, "DynLast": selects, "DynSelect": selects, "DynOptSelect": selects,
	"DynHas": selects,

	"Key": looksUp, "OptKey": looksUp, "HasKey": looksUp, "KeyDyn": looksUp, "OptKeyDyn": looksUp, "DynIndex": looksUp,
	"DynOptIndex": looksUp, "Pointer": looksUp,

	"AsMap": {[]how{along}, same}, "Reverse": arranges, "DynReverse": arranges, "Concat": arranges, "DynList": arranges, "DynMap": arranges,
	"UnwrapOpts": arranges, "DynUnwrapOpts": arranges, "DynSize": arranges, "SortBy": {[]how{along, throughout}, fresh},
	"SortByDyn": {[]how{along, throughout}, fresh},

	"strings.Contains": {[]how{throughout, untouched}, fresh}, "DynIn": {[]how{untouched, throughout}, fresh},
}

// searchesText is DynIn for a text: it is only compared with other texts.
var searchesText = function{[]how{untouched, along}, fresh}

// comparisons are the functions that go over their two operands until one ends.
var comparisons = []string{"Equal", "DynLess", "DynLessEqual", "DynGreater", "DynGreaterEqual", "strings.HasPrefix", "strings.HasSuffix"}

// repeating are the functions that repeat an operand as often as another one says.
var repeating = map[string]int{"ReplaceAll": 2, "Replace": 2, "Join": 1, "DynJoin": 1}

// call counts a call.
func (c *Counter) call(n *ir.Call) extent {
	n.Costs, n.Budget = nil, false
	operands := c.extents(n.Args)
	name := n.Func.Name
	if n.Func.Path != ir.RuntimeCEL && n.Func.Path != "" {
		name = n.Func.Path + "." + name
	}
	switch {
	case slices.Contains(comparisons, name):
		n.Costs = c.comparison(n.Args[0], n.Args[1], operands)
		return whole(bounded)
	case name == "Range":
		return c.makesRange(n)
	case name == "Zone" || name == "Location":
		if c.depth > 0 {
			n.Costs = []ir.Cost{{Operand: 0, Measure: ir.CountZone}}
		}
		return whole(bounded)
	case name == "Matches" && c.depth > 0 && operands[1].deep() != bounded:
		n.Budget = true
		return whole(bounded)
	}
	f := functions[name]
	if name == "DynIn" && isText(n.Args[0]) {
		f = searchesText
	}
	for i, operand := range operands {
		n.Costs = append(n.Costs, c.operand(f.how(i), i, n.Args[i].Type(), operand)...)
	}
	if i, ok := repeating[name]; ok && c.depth > 0 && operands[i].deep() != bounded {
		n.Costs = append(n.Costs, ir.Cost{Operand: ir.Result, Measure: ir.CountBytes})
	}
	return c.outcome(f.result, n.Args, operands)
}

func (f function) how(i int) how {
	if len(f.operands) == 0 {
		return throughout
	}
	return f.operands[min(i, len(f.operands)-1)]
}

// operand returns what it costs to go over an operand.
func (c *Counter) operand(how how, place int, t *ir.Type, e extent) []ir.Cost {
	switch {
	case how == untouched, how == along && c.isFree(e.own), how == throughout && c.isFree(e.deep()):
		return nil
	case t.Kind == ir.String || t.Kind == ir.Bytes:
		return []ir.Cost{{Operand: place, Measure: ir.CountBytes}}
	case how == along || (t.Kind == ir.List || t.Kind == ir.Map) && e.inside == bounded:
		return []ir.Cost{{Operand: place, Measure: ir.CountElements}}
	}
	return []ir.Cost{{Operand: place, Measure: ir.CountAll}}
}

// outcome returns the extent of what a function returns.
func (c *Counter) outcome(result outcome, args []ir.Node, operands []extent) extent {
	switch result {
	case same:
		return operands[0]
	case piece:
		return operands[0].part()
	}
	inside := bounded
	for i, operand := range operands {
		l := operand.deep()
		if kind := args[i].Type().Kind; l != bounded && (kind == ir.String || kind == ir.Bytes) {
			l = c.depth // what was copied of it was counted
		}
		inside = join(inside, l)
	}
	if inside == bounded {
		return whole(bounded)
	}
	return extent{c.depth, inside}
}

// makesRange counts lists.range, whose size an upstream can choose.
func (c *Counter) makesRange(n *ir.Call) extent {
	if _, constant := n.Args[0].(*ir.Const); constant {
		return whole(bounded)
	}
	if c.depth > 0 {
		n.Costs = []ir.Cost{{Operand: ir.Result, Measure: ir.CountElements}}
	}
	return extent{c.depth, bounded}
}

// contains counts a search for x in a list.
func (c *Counter) contains(x, list extent) []ir.Cost {
	var costs []ir.Cost
	if !c.isFree(list.own) {
		costs = append(costs, ir.Cost{Operand: 1, Measure: ir.CountElements})
	}
	if !c.isFree(list.deep()) && !c.isFree(x.deep()) {
		costs = append(costs, ir.Cost{Operand: 0, Measure: ir.CountBytes})
	}
	return costs
}

// comparison counts a comparison: it ends with the smaller of the two. A text of one loop may be compared with one of the loop
// around it for no more than the elements cost: all texts of one list together are compared no more often than the other list is long.
func (c *Counter) comparison(x, y ir.Node, operands []extent) []ir.Cost {
	a, b := operands[0].deep(), operands[1].deep()
	switch {
	case c.isFree(a) || c.isFree(b) || (isText(x) || isText(y)) && c.isPair(a, b):
		return nil
	case isText(y):
		return c.operand(throughout, 1, y.Type(), operands[1])
	}
	return c.operand(throughout, 0, x.Type(), operands[0])
}

// isText reports whether n can only equal a text.
func isText(n ir.Node) bool {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	return n.Type().Kind == ir.String || n.Type().Kind == ir.Bytes
}

// isPair reports whether one is of the element of the only loop that runs again, and the other of the loop around that.
func (c *Counter) isPair(a, b level) bool {
	return len(c.again) == 1 && (a == c.depth && b == c.again[0]-1 || b == c.depth && a == c.again[0]-1)
}
