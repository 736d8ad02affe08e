package plan

import (
	"time"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Function is a function that the vendor writes, and steps call.
type Function struct {
	Name, Description string
	Writes            bool // it can change something
	Signs             bool // it signs requests, and is called by no step; its Result is nobody's
	Args              []*FunctionArg
	Result            *ir.Type
	Structs           []*Struct // of the objects in Result, the outermost first
}

// FunctionArg is an argument of a function.
type FunctionArg struct {
	Name, Description string
	Type              *ir.Type // an Optional if it may be left out
}

// GoStep calls a function. Its result is read by a ResultRoot.
type GoStep struct {
	Name     string
	Function *Function
	Args     []GoArg // in the function's order
	OnError  []ErrorRule
	Timeout  time.Duration // 0 is what the tool has left
	Line     int
}

// GoArg is a value for an argument of a function.
type GoArg struct {
	Arg   *FunctionArg
	Value ir.Node // of the argument's type
	Where Where
}

// Return is the recorded result of the function of a step, and what the step must have called it with.
type Return struct {
	Step         *GoStep
	Args         string // JSON of the arguments that are compared
	Result       string // JSON
	Fail, Detail string // a declared failure instead
}
