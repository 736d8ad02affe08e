package plan

// Action is something that a tool does: *Check, *Var, *Step or *Together.
type Action interface{ action() }

// Together runs branches at the same time, and ends when all have ended. The first that fails ends the others. No branch
// reads what another one has.
type Together struct {
	Branches [][]Action // two or more
}

func (*Check) action()    {}
func (*Var) action()      {}
func (*Step) action()     {}
func (*Together) action() {}

// Walk calls f for each of the actions, and then for those inside it, in the order in which they stand in the code.
func Walk(actions []Action, f func(Action)) {
	for _, a := range actions {
		f(a)
		if together, ok := a.(*Together); ok {
			for _, branch := range together.Branches {
				Walk(branch, f)
			}
		}
	}
}

// Steps returns the steps, in the order in which they stand in the code.
func (t *Tool) Steps() []*Step { return all[*Step](t) }

// Vars returns the vars that are computed, in the order in which they stand in the code.
func (t *Tool) Vars() []*Var { return all[*Var](t) }

// Checks returns the checks, in the order in which they stand in the code.
func (t *Tool) Checks() []*Check { return all[*Check](t) }

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
