// Package graph is what a tool does, as something to be drawn: what it takes, its steps with all that decides about them, who reads
// whose answer, what it answers. Packages svg and mermaid draw it.
package graph

import "time"

// Graph is one tool. Texts are as their authors wrote them: who draws them escapes them.
type Graph struct {
	Tool        string
	Description string
	Inputs      []Value
	Require     []Condition // of the inputs, before any step
	Stages      []Stage     // in the order in which they run
	Outputs     []Value
	Edges       []Edge // from what stands before to what stands after, each pair once
}

// Value is an input or an output.
type Value struct {
	Name, Type string
	Optional   bool
}

// Stage is one step, or what runs at the same time: lanes, of which each has stages that run one after the other.
type Stage struct {
	Step  *Step     // nil where there are lanes
	Lanes [][]Stage // two or more; nil where there is a step
}

// Steps returns the steps of a stage, in the order in which they stand in the picture.
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

// Steps returns the steps of stages, in the order in which they stand in the picture.
func Steps(stages []Stage) []*Step {
	var list []*Step
	for _, s := range stages {
		list = append(list, s.Steps()...)
	}
	return list
}

// Step is a step. What it has not is nil, zero or empty.
type Step struct {
	Name     string
	Call     *Call  // of an upstream
	Function string // the vendor's Go function that runs instead of a call
	Writes   bool   // it can change something
	When     string // runs only if this holds
	Each     *Each
	Pages    *Pages
	Cache    string // for how long, or by which rules, an answer is kept: 10m
	Require  []Condition
	Poll     *Poll
	Expect   []Condition
	OnError  []Rule
	Undo     string // the operation that takes the step back: clinic.cancelBooking
}

// Call is the operation that a step calls.
type Call struct {
	Operation    string // weather.point
	Method, Path string
}

// Condition has to hold; otherwise the tool fails.
type Condition struct{ That, Fail string }

// Rule says what becomes of a call that ended badly: a failure, or a stand-in for the answer.
type Rule struct {
	Causes    string // 404, 5xx, timeout
	That      string // empty: it is for all of them
	Fail, Use string // one of them
}

// Each repeats a step for the elements of a list.
type Each struct {
	As, Over           string
	Concurrency, Limit int64 // 0: not said
}

// Pages collects the pages of a list.
type Pages struct {
	Items string // where they stand in an answer: this.body.slots
	Limit int64  // how many elements at most; 0: not said
}

// Poll repeats a step until something holds.
type Poll struct {
	Until, FailedIf string
	Fail            string // the failure if FailedIf holds
	Every, Timeout  time.Duration
	Location        bool // where the answers say, from the second time on
}

// Node is the name of an end of an edge: inputs, outputs, or steps.point.
type Node string

// The ends of edges that are no steps.
const (
	Inputs  Node = "inputs"
	Outputs Node = "outputs"
)

// StepNode is the node of a step.
func StepNode(name string) Node { return Node("steps." + name) }

// Edge says that To needs From. Without Reads it is mere order.
type Edge struct {
	From, To Node
	Reads    []Read
}

// Read is an expression of one end of an edge that reads a value of the other.
type Read struct {
	Place string // of the expression: steps.point.with.latitude
	Var   string // the var by way of which it does; empty: itself
}

// String says what is read: "with.latitude by way of vars.city".
func (r Read) String() string {
	if r.Var == "" {
		return r.Place
	}
	return r.Place + " by way of vars." + r.Var
}
