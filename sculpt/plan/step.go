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
