package plan

import (
	"net/http"
	"slices"
)

// Place returns what stands at a place of its own in the step's body. The zero Where is of none.
func (s *Step) Place(name string) Where {
	for _, w := range s.Places {
		if w.Name == name {
			return w
		}
	}
	return Where{}
}

// Kept is for how long answers to the step's call are kept: as the step has it, or else its upstream.
func (s *Step) Kept() Caching {
	switch {
	case s.Call.Method != http.MethodGet && s.Call.Method != http.MethodHead:
		return Caching{}
	case s.Caching != nil:
		return *s.Caching
	}
	return s.Call.Upstream.Caching
}

// HasOptions reports whether the step calls otherwise than its upstream has it, or reads error answers.
func (s *Step) HasOptions() bool {
	return s.Timeout > 0 || s.Retry != nil || s.Caching != nil || s.Link != nil || s.KeyHeader != "" || s.Unread || s.ReadsProblems()
}

// StandsIn reports whether a rule of on_error lets the step go on without an answer.
func (s *Step) StandsIn() bool {
	return slices.ContainsFunc(s.OnError, func(r ErrorRule) bool { return r.Fail == "" })
}

// ReadsProblems reports whether a rule of on_error reads the body of an error answer.
func (s *Step) ReadsProblems() bool {
	return slices.ContainsFunc(s.OnError, func(r ErrorRule) bool { return r.Answer != nil })
}
