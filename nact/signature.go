package nact

// Type is the type of a parameter of a tool, as N-ACT spells it.
type Type string

// The parameter types of N-ACT. JSON is for outputs only.
const (
	String  Type = "string"
	Int     Type = "int"
	Boolean Type = "boolean"
	Enum    Type = "enum"
	JSON    Type = "json"
)

// DefaultMax is the maximum of an int input that states none (N-ACT draft, section 6.1).
const DefaultMax = 65535

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

// Input is an input parameter. Min, Max, MaxLength, AllowedValues and Format
// stand only where the type has them.
type Input struct {
	ID, Name      string
	Type          Type
	Description   string
	Optional      bool           // a call may leave it out; it always may if there is a Default
	Min           *int64         // Int: nil is no lower bound
	Max           *int64         // Int: nil is DefaultMax
	MaxLength     int            // String: in Unicode code points; 0 is no limit
	AllowedValues []AllowedValue // Enum
	Format        string         // String: date, date-time, time, email, uri, uuid; or empty
	Default       any            // string, int64 or bool; nil is none
	Examples      []any          // string, int64 or bool each
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
