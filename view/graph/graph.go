// Package graph has what a tool does as a graph: its inputs, its steps with their conditions, which step reads whose answer, its outputs. Packages svg
// and mermaid draw it.
package graph

import "time"

// Graph is one tool. Its texts are not escaped.
type Graph struct {
	Tool        string
	Description string
	Inputs      []Value
	Require     []Condition // of the inputs, before any step
	Stages      []Stage     // in the order in which they run
	Outputs     []Value
	Edges       []Edge // one for each pair of nodes
}

// Value is an input or an output.
type Value struct {
	Name, Type string
	Optional   bool
}

// Stage is one step, or several lanes that run at the same time. The stages of a lane run one after the other.
type Stage struct {
	Step  *Step     // nil if the stage has lanes
	Lanes [][]Stage // two or more, or nil if the stage is a step
}

// Steps returns the steps of a stage in the order of the picture.
func (s Stage) Steps() []*Step {
	if s.Step != nil {
		return []*Step{s.Step}
	}
	var list []*Step
	for _, lane := range s.Lanes {
		list = append(list, Steps(lane)...)
	}
	return list
}

// Steps returns the steps of stages in the order of the picture.
func Steps(stages []Stage) []*Step {
	var list []*Step
	for _, s := range stages {
		list = append(list, s.Steps()...)
	}
	return list
}

// Step is a step of the tool. Fields for what it does not have are nil, zero or empty.
type Step struct {
	Name     string
	Call     *Call  // of an upstream
	Function string // the vendor's Go function that runs instead of a call, or the part that is used
	Part     bool   // Function is a part
	Writes   bool   // the step can change something
	Reads    bool   // it is said not to, although its method could
	When     string // the condition under which it runs
	Each     *Each
	Pages    *Pages
	Cache    string // how long answers are kept (10m), or "http"
	Require  []Condition
	Poll     *Poll
	Expect   []Condition
	OnError  []Rule
	Undo     string // the operation that undoes the step: clinic.cancelBooking
}

// Call is the operation that a step calls.
type Call struct {
	Operation    string // weather.point
	Method, Path string
}

// Condition has to hold. Otherwise the tool ends with the failure.
type Condition struct{ That, Fail string }

// Rule says what follows from an error of a call: a failure of the tool, or a stand-in for the answer.
type Rule struct {
	Causes    string // the errors: 404, 5xx, timeout
	That      string // the condition under which the rule applies; empty if it always does
	Fail, Use string // one of them is set
}

// Each repeats a step for the elements of a list.
type Each struct {
	As, Over           string
	Concurrency, Limit int64 // 0 if the manifest does not state them
}

// Pages collects the pages of a list.
type Pages struct {
	Items string // the expression of the elements of a page: this.body.slots
	Limit int64  // of elements; 0 if the manifest states none
}

// Poll repeats a step until something holds.
type Poll struct {
	Until, FailedIf string
	Fail            string // the failure if FailedIf holds
	Every, Timeout  time.Duration
	Location        bool // later calls go to the Location of the answer
	Again           bool // the calls are attempts of the retry policy
}

// Node names an end of an edge: inputs, outputs, or a step such as steps.point.
type Node string

// The nodes that are no steps.
const (
	Inputs  Node = "inputs"
	Outputs Node = "outputs"
)

// StepNode returns the node of a step.
func StepNode(name string) Node { return Node("steps." + name) }

// Edge says that To runs after From and reads its values. Without Reads it only says the order.
type Edge struct {
	From, To Node
	Reads    []Read
}

// Read is an expression at one end of an edge that reads a value of the other.
type Read struct {
	Place string // of the expression: steps.point.with.latitude
	Var   string // the var through which it reads the value; empty if it reads the value directly
}

// String describes the read: "with.latitude by way of vars.city".
func (r Read) String() string {
	if r.Var == "" {
		return r.Place
	}
	return r.Place + " by way of vars." + r.Var
}
