package value

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// warnReadOnly warns of a member that the manifest writes out, although the document calls it read-only. It is sent all the same.
func (s *Scope) warnReadOnly(at diag.Located, name string, schema *spec.Schema) {
	s.compiled.Warnings.WarnAt(at, "read-only", "%s is read-only (%s): the upstream sets it, and may ignore or refuse what is sent; leave it out", name, schema.Pos)
}

// warnReadOnlyIn warns of the members of what an expression is that the document calls read-only.
func (s slot) warnReadOnlyIn(at diag.Located, value ir.Node) {
	w := readOnlyWalk{scope: s.Scope, seen: map[string]bool{}, told: map[string]bool{}}
	w.node(value, alternatives{}.with(s.schema), "")
	if len(w.found) > 0 {
		s.compiled.Warnings.WarnAt(at, "read-only", "this has %s, read-only: the upstream sets that, and may ignore or refuse what is sent; spell out what is to be sent", w.members())
	}
}

// readOnlyWalk looks for read-only members in the value of an expression, or in its type where the value is not known.
type readOnlyWalk struct {
	scope *Scope
	seen  map[string]bool // the vars and types that were looked at, each with the schemas that the document has for it
	told  map[string]bool // the paths of the members in found
	found []string        // read-only members: the path of each, and where the document says so
}

// mostLookedAt is how many vars and types are looked at: a warning is not worth more.
const mostLookedAt = 1000

// members lists what was found, for a message.
func (w *readOnlyWalk) members() string {
	const most = 4
	if more := len(w.found) - most; more > 0 {
		return strings.Join(w.found[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(w.found, ", ")
}

// first reports whether a var or a type is met for the first time where the document has these schemas.
func (w *readOnlyWalk) first(what any, schemas alternatives) bool {
	key := fmt.Sprintf("%v %v", what, []*spec.Schema(schemas))
	if w.seen[key] || len(w.seen) == mostLookedAt {
		return false
	}
	w.seen[key] = true
	return true
}

// node looks at a value at a path of members, for which the document has some schemas.
func (w *readOnlyWalk) node(n ir.Node, schemas alternatives, path string) {
	switch n := n.(type) {
	case *ir.Record:
		for _, m := range n.Members {
			w.member(m.Name, schemas, path, func(schemas alternatives, path string) { w.node(m.Value, schemas, path) })
		}
		return
	case *ir.MapLit:
		for i, key := range n.Keys {
			if c, ok := key.(*ir.Const); ok && c.T.Kind == ir.String {
				w.member(c.Value.(string), schemas, path, func(schemas alternatives, path string) { w.node(n.Values[i], schemas, path) })
			}
		}
		return
	case *ir.ListLit:
		for _, elem := range n.Elems {
			w.node(elem, schemas.elements(), path)
		}
		return
	case *ir.Cond:
		w.node(n.Then, schemas, path)
		w.node(n.Else, schemas, path)
		return
	case *ir.OrValue:
		w.node(n.X, schemas, path)
		w.node(n.Else, schemas, path)
		return
	case *ir.Root:
		if v := w.scope.definition(n); v != nil {
			if w.first(n.Name, schemas) {
				w.node(v.value, schemas, path)
			}
			return
		}
	}
	if content := ir.Content(n); content != nil {
		w.node(content, schemas, path)
		return
	}
	w.typed(n.Type(), schemas, path)
}

// typed looks at the members of a type, as node does at those of a value.
func (w *readOnlyWalk) typed(t *ir.Type, schemas alternatives, path string) {
	switch {
	case t.Kind == ir.Optional:
		w.typed(t.Elem, schemas, path)
	case t.Kind == ir.List:
		w.typed(t.Elem, schemas.elements(), path)
	case t.Kind == ir.Map:
		w.typed(t.Elem, schemas.values(), path)
	case t.Kind == ir.Object && w.first(fmt.Sprintf("%p", t.Object), schemas):
		for _, f := range t.Object.Fields() {
			w.member(f.Name, schemas, path, func(schemas alternatives, path string) { w.typed(f.Type, schemas, path) })
		}
	}
}

// member notes a member that is read-only, and calls look for any other that the document describes.
func (w *readOnlyWalk) member(name string, schemas alternatives, path string, look func(alternatives, string)) {
	inner, readOnly := schemas.member(name)
	path = strings.TrimPrefix(path+"."+name, ".")
	switch {
	case len(inner) > 0 && !readOnly:
		look(inner, path)
	case readOnly && !w.told[path]:
		w.told[path] = true
		w.found = append(w.found, path+" ("+inner[0].Pos.String()+")")
	}
}

// alternatives are the schemas one of which describes a value: a schema, and if it is a union, its branches.
type alternatives []*spec.Schema

// with adds the alternatives of s, each once.
func (a alternatives) with(s *spec.Schema) alternatives {
	if slices.Contains(a, s) {
		return a
	}
	a = append(a, s)
	for _, b := range s.OneOf {
		a = a.with(b)
	}
	return a
}

// member returns the schemas of a member, and whether all alternatives that have it call it read-only.
func (a alternatives) member(name string) (inner alternatives, readOnly bool) {
	readOnly = true
	for _, s := range a {
		if p := s.Property(name); p != nil {
			inner, readOnly = inner.with(p.Schema), readOnly && p.ReadOnly
		} else if s.Additional != nil {
			inner, readOnly = inner.with(s.Additional), false
		}
	}
	return inner, readOnly && len(inner) > 0
}

// values returns the schemas of the members that no alternative names.
func (a alternatives) values() alternatives {
	return a.inside(func(s *spec.Schema) *spec.Schema { return s.Additional })
}

// elements returns the schemas of the elements of a list.
func (a alternatives) elements() alternatives {
	return a.inside(func(s *spec.Schema) *spec.Schema { return s.Items })
}

// inside returns what of finds in the alternatives, without nil.
func (a alternatives) inside(of func(*spec.Schema) *spec.Schema) (inner alternatives) {
	for _, s := range a {
		if schema := of(s); schema != nil {
			inner = inner.with(schema)
		}
	}
	return inner
}
