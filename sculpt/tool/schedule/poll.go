package schedule

// poll appends what calls a step again and again. The vars that are read of no answer of it are computed once, before the first call.
func (s *scheduler) poll(step *Step) {
	for _, e := range step.Poll.OfAnswer() {
		s.vars(e.Node)
	}
	poll := *step.Poll
	poll.Step = step.Plan
	s.actions = append(s.actions, &poll)
}
