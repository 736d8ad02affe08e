package plan

// Rewrite returns a copy of the tool in which other steps stand for its own, wherever it names them: rewritten says which.
func (t *Tool) Rewrite(rewritten func(StepAction) StepAction) *Tool {
	r := rewriter{}
	Walk(t.Actions, func(a Action) {
		if s, ok := a.(StepAction); ok {
			r[s] = rewritten(s)
		}
	})
	copied := *t
	copied.Actions = r.actions(t.Actions)
	copied.Examples = make([]*Example, len(t.Examples))
	for i, e := range t.Examples {
		copied.Examples[i] = r.example(e)
	}
	copied.DryRun = make([]DryStep, len(t.DryRun))
	for i, s := range t.DryRun {
		s.Step = r[s.Step]
		copied.DryRun[i] = s
	}
	return &copied
}

// rewriter has the step that stands for each of a tool.
type rewriter map[StepAction]StepAction

func (r rewriter) step(s *Step) *Step { return r[s].(*Step) }

func (r rewriter) actions(list []Action) []Action {
	copied := make([]Action, len(list))
	for i, a := range list {
		copied[i] = a.rewritten(r)
	}
	return copied
}

func (c *Check) rewritten(rewriter) Action    { return c }
func (v *Var) rewritten(rewriter) Action      { return v }
func (s *Step) rewritten(r rewriter) Action   { return r[s] }
func (s *GoStep) rewritten(r rewriter) Action { return r[s] }

func (t *Together) rewritten(r rewriter) Action {
	copied := &Together{}
	for _, branch := range t.Branches {
		copied.Branches = append(copied.Branches, r.actions(branch))
	}
	return copied
}

func (w *When) rewritten(r rewriter) Action {
	copied := *w
	copied.Step, copied.Actions = r[w.Step], r.actions(w.Actions)
	return &copied
}

func (e *Each) rewritten(r rewriter) Action {
	copied := *e
	copied.Step, copied.Actions = r.step(e.Step), r.actions(e.Actions)
	return &copied
}

func (p *Pages) rewritten(r rewriter) Action {
	copied := *p
	copied.Step, copied.Actions = r.step(p.Step), r.actions(p.Actions)
	return &copied
}

func (p *Poll) rewritten(r rewriter) Action {
	copied := *p
	copied.Step = r.step(p.Step)
	return &copied
}

func (a *Answered) rewritten(r rewriter) Action {
	return &Answered{Step: r.step(a.Step), Actions: r.actions(a.Actions)}
}

func (u *Undo) rewritten(r rewriter) Action {
	return &Undo{Of: u.Of, Limit: u.Limit, Actions: r.actions(u.Actions)}
}

// example returns a copy whose recordings are of the steps that stand for others.
func (r rewriter) example(e *Example) *Example {
	copied := *e
	copied.Recordings = make([]Recording, len(e.Recordings))
	for i, recording := range e.Recordings {
		recording.Step = r.step(recording.Step)
		copied.Recordings[i] = recording
	}
	copied.Returns = make([]Return, len(e.Returns))
	for i, result := range e.Returns {
		result.Step = r[result.Step].(*GoStep)
		copied.Returns[i] = result
	}
	return &copied
}
