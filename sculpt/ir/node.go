package ir

import "strings"

// Node is an expression. Its type is final: conversions are nodes of their own.
type Node interface {
	Type() *Type
	Marked() *Marks
	operands() []*Node // the nodes directly below it, in the order in which they are evaluated
}

// Local is a name that an expression binds.
type Local struct {
	T     *Type
	Name  string // as the author wrote it
	Value Node   // what cel.bind or another macro binds it to, or nil
	Field *Field // of a parameter that is a field of an answer, absent or not: that field; nil otherwise
}

// Ref is a use of a Local.
type Ref struct {
	Marks
	To *Local
}

// Member reads a field that must be there: an absent one is a fault.
type Member struct {
	Marks
	X      Node
	Field  *Field
	Path   string  // how the author wrote it, for the fault: steps.place.body.results
	Source *Source // the read that the author wrote; nil if the author wrote has(x.f) or x.?f of a field that is always there
	Proven bool    // a check before it has shown that the field is there
	Tagged bool    // it is not proven, but a check before it has shown that the object is of a variant of its union that has the field
}

// Source is a read or a call as its author wrote it. The copies of a node share it.
type Source struct {
	ID int64 // that CEL's parser gave it, which tells it from the others in its expression
}

// IsNull reports whether X, of a nullable type, is null.
type IsNull struct {
	Marks
	X Node
}

// NotNull is X, of a nullable type, as its plain type; null is a fault.
type NotNull struct {
	Marks
	X      Node
	Name   string // what the fault calls X; the analysis sets it
	Proven bool   // a check before it has shown that X is not null
}

// MayNull is X, of a plain type, as its nullable type.
type MayNull struct {
	Marks
	X Node
}

// Element is an element of a list. Proven says that the index cannot be out of bounds, Promised that it is not unless the upstream breaks its
// document.
type Element struct {
	Marks
	List, Index Node
	Source      *Source // the read that the author wrote; nil: there is none
	Proven      bool
	Promised    bool
}

// Row is the value of a table for a key. Proven says that the table has every key there can be.
type Row struct {
	Marks
	Priced
	Table  Node // a TableRoot
	Key    Node
	Source *Source // where the author wrote it
	Proven bool
}

// TableName returns the name of the table.
func (n *Row) TableName() string { return n.Table.(*Root).Name }

// Call calls a function.
type Call struct {
	Marks
	Priced
	T      *Type
	Func   *Function
	Args   []Node
	Source *Source // the call that the author wrote; nil: there is none
	Budget bool    // the function itself counts the work that it repeats

	Proven   bool // a check before it has shown that the key, the value or the part is there, or that a dyn is what the function takes it for
	Promised bool // FnSlice: the part is there unless the upstream breaks its document
	ByField  bool // FnSortBy: the keys are read of the elements where they are compared
}

// Binary is a Go operator on two operands of one type, or a comparison of them. Of two that are compared one may be
// null-able, and with == and != two single values may: nulls are equal, and unequal to everything else.
type Binary struct {
	Marks
	Priced
	T    *Type
	Op   string // + - * / % == != < <= > >=
	X, Y Node
}

// In reports whether an element of a list equals X. The elements are of X's type, or null-able where X is not, or the
// other way round.
type In struct {
	Marks
	Priced
	X, List Node
}

// Unary is a Go operator before one operand of its type: - or ^.
type Unary struct {
	Marks
	Op string
	X  Node
}

// Not is a negation.
type Not struct {
	Marks
	X Node
}

// Logic is && or ||, with CEL's rule that an error of one side does not count if the other decides.
type Logic struct {
	Marks
	And  bool
	X, Y Node

	Before []Node // reads that both sides do in any case: done before either
	Order  Order
}

// Order says in which order the sides of a Logic are computed, so that an error of one does not count if the other decides.
type Order int

// The orders.
const (
	InOrder  Order = iota // X, which cannot fail, before Y
	Reversed              // Y, which cannot fail, before X
	Absorbed              // both can fail: each is computed for itself, and the error of one kept until the other is known
)

// Cond is a choice. Then and Else have its type.
type Cond struct {
	Marks
	If, Then, Else Node
}

// LoopKind says what a Loop makes of a list.
type LoopKind int

// The kinds of loops.
const (
	Collect   LoopKind = iota // filter and map: a list of Elem where Where holds
	All                       // all
	Any                       // exists
	One                       // exists_one
	Count                     // filter(...).size(): how many
	First                     // filter(...)[0]: the first element where Where holds
	FirstMay                  // filter(...)[?0], filter(...).first(): the same as an optional
	Associate                 // transformMap, transformMapEntry: a map from KeyElem to Elem where Where holds
)

// Loop runs over a list, or over the sorted keys of a map.
type Loop struct {
	Marks
	T       *Type
	Kind    LoopKind
	Over    Node
	Index   *Local // the index in a list or the key of a map, where both are named; nil otherwise
	Var     *Local // the element, or the key of a map if Index is nil
	Where   Node   // bool, or nil: every element
	Elem    Node   // Collect and Associate: the value; nil: the element itself
	KeyElem Node   // Associate: the key; nil: Elem is a map whose entries are added
	Again   bool   // the loop runs over it again for every element of another list: its size is counted

	Unordered bool // the order of a map's entries cannot be seen in the result
	Addresses bool // Collect: the list holds the addresses of the elements of Over, which are structs, and not copies of them
	Isolated  bool // All, Any: Where stands in a function of its own, since its error has to be kept while the loop goes on
}

// Let binds a value for use in Body. It is computed when Body first needs it, and never if Body does not: an error of it
// counts only there. A Strict one is computed first in any case.
type Let struct {
	Marks
	Local    *Local
	Value    Node
	Body     Node
	Strict   bool
	Implicit bool // the author gave the value no name: read once, it stands where it is read
	Lazy     bool // it can fail and Body does not need it in every case: it is computed when it is first read
}

// Guard is X, which a document limits: it is an error if Broken, which reads X, holds. Must says what that takes of X, in
// words: "it must be at most 30".
type Guard struct {
	Marks
	Broken Node // bool
	Must   string
	Limits string // tells the limits from others, also where Must leaves something of them out
	X      Node
	Proven bool // the same has been checked of the same before
}

// Placed is X, a part of a value that the manifest writes out. The part has a place of its own: an error of it is said of
// that. The analysis leaves none.
type Placed struct {
	Marks
	X     Node
	Place string // in the value: .lines[0].count
}

// Concat joins strings: a template with expressions.
type Concat struct {
	Marks
	Priced
	Parts []Node
}

// Matches reports whether a string contains a match of a regular expression that is known at generation.
type Matches struct {
	Marks
	Priced
	X       Node
	Pattern string
}

// Pattern is a regular expression that is known at generation, as an argument of a function.
type Pattern struct {
	Marks
	Text string
}

// Zone is a time zone that is known at generation: a name of the tz database, or an offset.
type Zone struct {
	Marks
	Name string
}

// IsOffset reports whether the zone is an offset from UTC, for which there is no need of a tz database.
func (n *Zone) IsOffset() bool { return strings.Contains(n.Name, ":") }

// Address is an IP address or a CIDR block that is known at generation.
type Address struct {
	Marks
	T    *Type
	Text string // as the author wrote it; it has been checked
}

// ToDyn is X as a dyn.
type ToDyn struct {
	Marks
	X Node
}

// Counted is X, which is counted because a result comes to hold it once for every element of a list: of a text its bytes, of anything else all that is in
// it.
type Counted struct {
	Marks
	X Node
}

// FromEnum is X, of a type with an Enum, as a plain string.
type FromEnum struct {
	Marks
	X Node
}

// ToEnum is X, a plain string, as a value of a type with an Enum. It may be none of the values: the analysis makes one of an output, which is
// checked when the tool returns it, and the checker one of what is looked for in a list of the values.
type ToEnum struct {
	Marks
	T *Type
	X Node
}

// SoleFields is X, a list of objects that stand for their only field or an optional of one, as the list of those fields: Go has one
// list for both. Only the analysis makes it.
type SoleFields struct {
	Marks
	T *Type
	X Node
}

// Invoke computes an expression that stands in a function of its own.
type Invoke struct {
	Marks
	Of   *Outlined
	Args []Node // the values of Of.Params
}

// Outlined is an expression in a function of its own. Expressions that differ in nothing but what they read share one.
type Outlined struct {
	Places  []string // the expressions that it computes: vars.period
	Params  []*Local // what Body reads beside inputs, configuration, tables and answers' metadata
	Inputs  bool     // Body reads inputs
	Config  bool     // Body reads the configuration
	Context bool     // Body calls a function that takes the context of the call of the tool
	Metas   []string // the steps of whose answers Body reads status, headers or links
	Body    Node
	Counts  bool // something that it does is counted
}

// Fails reports whether the function returns an error beside its value.
func (o *Outlined) Fails() bool { return o.Body.Marked().Fails || o.Counts }

// Type returns the node's type.
func (n *Const) Type() *Type      { return n.T }
func (n *Root) Type() *Type       { return n.T }
func (n *Ref) Type() *Type        { return n.To.T }
func (n *Member) Type() *Type     { return n.Field.Type }
func (n *Has) Type() *Type        { return BoolType }
func (n *Maybe) Type() *Type      { return OptionalOf(n.Field.Type) }
func (n *Then) Type() *Type       { return n.Body.Type() }
func (n *Some) Type() *Type       { return OptionalOf(n.X.Type()) }
func (n *None) Type() *Type       { return n.T }
func (n *OrValue) Type() *Type    { return n.Else.Type() }
func (n *Or) Type() *Type         { return n.X.Type() }
func (n *HasValue) Type() *Type   { return BoolType }
func (n *IsNull) Type() *Type     { return BoolType }
func (n *NotNull) Type() *Type    { return n.X.Type().NotNull() }
func (n *MayNull) Type() *Type    { return n.X.Type().OrNull() }
func (n *Element) Type() *Type    { return n.List.Type().Elem }
func (n *Row) Type() *Type        { return n.Table.Type().Elem }
func (n *Call) Type() *Type       { return n.T }
func (n *Binary) Type() *Type     { return n.T }
func (n *In) Type() *Type         { return BoolType }
func (n *Unary) Type() *Type      { return n.X.Type() }
func (n *Not) Type() *Type        { return BoolType }
func (n *Logic) Type() *Type      { return BoolType }
func (n *Cond) Type() *Type       { return n.Then.Type() }
func (n *ListLit) Type() *Type    { return n.T }
func (n *MapLit) Type() *Type     { return n.T }
func (n *Record) Type() *Type     { return n.T }
func (n *Pairs) Type() *Type      { return PairsType }
func (n *Loop) Type() *Type       { return n.T }
func (n *Let) Type() *Type        { return n.Body.Type() }
func (n *Guard) Type() *Type      { return n.X.Type() }
func (n *Placed) Type() *Type     { return n.X.Type() }
func (n *Concat) Type() *Type     { return StringType }
func (n *Matches) Type() *Type    { return BoolType }
func (n *Pattern) Type() *Type    { return PatternType }
func (n *Zone) Type() *Type       { return ZoneType }
func (n *Address) Type() *Type    { return n.T }
func (n *ToDyn) Type() *Type      { return DynType }
func (n *Counted) Type() *Type    { return n.X.Type() }
func (n *FromEnum) Type() *Type   { return StringType }
func (n *ToEnum) Type() *Type     { return n.T }
func (n *SoleFields) Type() *Type { return n.T }
func (n *Invoke) Type() *Type     { return n.Of.Body.Type() }

// Marks are what is known of a node beside what it computes: its author's text, and what the analysis has found out about it, which the
// checker leaves zero.
type Marks struct {
	Written string // of an expression of the manifest: as its author wrote it; empty of what is below it. See [Written]

	Fails bool // computing it can end in an error
	Form  Form // how much Go it takes to compute it
	Same  Node // a node that has been computed before and has the same value; nil if there is none

	// Dropped says of a Let that its value, and of a Some that its content is not computed: nothing reads it, and it cannot fail.
	Dropped bool
}

// Marked returns the marks of a node.
func (m *Marks) Marked() *Marks { return m }

// Form says how much Go it takes to compute a node.
type Form int

// The forms. A node has no lesser form than what is below it.
const (
	Inline   Form = iota // an expression
	Lines                // statements one below the other, which may return an error
	Branches             // branches and loops
)
