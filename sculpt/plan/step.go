package plan

import (
	"net/http"
	"slices"
)

// Place returns what stands at a place of its own in the step's body, as [ir.Placed] says where. The zero Where is of none.
func (s *Step) Place(within string) Where {
	for _, w := range s.Places {
		if w.Place.Key == within {
			return w
		}
	}
	return Where{}
}

// Kept is for how long answers to the step's call are kept: as the step has it, or else its upstream.
func (s *Step) Kept() Caching {
	switch {
	case !s.Call.Cacheable():
		return Caching{}
	case s.Caching != nil:
		return *s.Caching
	}
	return s.Call.Upstream.Caching
}

// HasOptions reports whether the step calls otherwise than its upstream has it, or reads error answers.
func (s *Step) HasOptions() bool {
	return s.Timeout > 0 || s.Retry != nil || s.Caching != nil || s.Link != nil || s.Key != (Key{}) || s.Unread || s.Insists() || len(s.Unfollowed()) > 0 || s.ReadsProblems()
}

// Insists reports whether a rule of on_error is for an answer of a step that writes which cannot be read: it is no answer without members then.
func (s *Step) Insists() bool {
	return s.Call.Writes() && slices.ContainsFunc(s.OnError, func(r ErrorRule) bool {
		return slices.ContainsFunc(r.Causes, func(c Cause) bool { return c.Carried() || c.Word == Interrupted })
	})
}

// Retried returns the causes after which the call is tried again; nil: it is sent once.
func (s *Step) Retried() []Cause {
	policy, own := s.Call.Upstream.Retry, s.Retry != nil
	if own {
		policy = *s.Retry
	}
	repeatable := s.Call.Idempotent() || s.Key != (Key{})
	switch {
	case policy.Attempts < 2, !repeatable && (!own || policy.On == nil):
		return nil
	case policy.On != nil:
		return policy.On
	}
	return DefaultRetried
}

// Unfollowed returns the statuses of redirects that are not followed, since a rule of on_error is for them.
func (s *Step) Unfollowed() []int {
	if s.Call.Method != http.MethodGet && s.Call.Method != http.MethodHead {
		return nil
	}
	var statuses []int
	for _, status := range []int{
		http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
	} {
		if slices.ContainsFunc(s.OnError, func(r ErrorRule) bool { return r.isFor(status) }) {
			statuses = append(statuses, status)
		}
	}
	return statuses
}

// isFor reports whether one of the causes of the rule is a status.
func (r ErrorRule) isFor(status int) bool {
	return slices.ContainsFunc(r.Causes, func(c Cause) bool { return c.Status == status || c.Class == status/100 })
}

// IsRedirect reports whether the rule is for redirects alone, which have an answer of their own: their headers.
func (r ErrorRule) IsRedirect() bool {
	return !slices.ContainsFunc(r.Causes, func(c Cause) bool { return c.Status/100 != 3 && c.Class != 3 })
}

// StandsIn reports whether a rule of on_error lets the step go on without an answer.
func (s *Step) StandsIn() bool {
	return slices.ContainsFunc(s.OnError, func(r ErrorRule) bool { return r.Fail == "" })
}

// ReadsProblems reports whether a rule of on_error reads the body of an error answer.
func (s *Step) ReadsProblems() bool {
	return slices.ContainsFunc(s.OnError, func(r ErrorRule) bool { return r.Answer != nil })
}
