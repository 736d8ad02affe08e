package ir

import "strings"

// RootKind says what a Root names.
type RootKind int

// The kinds of roots.
const (
	InputRoot   RootKind = iota // the tool's inputs
	BodyRoot                    // the body of the answer to a step's call
	StatusRoot                  // the status of that answer
	HeadersRoot                 // its headers
	LinkRoot                    // the target of that of its Link headers that has a relation; empty if there is none
	ResultRoot                  // what the function of a step returned, or the part that it uses
	StepRoot                    // a part of the outcome of a step that does not call once
	ElementRoot                 // the element of a list for which a step runs
	PagesRoot                   // what is collected of the pages of a step's list
	NextRoot                    // what a step asks for its next page with: a cursor, a number or a link
	ProblemRoot                 // a part of the error answer to a step's call, in a rule of on_error
	VarRoot                     // a var
	ConfigRoot                  // the service's configuration
	TableRoot                   // a table
	PartRoot                    // a part of a request that is computed before the rest of it
)

// Root is a value that the tool holds: an input, a step's answer, a var.
type Root struct {
	Marks
	T    *Type
	Kind RootKind
	Name string   // the id of the input, step, var, config value or table, the place of the part, or what the author calls the element
	Part string   // of a StepRoot: body, status, headers, items, more, left_out, or ResultPart; empty: all of it. Of a ProblemRoot: body, status, headers. Of a PagesRoot: items, more. Of a LinkRoot: the relation. Of an ElementRoot: the step
	Used bool     // of a ResultRoot, and of a ResultPart: it comes of a part, which makes it of what upstreams have answered
	With []string // of a StepRoot: other parts of the step that are there whenever this one is
}

// OfStep reports whether the value comes of a step: of what its upstream has answered.
func (n *Root) OfStep() bool {
	switch n.Kind {
	case BodyRoot, StatusRoot, HeadersRoot, LinkRoot, ResultRoot, StepRoot, PagesRoot, ProblemRoot:
		return true
	}
	return false
}

// ResultPart is the part of a step that is what its function returned.
const ResultPart = "result"

// Answered reports whether the value comes of what an upstream answered.
func (n *Root) Answered() bool {
	return n.OfStep() && (n.Used || n.Kind != ResultRoot && n.Part != ResultPart)
}

// part is how the part is written behind the step.
func (n *Root) part() string {
	if n.Part == "" {
		return ""
	}
	return "." + n.Part
}

// Title is what a variable that holds the value is named after: of a part of a request, the member that it is, or is an element of.
func (n *Root) Title() string {
	switch {
	case n.Kind == ProblemRoot && n.Part == "body":
		return "problem"
	case n.Kind == ProblemRoot:
		return n.Part
	case n.Kind != PartRoot:
		return n.Name
	}
	member, _, _ := strings.Cut(n.Name[strings.LastIndexByte(n.Name, '.')+1:], "[")
	return member
}
