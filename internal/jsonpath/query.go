// Package jsonpath parses queries of JSONPath, as RFC 9535 has them, and evaluates them over trees of any making.
//
// A query may be hostile: what it takes to evaluate is counted and bounded by whoever asks, and so is how deep queries nest.
package jsonpath

// Query is a parsed query. It is not changed any more, and may be evaluated by several goroutines at once.
type Query struct {
	Relative bool // the query begins at the value that the filter around it tests (@), not at the root ($)
	Segments []Segment
}

// Segment selects among the members and elements of the values that the segments before it have selected.
type Segment struct {
	Descendants bool // and among those of all values below
	Selectors   []Selector
}

// Kind is what a [Selector] selects.
type Kind uint8

// The selectors of RFC 9535.
const (
	Wildcard Kind = iota // all members or elements
	Name                 // the member Name
	Index                // the element at Start
	Slice                // the elements from Start to End by Step
	Filter               // the members or elements for which Filter holds
)

// Selector selects members or elements of one value.
type Selector struct {
	Kind       Kind
	Name       string
	Start, End *int // nil where a slice leaves it out; negative ones count from the end
	Step       int  // of a slice, never 0 by itself: 1 where it is left out
	Filter     *Expr
}

// Expr is a node of the condition of a filter: an operator with its operands or, where Op is empty, a leaf. A leaf is a query, a call or a
// literal.
type Expr struct {
	Op    string // && || ! == != < <= > >=
	X, Y  *Expr  // operands; Y is nil for !
	Query *Query
	Call  string  // a function: count, length, match, search, value
	Args  []*Expr // arguments of Call
	Value any     // of a literal: nil, bool, float64 or string
}

// Singular reports whether a query selects one value at most, wherever it is evaluated.
func (q *Query) Singular() bool {
	for _, s := range q.Segments {
		if s.Descendants || len(s.Selectors) != 1 || s.Selectors[0].Kind != Name && s.Selectors[0].Kind != Index {
			return false
		}
	}
	return true
}

// literal reports whether a leaf is a literal.
func (x *Expr) literal() bool { return x.Op == "" && x.Query == nil && x.Call == "" }

// resultKind is what an argument or a function comes to; RFC 9535 calls it a type of function expressions.
type resultKind uint8

const (
	valueResult   resultKind = iota // a value, or nothing
	logicalResult                   // true or false
	nodesResult                     // what a query selects
)

// functions are those of RFC 9535.
var functions = map[string]struct {
	takes   []resultKind
	returns resultKind
}{
	"count":  {[]resultKind{nodesResult}, valueResult},
	"length": {[]resultKind{valueResult}, valueResult},
	"match":  {[]resultKind{valueResult, valueResult}, logicalResult},
	"search": {[]resultKind{valueResult, valueResult}, logicalResult},
	"value":  {[]resultKind{nodesResult}, valueResult},
}
