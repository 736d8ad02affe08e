package lsp

import (
	"github.com/nactgen/nactgen/sculpt/expr"
)

// reading is what an expression reads at the cursor: a name, of a value or of what stands in the scope.
type reading struct {
	scope  *expr.Scope
	parent string // the expression whose member the name is, such that it means the same outside of macros; empty: the name stands by itself
	prefix string // the name, as far as the cursor
	start  int    // where the name begins
	end    int    // where it ends
	bound  map[string]string
}

// readingAt returns what is read at a byte of a file, if an expression stands there. The manifest is checked for it, with something in place of the
// expression that stands at the cursor that compiles, so that what the author has not finished yet is in nobody's way.
func (s *server) readingAt(p *project, path string, at int) (reading, bool) {
	t := s.textOf(path)
	e, ok := expressionAt(t.data, at)
	if !ok {
		return reading{}, false
	}
	before := string(t.data[e.start:at])
	parent, prefix := chain(before)
	r := reading{prefix: prefix, start: at - len(prefix), end: at, bound: bound(before)}
	for r.end < len(t.data) && isNameByte(t.data[r.end]) {
		r.end++
	}
	r.parent = outside(parent, r.bound)
	r.scope, ok = s.scopeAt(p, path, t, e)
	return r, ok
}

// endings are what may be missing behind an expression that is being typed, until the text is YAML again: what closes it, the text around it, and the
// collections around that.
var endings = []string{"", "}", `"`, `"}`, `"]`, `"}]`, "'", "'}", "'}]", "]", "}}", "}]"}

// scopeAt returns what can be named in an expression. It is null that is checked in its place, which fits everywhere or has a finding of its own, and is
// compiled in any case.
func (s *server) scopeAt(p *project, path string, t *text, e expression) (*expr.Scope, bool) {
	with := "null"
	if e.marked && !e.closed {
		with += "}"
	}
	mended := s.edited()
	where := t.place(e.start)
	for _, ending := range endings {
		mended[path] = replaced(t.data, e.start, e.end, with+ending)
		if e.closed {
			mended[path] = replaced(t.data, e.start, e.end+1, with+"}"+ending)
		}
		c := p.check(mended, true)
		if found, ok := c.placeAt(path, where); ok {
			return found.scope, true
		}
		if c.manifest != nil {
			break
		}
	}
	return nil, false
}

// member is the member, or the name in the scope, that is read.
func (r reading) member(name string) (expr.Member, bool) {
	if r.parent == "" {
		if list, ok := r.bound[name]; ok {
			return expr.Member{Name: name, Type: r.scope.Type(outside(list, r.bound)), Required: true}, true
		}
	}
	return r.scope.Member(r.parent, name)
}
