package nact

// Type is the type of a parameter of a tool.
type Type string

// The types of parameters. List is for inputs only, JSON for outputs only. The draft of N-ACT has neither Number nor List: on its wire, a value of one is a
// string that holds its JSON text, and the parameter a string of the format number or list. Other faces have it as what it is.
const (
	String  Type = "string"
	Int     Type = "int"
	Number  Type = "number"
	Boolean Type = "boolean"
	Enum    Type = "enum"
	List    Type = "list"
	JSON    Type = "json"
)

// IsText reports whether values of the type stand on the wire of N-ACT as their JSON text in a string.
func (t Type) IsText() bool { return t == Number || t == List }

// DefaultMax is the maximum of an int input that states none (N-ACT draft, section 6.1).
const DefaultMax = 65535

// DefaultMaxItems is how many elements a list input takes that says nothing of it.
const DefaultMaxItems = 100

// Signature is one version of a tool as an agent sees it. A published
// signature never changes.
type Signature struct {
	ToolID      string // a UUID in lower case
	Name        string
	Description string
	Img         string // URL of a picture, or empty
	Version     int    // from 1
	Tags        []string
	Inputs      []Input
	Outputs     []Output
	Failures    []AllowedValue // the failures that the tool declares; they are published as two more outputs
}

// Input is an input parameter. What follows Optional stands only where the type
// has it.
type Input struct {
	ID, Name      string
	Type          Type
	Description   string
	Optional      bool           // a call may leave it out; it always may if there is a Default
	Min           *int64         // Int: nil is no lower bound
	Max           *int64         // Int: nil is DefaultMax
	Least, Most   *float64       // Number: nil is no bound on that side
	Decimals      int            // Number: digits behind the point at most; 0 is no limit
	MinLength     int            // String: in Unicode code points
	MaxLength     int            // String: in Unicode code points; 0 is no limit
	Pattern       string         // String: what CheckPattern finds in it; or empty
	AllowedValues []AllowedValue // Enum
	Format        string         // String: date, date-time, time, email, uri, uuid; or empty
	Items         *Input         // List: what its elements are, by their type and its limits; they are no lists
	MinItems      int            // List
	MaxItems      int            // List: 0 is DefaultMaxItems
	Unique        bool           // List: whether all elements must be different
	Default       any            // string, int64, float64, bool, or an []any of those; nil is none
	Examples      []any          // of the types of Default
}

// Required reports whether a call must give the input.
func (in *Input) Required() bool { return !in.Optional && in.Default == nil }

// Maximum returns the largest value that an int input takes.
func (in *Input) Maximum() int64 {
	if in.Max == nil {
		return DefaultMax
	}
	return *in.Max
}

// MaximumItems returns how many elements a list input takes at most.
func (in *Input) MaximumItems() int {
	if in.MaxItems == 0 {
		return DefaultMaxItems
	}
	return in.MaxItems
}

// Output is an output parameter.
type Output struct {
	ID, Name      string
	Type          Type
	Description   string
	AllowedValues []AllowedValue // Enum
}

// AllowedValue is one value of an enum, or one declared failure.
type AllowedValue struct{ Name, Description string }

// The two outputs that a tool with declared failures has after its own. A
// failed call answers these two and no other.
const (
	FailureID         = "failure"
	FailureName       = "Failure"
	FailureDetailID   = "failure_detail"
	FailureDetailName = "Failure detail"
)

// Published returns the outputs as they are published: those of s and, if it
// declares failures, an enum that names the failure and a string that explains it.
func (s *Signature) Published() []Output {
	if len(s.Failures) == 0 {
		return s.Outputs
	}
	return append(s.Outputs[:len(s.Outputs):len(s.Outputs)],
		Output{
			ID: FailureID, Name: FailureName, Type: Enum, AllowedValues: s.Failures,
			Description: "Why the tool could not do what was asked. Present only if it failed; the other outputs are then absent.",
		},
		Output{
			ID: FailureDetailID, Name: FailureDetailName, Type: String,
			Description: "A sentence that explains the failure. Present only together with the failure.",
		},
	)
}

// Limit returns a pointer to n, for [Input.Min] and [Input.Max] in literals.
func Limit(n int64) *int64 { return &n }

func valueNames(values []AllowedValue) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	return names
}
