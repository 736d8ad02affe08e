package jsontext

// nameSet is the names of an object: a list while they are few, as they are in any honest text.
type nameSet struct {
	few  [8]string // in the set itself, which needs no memory then
	n    int       // of few
	many map[string]bool
}

// add reports whether the name is new.
func (s *nameSet) add(name string) bool {
	if s.many == nil {
		for _, other := range s.few[:s.n] {
			if other == name {
				return false
			}
		}
		if s.n < len(s.few) {
			s.few[s.n] = name
			s.n++
			return true
		}
		s.many = make(map[string]bool, 2*len(s.few))
		for _, other := range s.few {
			s.many[other] = true
		}
	}
	if s.many[name] {
		return false
	}
	s.many[name] = true
	return true
}
