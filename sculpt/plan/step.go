package plan

// Place returns what stands at a place of its own in the step's body. The zero Where is of none.
func (s *Step) Place(name string) Where {
	for _, w := range s.Places {
		if w.Name == name {
			return w
		}
	}
	return Where{}
}

// HasOptions reports whether the step calls otherwise than its upstream has it.
func (s *Step) HasOptions() bool {
	return s.Timeout > 0 || s.Retry != nil || s.Caching != nil || s.Link != nil
}
