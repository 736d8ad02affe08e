package ir

import "slices"

// Function is what a [Call] names: a function of the run-time library, or of Go. There is one variable for each, with the prefix Fn, so
// that functions are compared by pointer. What any part of the generator has to know of a function stands in its row:
//
//	FnKey = inRuntime(Function{Name: "Key", Params: types{nil, nil}, ResultOf: elementOfFirst, Fails: true, ...})
//
// Rows are not changed.
type Function struct {
	Package  string // import path; RuntimeCEL and RuntimeUpstream are the run-time library's, "" that of what Go predeclares
	Name     string
	Kind     FunctionKind
	Receiver string // of a method: the name of the type

	Params   []*Type                  // nil: any, as Go's type parameters are
	Variadic bool                     // the last one of Params stands for any number of arguments
	Result   *Type                    // nil: see ResultOf
	ResultOf func(args []*Type) *Type // the result's type, where it follows from those of the arguments
	Fails    bool                     // the last result is an error
	Bounded  bool                     // it fails only if its result does not fit into a number, a time or a text
	Impure   bool                     // it returns something else at every call
	Context  bool                     // its first parameter is the context of the call of the tool, which is none of Params
	Infers   bool                     // Go takes the type of its result from an argument, also if that is an untyped constant
	TakesInt bool                     // an int of Go's is as good an argument as one of CEL's

	Overloads []string // ids of the overloads of CEL that become a call of it, with the same arguments in the same order
	Dynamic   string   // name of the function of CEL that becomes a call of it where an argument is dyn

	Declares string    // name of the function that only manifests have, with the only one of Overloads; empty: CEL has the function
	Generic  []*Type   // of a function of manifests that is a member of values of open types: what it takes, and last what it returns, with [OpenType] in them; the checker lowers it by itself
	Literals []Literal // of a function of manifests: what its arguments have to be where they are literals; shorter than Params: anything

	Naming Naming // how a variable that holds the result is named
	Noun   string // the name that Naming needs

	Work      Work // what a call costs
	Budgeted  bool // there is a variant, with Within at the end of its name, whose first argument is the budget, and which counts its work itself
	FindsZone bool // it looks up a time zone by name: that needs the tz database, and reading a file of it

	Rearranges  bool // it returns a list of elements of its first argument
	Shortens    bool // of one that rearranges: there may be fewer of them
	Selects     bool // it returns an optional of an element of its first argument
	KeepsOrigin bool // its result is the first argument or parts of it: untyped JSON if that is
	Asserts     bool // it takes a dyn for a value of its result's type, and fails for any other
}

// FunctionKind says how Go spells a call.
type FunctionKind int

// The kinds of functions.
const (
	PackageFunc FunctionKind = iota // strings.Contains(x, y)
	Builtin                         // len(x), float64(x)
	Method                          // x.Contains(y)
	Variable                        // time.UTC, which is no call
)

// RuntimeCEL and RuntimeUpstream stand for the import paths of packages of the run-time library, which differ between services.
const (
	RuntimeCEL      = "nact/cel"
	RuntimeUpstream = "nact/upstream"
)

// Naming says what a variable that holds the result of a function is named after.
type Naming int

// The ways of naming.
const (
	NamedByNoun      Naming = iota // what the function returns: Noun, or "" if there is no word for it
	NamedByForm                    // the form that it brings its first argument into: updatedTime, where Noun is time
	NamedAsOperand                 // the first argument
	NamedAsSelection               // what the second argument selects from the first
	NamedAsFirst                   // an element of the first argument: firstPeriod
	NamedAsLast                    // lastPeriod
)

// functions are all rows in the order of the files and in these of the source.
var functions []*Function

// Functions returns all functions, always in one order.
func Functions() []*Function { return slices.Clone(functions) }

// Literal says what a literal argument has to be, which is checked at generation. It is data of a function because two strings
// can be two things; that a time zone exists, its type says.
type Literal int

// The kinds of literals.
const (
	AnyLiteral       Literal = iota
	DateLiteral              // 2026-11-21
	LocalTimeLiteral         // a date, or a date with a time, without an offset
	DateLayout               // of a date: d MMMM yyyy
	TimeLayout               // of a date and a time: d MMMM, h:mm a
	PointerLiteral           // a JSON pointer: /items/0
	DecimalsLiteral          // a number of decimals, which must be a literal: it is a matter of taste, not of data
	UnitLiteral              // a unit of measurement: km/h
	CurrencyLiteral          // a code of ISO 4217: EUR
	FormatLiteral            // a format of texts, which must be a literal: date
)

// The functions by the ids of their overloads, and those of a CEL function with an argument that is dyn by its name.
var forOverload, forDynamic = map[string]*Function{}, map[string]*Function{}

// ForOverload returns the function that an overload is a call of, with the same arguments in the same order; nil if none is.
func ForOverload(id string) *Function { return forOverload[id] }

// ForDynamic returns the function that a CEL function is a call of where an argument is dyn; nil if none is.
func ForDynamic(name string) *Function { return forDynamic[name] }

// row adds a function to the table.
func row(f Function) *Function {
	functions = append(functions, &f)
	for _, id := range f.Overloads {
		forOverload[id] = &f
	}
	if f.Dynamic != "" {
		forDynamic[f.Dynamic] = &f
	}
	return &f
}

// inRuntime is a row for a function of the run-time library.
func inRuntime(f Function) *Function {
	f.Package = RuntimeCEL
	return row(f)
}

// types, overloads and literals are short for the rows.
type (
	types     = []*Type
	overloads = []string
	literals  = []Literal
)

// Literal returns what the i-th argument has to be where it is a literal.
func (f *Function) Literal(i int) Literal {
	if i >= len(f.Literals) {
		return AnyLiteral
	}
	return f.Literals[i]
}

// Call returns a call of the function. Its arguments are of the types that the function wants.
func (f *Function) Call(args ...Node) *Call {
	return &Call{T: f.resultType(args), Func: f, Args: args}
}

func (f *Function) resultType(args []Node) *Type {
	if f.ResultOf == nil {
		return f.Result
	}
	given := make([]*Type, len(args))
	for i, n := range args {
		given[i] = n.Type()
	}
	return f.ResultOf(given)
}

// The types of results that follow from the arguments'.

func typeOfFirst(args []*Type) *Type     { return args[0] }
func elementOfFirst(args []*Type) *Type  { return args[0].Elem }
func optionalElement(args []*Type) *Type { return OptionalOf(args[0].Elem) }
func optionalOfFirst(args []*Type) *Type { return OptionalOf(args[0].Plain()) }
func optionalContent(args []*Type) *Type { return OptionalOf(args[0].Elem.Plain()) }
func listOfFirst(args []*Type) *Type     { return ListOf(args[0]) }
func listOfContents(args []*Type) *Type  { return ListOf(args[0].Elem.Elem) }
func mapToDyn(args []*Type) *Type        { return MapOf(args[0].Key, DynType) }
