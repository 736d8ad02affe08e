package plan

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Local is a variable of the method that runs a tool.
type Local struct {
	Role Role
	Of   string   // the step that it belongs to, the var, or the place of a RequestPart; empty for an ElementIndex
	Part string   // of a StepPart and a LeftOut: as an [ir.StepRoot] has it. Of an Element: what the manifest calls it
	Type *ir.Type // of its values; nil where the role gives their Go type: AnswerMeta, PageList, PollState

	Pages *Pages // of a PageList: what collects it
}

// Role is what a variable is for.
type Role int

// The roles.
const (
	VarValue       Role = iota // the value of a var
	AnswerBody                 // the body of the answer to a step's call
	PageBody                   // the same, where the answer is one page of a list
	AnswerMeta                 // what the answer says beside its body: status and headers
	FunctionResult             // what the function of a step returned
	PageList                   // the list that is collected of pages
	ElementList                // the outcome of a step that runs for several elements: a list
	ElementIndex               // which element of the list a step runs for. All loops have the same one: none stands inside another
	Element                    // that element
	StepPart                   // a part of the outcome of a step that may not run: an optional
	PollState                  // how long a poll has waited
	IsAnswered                 // whether the call of a step was answered: bool
	RequestPart                // a part of a request that is computed before the rest of it
	LeftOut                    // how many elements a step has left out
)

// Locals are the variables of a tool's method, and what its actions do with them. The analysis decides both, and the emitter prints them.
type Locals struct {
	All []*Local             // in the order in which they are named: where two would have one name, the first has it
	By  map[Action]Variables // of every action of the tool, also of those inside others
}

// Variables is what an action does with variables.
type Variables struct {
	Declared []*Local // those that the action declares before it does anything, since what is inside it assigns them
	Bindings []Binding
	Rules    []ProblemReads // of a step: for each of its OnError
}

// Binding is a variable of an action, and how the action has it.
type Binding struct {
	*Local
	Use  Use
	From *Local // of a StepPart and an ElementList: the variable that the value is taken of
}

// Use is how an action has a variable.
type Use int

// The uses.
const (
	Unread   Use = iota // there is no variable, since nothing would read it
	Defined             // the action declares it where it gives it a value
	Assigned            // it is declared before the action, which gives it a value or reads it
)

// ProblemReads says what a rule of on_error reads of the error answer.
type ProblemReads struct{ Status, Body bool }

// InLoop reports whether the action is part of a loop over the elements of a list.
func (v Variables) InLoop() bool { return v.Binding(ElementIndex).Local != nil }

// RequestPart returns the variable of that part of a request.
func (v Variables) RequestPart(p *Part) *Local {
	i := slices.IndexFunc(v.Bindings, func(b Binding) bool { return b.Role == RequestPart && b.Of == p.Name })
	return v.Bindings[i].Local
}

// Body returns the variable of the body of an answer, be it of a page.
func (v Variables) Body() Binding {
	if page := v.Binding(PageBody); page.Local != nil {
		return page
	}
	return v.Binding(AnswerBody)
}

// Binding returns the variable that the action has in a role. The zero Binding, which is Unread, stands for none.
func (v Variables) Binding(role Role) Binding {
	if i := slices.IndexFunc(v.Bindings, func(b Binding) bool { return b.Role == role }); i >= 0 {
		return v.Bindings[i]
	}
	return Binding{}
}
