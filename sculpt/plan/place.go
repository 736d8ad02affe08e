package plan

import "strings"

// Place is where an expression stands: in a tool, or in an upstream. Places are compared, and their parts are fields: what [Place.String]
// returns is for people, and for names in generated code.
type Place struct {
	Section Section
	Name    string // of the var, the step, the output, the header; in Require and in Auth: what a step has as Key
	Part    PlacePart
	Key     string // in the part of a step: the parameter, the argument, the failure, or the way to a part of the body (.lines[0].count)
	Undo    bool   // of the call that takes the step back
	Detail  bool   // of the text that explains a failure
}

// Section is a section of a tool, or of an upstream.
type Section string

// The sections.
const (
	InVars    Section = "vars"
	InSteps   Section = "steps"
	InOutputs Section = "outputs"
	InRequire Section = "require" // of the tool
	InHeaders Section = "headers" // of an upstream
	InQuery   Section = "query"   // of an upstream
	InAuth    Section = "auth"    // of an upstream
)

// PlacePart is a part of a step.
type PlacePart string

// The parts.
const (
	PartWhen     PlacePart = "when"
	PartEach     PlacePart = "for_each"
	PartRequire  PlacePart = "require"
	PartExpect   PlacePart = "expect"
	PartWith     PlacePart = "with"
	PartArgs     PlacePart = "args"
	PartBody     PlacePart = "body"
	PartPaginate PlacePart = "paginate"
	PartPoll     PlacePart = "poll"
	PartOnError  PlacePart = "on_error"
)

// Again is the key, in PartExpect, of all conditions together by which a step calls again. No failure has such a name.
const Again = "again"

// Sent reports whether what stands in the part is sent, or decides for which elements it is.
func (p PlacePart) Sent() bool {
	return p == PartWith || p == PartBody || p == PartArgs || p == PartEach
}

// WithDetail is the place of the text that explains the failure which the expression at p decides about.
func (p Place) WithDetail() Place {
	p.Detail = true
	return p
}

// String returns the place as the manifest has it: steps.point.with.latitude. That of nothing is empty.
func (p Place) String() string {
	of := string(p.Section)
	if p.Name != "" {
		of += "." + p.Name
	}
	if within := p.Within(); within != "" {
		of += "." + within
	}
	return of
}

// Within returns the place as its step has it: with.latitude.
func (p Place) Within() string {
	var b strings.Builder
	if p.Undo {
		b.WriteString("undo.")
	}
	b.WriteString(string(p.Part))
	if p.Key != "" && p.Part != "" && p.Part != PartBody {
		b.WriteByte('.')
	}
	b.WriteString(p.Key)
	if p.Detail {
		b.WriteString(".detail")
	}
	return b.String()
}
