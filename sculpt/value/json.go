package value

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Anything is the schema of what no document describes: a JSON output.
var Anything = &spec.Schema{Kind: spec.Any, Nullable: true}

// JSON is a tree of the manifest as JSON that fits a schema. name is what it is, for the names of Go types. It is nil
// if something does not fit, with the reason reported.
func (s *Scope) JSON(n *manifest.Node, schema *spec.Schema, name string) ir.Node {
	return tree{Scope: s, name: name, within: name}.value(n, schema)
}

// Body is JSON whose parts stand at places of their own: see [ir.Placed]. An object that is written out gets the members that are given
// beside its own.
func (s *Scope) Body(n *manifest.Node, schema *spec.Schema, name string, more ...Added) ir.Node {
	return tree{Scope: s, name: name, within: name, placed: true, more: more}.value(n, schema)
}

// Added is a member that an object has beside what is written.
type Added struct {
	Path  []string // its name, behind those of the objects that it is in
	Value ir.Node  // nil: the request gets it later, as it is sent
}

// tree reads a tree of values that becomes JSON.
type tree struct {
	*Scope
	name   string // what the whole tree is
	within string // the name of the member that the value is, or that the list is of which it is an element
	placed bool   // its parts have places of their own, see [ir.Placed]
	path   string // with placed: of the value in the whole tree, as in .guest.name

	more []Added // members of the object beside those that are written
}

// value is a tree that fits a schema.
func (t tree) value(n *manifest.Node, s *spec.Schema) ir.Node {
	if n.Kind == manifest.Wrong {
		return nil
	}
	if written := n.Kind != manifest.Scalar || n.Literal != nil; written && s.Kind == spec.Any {
		switch branch := t.branchOf(n, s); branch {
		case nil:
			return nil
		case s:
		default:
			return t.value(n, branch)
		}
	}
	switch {
	case n.Kind == manifest.Map:
		return t.object(n, s)
	case n.Kind == manifest.List:
		return t.list(n, s)
	case n.IsLiteral():
		return t.literal(n, s)
	}
	value := t.scalar(n, s)
	if value == nil || !t.placed {
		return value
	}
	return &ir.Placed{X: value, Place: t.path}
}

// slot is the place of a value for which the document has a schema.
func (t tree) slot(s *spec.Schema) slot { return slot{Scope: t.Scope, schema: s, name: t.within} }

func (t tree) mismatch(n *manifest.Node, what string, s *spec.Schema) ir.Node {
	return t.found.refuse(n, "type", "this is %s where the document has %s", what, shape.Describe(s))
}

func (t tree) object(n *manifest.Node, s *spec.Schema) ir.Node {
	if s.Kind != spec.Object && s.Kind != spec.Any {
		return t.mismatch(n, "an object", s)
	}
	var members []ir.RecordMember
	ok := true
	given := map[string]bool{}
	for _, e := range n.Entries {
		given[e.Key.V] = true
		value := t.member(e, s)
		ok = ok && value != nil
		members = append(members, ir.RecordMember{Name: e.Key.V, Value: value})
	}
	for _, member := range t.more {
		if name := member.Path[0]; len(member.Path) == 1 {
			given[name] = true
			if member.Value != nil {
				members = append(members, ir.RecordMember{Name: name, Value: member.Value})
			}
		}
	}
	if !complete(t.Scope, n, "this", s, given) || !ok {
		return nil
	}
	return t.expressions.Record(t.name, members)
}

// complete reports whether all members are given that the document requires of an object, which is called what. Each that is not is a finding.
func complete(s *Scope, n *manifest.Node, what string, object *spec.Schema, given map[string]bool) bool {
	ok := true
	for _, p := range object.Properties {
		if p.Required && !p.ReadOnly && !given[p.Name] {
			s.found.ErrorAt(n, "missing-member", "%s lacks the member %s (%s), which the document requires", what, p.Name, shape.Describe(p.Schema))
			ok = false
		}
	}
	return ok
}

// memberSchema returns the schema of a member of an object, and whether that has to be there. The schema is nil if the document has no such
// member, which is a finding.
func memberSchema(s *Scope, key manifest.Value[string], object *spec.Schema) (schema *spec.Schema, required bool) {
	switch p := object.Property(key.V); {
	case p != nil && p.ReadOnly:
		s.warnReadOnly(key, key.V, p.Schema)
		return p.Schema, false
	case p != nil:
		return p.Schema, p.Required
	case object.Additional != nil:
		return object.Additional, false
	case object.Kind == spec.Any, len(object.Properties) == 0 && !object.Closed:
		return Anything, false
	}
	s.found.ErrorAt(key, "unknown-member", "the document has no member %q here%s", key.V, diag.Known(key.V, operation.MemberNames(object)))
	return nil, false
}

// member is a member of an object, which the document must know.
func (t tree) member(e *manifest.Entry, s *spec.Schema) ir.Node {
	schema, required := memberSchema(t.Scope, e.Key, s)
	if schema == nil {
		return nil
	}
	of := t
	of.within, of.more = e.Key.V, t.addedTo(e.Key.V)
	of.path += "." + e.Key.V
	value := of.value(e.Value, schema)
	if value != nil && required && value.Type().Kind == ir.Optional {
		return t.found.refuse(e.Value, "type", "this may be absent, and the document requires %s; say what stands for it, with .orValue(...)", e.Key.V)
	}
	return value
}

// addedTo is what is added to a member, and to what is in it.
func (t tree) addedTo(name string) []Added {
	var list []Added
	for _, member := range t.more {
		if len(member.Path) > 1 && member.Path[0] == name {
			list = append(list, Added{member.Path[1:], member.Value})
		}
	}
	return list
}

func (t tree) list(n *manifest.Node, s *spec.Schema) ir.Node {
	items := s.Items
	switch {
	case s.Kind == spec.Any:
		items = Anything
	case s.Kind != spec.Array:
		return t.mismatch(n, "a list", s)
	}
	var elems []ir.Node
	ok := true
	for i, item := range n.Items {
		of := t
		of.more = nil
		of.path += "[" + strconv.Itoa(i) + "]"
		value := of.value(item, items)
		if value != nil && value.Type().Kind == ir.Optional {
			t.found.ErrorAt(item, "type", "this may be absent, and an element of a list cannot be; say what stands for it, with .orValue(...)")
			ok = false
		}
		ok = ok && value != nil
		elems = append(elems, value)
	}
	if !ok {
		return nil
	}
	if why := t.slot(s).excludedElements(&ir.ListLit{Elems: elems}); why != "" {
		return t.found.refuse(n, "constraint", "%s", why)
	}
	return t.compiled.converted(t.expressions.List(elems))
}

// scalar is a scalar with expressions.
func (t tree) scalar(n *manifest.Node, s *spec.Schema) ir.Node {
	e := n.Scalar.Single()
	if e == nil {
		if s.Kind != spec.String && s.Kind != spec.Any {
			return t.mismatch(n, "text", s)
		}
		text := t.Text(n.Scalar)
		if text == nil {
			return nil
		}
		to, ok := t.slot(s).narrowed(n, text)
		if !ok {
			return nil
		}
		return to.guarded(text)
	}
	value := t.compileJSON(e, t.name)
	if value == nil {
		return nil
	}
	to, ok := t.slot(s).narrowed(e, value)
	if !ok || !to.allows(e, value) {
		return nil
	}
	return to.guarded(to.fit(e, value))
}

func (t tree) literal(n *manifest.Node, s *spec.Schema) ir.Node {
	if n.Literal == nil {
		if !anyNull(s) && s.Kind != spec.Null && (s.Kind != spec.Any || len(s.OneOf) > 0) {
			return t.mismatch(n, phrase(n), s)
		}
		return &ir.Const{T: ir.NullType}
	}
	switch to := t.slot(s); s.Kind {
	case spec.Any:
		return to.literal(n, LiteralType(n.Literal))
	case spec.String, spec.Integer, spec.Number, spec.Boolean:
		return to.literal(n, operation.ScalarType(s))
	}
	return t.mismatch(n, phrase(n), s)
}
