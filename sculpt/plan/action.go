package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Action is something that a tool does: one of the types of this file, or a *Check, *Var or *Step.
type Action interface {
	inside() [][]Action // what it consists of
}

// Together runs branches at the same time, and ends when all have ended. The first that fails ends the others. No branch
// reads what another one has.
type Together struct {
	Branches [][]Action // two or more
}

// When runs actions only if a condition holds: those of a step that is absent otherwise. What comes of the step is read by
// StepRoots, as optionals.
type When struct {
	Step    *Step
	If      ir.Node // bool
	Where   Where
	Actions []Action
}

func (*Check) inside() [][]Action      { return nil }
func (*Var) inside() [][]Action        { return nil }
func (*Step) inside() [][]Action       { return nil }
func (t *Together) inside() [][]Action { return t.Branches }
func (w *When) inside() [][]Action     { return [][]Action{w.Actions} }

// Walk calls f for each of the actions, and then for those inside it, in the order in which they stand in the code.
func Walk(actions []Action, f func(Action)) {
	for _, a := range actions {
		f(a)
		for _, inner := range a.inside() {
			Walk(inner, f)
		}
	}
}

// Steps returns the steps, in the order in which they stand in the code.
func (t *Tool) Steps() []*Step { return all[*Step](t) }

// Vars returns the vars that are computed, in the order in which they stand in the code.
func (t *Tool) Vars() []*Var { return all[*Var](t) }

// all returns the actions of one kind.
func all[A Action](t *Tool) []A {
	var list []A
	Walk(t.Actions, func(a Action) {
		if one, ok := a.(A); ok {
			list = append(list, one)
		}
	})
	return list
}
