package schedule

// poll appends what calls a step again and again. The vars that are read of no answer of it are computed once, before the first call.
func (s *scheduler) poll(step *Step) {
	for _, e := range step.ofPoll() {
		s.vars(e.node)
	}
	step.Poll.Step = step.Plan
	s.actions = append(s.actions, step.Poll)
}

// ofPoll are the expressions that are evaluated for each answer.
func (s *Step) ofPoll() []expression {
	if s.Poll == nil {
		return nil
	}
	return []expression{
		{s.Poll.FailedWhere.Name, s.Poll.FailedIf}, {s.Poll.FailedWhere.Name, s.Poll.Detail}, {s.Poll.UntilWhere.Name, s.Poll.Until},
	}
}
