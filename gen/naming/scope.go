package naming

import "slices"

// Scope gives the local names of one function. They collide with nothing that the function could refer to.
type Scope struct {
	space *space
	used  map[string]bool // every local name of the package
}

// Name returns a fresh identifier for the first of the hints that is free; a hint is a name of the manifest or a document:
// temperature_f is temperatureF. If none is, what Go or an import has already becomes hintValue, what the scope gave
// already is numbered.
func (s *Scope) Name(hints ...string) string {
	var ids []string
	for _, hint := range hints {
		if id := Unexported(hint); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		ids = []string{"value"}
	}
	name := ""
	if slices.ContainsFunc(ids, s.space.free) || !s.gave(ids[0]) {
		name = s.space.claim(append(ids, ids[0]+"Value")...)
	} else {
		name = s.space.claim(ids[0])
	}
	s.used[name] = true
	return name
}

// gave reports whether the scope or one around it gave id: a number then says more than another name.
func (s *Scope) gave(id string) bool {
	for at := s.space; at.outer != nil; at = at.outer {
		if at.taken[id] {
			return true
		}
	}
	return false
}

// Child returns the scope of a block inside s. Its names are free again once the block has ended.
func (s *Scope) Child() *Scope { return &Scope{newSpace(s.space), s.used} }
