package plan

import "slices"

// Rewrite returns a copy of the tool in which other steps stand for its own, wherever it names them: rewritten says which, and is noted in
// steps. There stand those of the parts that the tool uses, which its examples name.
func (t *Tool) Rewrite(steps Steps, rewritten func(StepAction) StepAction) *Tool {
	Walk(t.Actions, func(a Action) {
		if s, ok := a.(StepAction); ok {
			steps[s] = rewritten(s)
		}
	})
	copied := *t
	copied.Actions, copied.Examples = steps.Actions(t.Actions), steps.Examples(t.Examples)
	copied.DryRun = slices.Clone(t.DryRun)
	for i := range copied.DryRun {
		copied.DryRun[i].Step = steps.of(copied.DryRun[i].Step)
	}
	return &copied
}

// Steps says which step stands in the place of another. A step that is not in it stays.
type Steps map[StepAction]StepAction

func (r Steps) of(s StepAction) StepAction {
	if other := r[s]; other != nil {
		return other
	}
	return s
}

func (r Steps) step(s *Step) *Step { return r.of(s).(*Step) }

// Actions returns a copy of actions in which the steps stand.
func (r Steps) Actions(list []Action) []Action {
	copied := make([]Action, len(list))
	for i, a := range list {
		copied[i] = a.rewritten(r)
	}
	return copied
}

// Examples returns a copy of examples whose recordings are of the steps.
func (r Steps) Examples(list []*Example) []*Example {
	copied := make([]*Example, len(list))
	for i, e := range list {
		example := *e
		example.Recordings, example.Returns = slices.Clone(e.Recordings), slices.Clone(e.Returns)
		for j := range example.Recordings {
			example.Recordings[j].Step = r.step(e.Recordings[j].Step)
		}
		for j := range example.Returns {
			example.Returns[j].Step = r.of(e.Returns[j].Step).(*GoStep)
		}
		copied[i] = &example
	}
	return copied
}

func (c *Check) rewritten(Steps) Action    { return c }
func (v *Var) rewritten(Steps) Action      { return v }
func (s *Step) rewritten(r Steps) Action   { return r.of(s) }
func (s *GoStep) rewritten(r Steps) Action { return r.of(s) }

func (t *Together) rewritten(r Steps) Action {
	copied := &Together{}
	for _, branch := range t.Branches {
		copied.Branches = append(copied.Branches, r.Actions(branch))
	}
	return copied
}

func (w *When) rewritten(r Steps) Action {
	copied := *w
	copied.Step, copied.Actions = r.of(w.Step), r.Actions(w.Actions)
	return &copied
}

func (e *Each) rewritten(r Steps) Action {
	copied := *e
	copied.Step, copied.Actions = r.of(e.Step), r.Actions(e.Actions)
	return &copied
}

func (p *Pages) rewritten(r Steps) Action {
	copied := *p
	copied.Step, copied.Actions = r.step(p.Step), r.Actions(p.Actions)
	return &copied
}

func (p *Poll) rewritten(r Steps) Action {
	copied := *p
	copied.Step = r.step(p.Step)
	return &copied
}

func (a *Answered) rewritten(r Steps) Action {
	return &Answered{Step: r.step(a.Step), Actions: r.Actions(a.Actions)}
}

func (u *Undo) rewritten(r Steps) Action {
	copied := *u
	copied.Actions = r.Actions(u.Actions)
	return &copied
}
