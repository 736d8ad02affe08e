package analysis

import (
	"maps"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// scope is a stretch of code that runs from its beginning to its end: what stands later in it, or in a scope inside it,
// runs after what stands earlier.
type scope struct {
	outer *scope // around this one in the same function; nil for the outermost
	known *facts.Set
	done  map[string]ir.Node // the nodes that can fail and have been computed here; a key says what is computed, and equal keys have equal values
}

// newScope returns the scope of a function that starts with facts.
func newScope(known *facts.Set) *scope { return &scope{known: known, done: map[string]ir.Node{}} }

// fork returns a scope inside s, which may or may not run.
func (s *scope) fork(more ...facts.Fact) *scope {
	inner := newScope(s.known.With(more...))
	inner.outer = s
	return inner
}

// given returns a scope inside s that runs only where a condition holds, or where it does not.
func (s *scope) given(cond ir.Node, holds bool) *scope { return s.fork(facts.Of(cond, holds)...) }

// adopt makes known in s what inner, a scope inside it, has computed and shown. It is for a scope that runs whenever s does, at this place.
func (s *scope) adopt(inner *scope) {
	maps.Copy(s.done, inner.done)
	s.known = inner.known
}

func (s *scope) learn(more ...facts.Fact) { s.known = s.known.With(more...) }

// computed returns the node that was computed before under that key, here or in a scope around; nil if there is none, or the key is empty.
func (s *scope) computed(key string) ir.Node {
	if key == "" {
		return nil
	}
	for ; s != nil; s = s.outer {
		if n := s.done[key]; n != nil {
			return n
		}
	}
	return nil
}
