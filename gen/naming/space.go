package naming

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/face"
)

// importNames are the packages that generated files import, or that hand-written ones beside them are likely to. No
// identifier of a generated file is one of them, so that nothing ever shadows an import.
var importNames = append(slices.Concat(face.Packages(), extension.Names()),
	"apikeys", "audit", "base64", "bytes", "callers", "cel", "cmp", "context", "dryrun", "errors", "flow", "fmt", "health", "http", "httptest", "idempotency", "invocation", "io", "iter", "json", "log",
	"maps", "math", "metrics", "nact", "nacttest", "netip", "onbehalf", "os", "regexp", "server", "slices", "slog", "sort", "strconv", "strings", "sync", "throttle",
	"testing", "time", "unicode", "upstream", "url", "utf8", "uuid",
)

// localNames are the names that generated functions give their parameters and variables without asking a scope.
var localNames = []string{"answer", "args", "body", "call", "client", "config", "ctx", "d", "err", "in", "key", "out", "p", "s", "seen", "u", "v"}

// space is a set of identifiers that may not be given twice: a package, a struct, a function.
type space struct {
	outer *space // whose identifiers are taken here as well; or nil
	taken map[string]bool
	lent  map[string]bool // the taken identifiers that spaces inside may give all the same
}

// newSpace returns a space in which reserved is taken.
func newSpace(outer *space, reserved ...string) *space {
	s := &space{outer: outer, taken: map[string]bool{}}
	for _, name := range reserved {
		s.taken[name] = true
	}
	return s
}

// newPackageSpace returns a space for names that stand alone in Go code. They may neither shadow what the language
// predeclares or a file imports, nor be shadowed in the functions that refer to them.
func newPackageSpace(reserved ...string) *space {
	s := newSpace(nil, reserved...)
	for _, name := range types.Universe.Names() {
		s.taken[name] = true
	}
	for _, name := range slices.Concat(importNames, localNames) {
		s.taken[name] = true
	}
	s.taken["init"], s.taken["main"] = true, true
	s.lent = map[string]bool{}
	for _, name := range localNames {
		s.lent[name] = true
	}
	return s
}

// free reports whether name is an identifier that s can still give.
func (s *space) free(name string) bool {
	if !token.IsIdentifier(name) || name == "_" {
		return false
	}
	for at := s; at != nil; at = at.outer {
		if at.taken[name] && (at == s || !at.lent[name]) {
			return false
		}
	}
	return true
}

// claim gives the first of the candidates that is free, or else the last identifier among them with a number.
func (s *space) claim(candidates ...string) string {
	last := "x"
	for _, c := range candidates {
		if s.free(c) {
			s.taken[c] = true
			return c
		}
		if token.IsIdentifier(c) {
			last = c
		}
	}
	if end := last[len(last)-1]; end >= '0' && end <= '9' {
		last += "_"
	}
	for n := 2; ; n++ {
		if name := last + strconv.Itoa(n); s.free(name) {
			s.taken[name] = true
			return name
		}
	}
}

// claimField gives a name for the field of a struct that holds the member text of a JSON object.
func (s *space) claimField(text string) string {
	name := Exported(text)
	return s.claim(name, name+"Field")
}

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

// gave reports whether s or a scope around it has given id already; a number then says more than another name.
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
