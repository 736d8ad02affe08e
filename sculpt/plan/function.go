package plan

import (
	"slices"
	"time"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Function is a function that steps call: one that the vendor writes, or a part of the manifest.
type Function struct {
	Name, Description string
	Writes            bool // it can change something
	Signs             bool // it signs requests, and is called by no step; its Result is nobody's
	Args              []*FunctionArg
	Result            *ir.Type
	Structs           []*Struct // of the objects in Result, the outermost first; of a part: the only one
	Part              *Tool     // what a part does; nil: the vendor has written the function
}

// FunctionArg is an argument of a function.
type FunctionArg struct {
	Name, Description string
	Type              *ir.Type // an Optional if it may be left out
}

// GoStep calls a function. Its result is read by a ResultRoot. One that uses a part has neither OnError nor a Timeout.
type GoStep struct {
	Name     string
	Function *Function
	Args     []GoArg  // in the function's order
	LeaveOut []string // the failures of a part with which an element of the step's list is left out
	OnError  []ErrorRule
	Timeout  time.Duration // 0 is what the tool has left
	Line     int
}

// Part returns what a step does that uses a part, or nil if it calls a function of the vendor's.
func (s *GoStep) Part() *Tool {
	if s.Function == nil { // it has an error
		return nil
	}
	return s.Function.Part
}

// Failures returns the names of those failures of the part that a step uses which can end the tool: one that leaves an element out can, too, if what
// the part has written cannot be taken back.
func (s *GoStep) Failures() []string {
	if s.Part() == nil {
		return nil
	}
	names := lists.Map(s.Part().Signature.Failures, func(f nact.AllowedValue) string { return f.Name })
	return slices.DeleteFunc(names, func(name string) bool { return !s.Writes() && slices.Contains(s.LeaveOut, name) })
}

// GoArg is a value for an argument of a function.
type GoArg struct {
	Arg   *FunctionArg
	Value ir.Node // of the argument's type
	Where Where
}

// Return is the recorded result of the function of a step, and what the step must have called it with.
type Return struct {
	Name         string // the path to the step, as [Recording] has it
	Step         *GoStep
	Args         string // JSON of the arguments that are compared
	Result       string // JSON
	Fail, Detail string // a declared failure instead
}
