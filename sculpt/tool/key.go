package tool

import (
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// keyExample is a key as services send them: a UUID of version 8.
const keyExample = "4a9d2c31-0f6e-8b57-9c12-5de07a3b8f64"

// key checks where an upstream takes the key of a call, and returns the member of the body that it is, if it is one.
func (c *checker) key(s *plan.Step, m *manifest.Step, op *operation.Operation) []value.Added {
	if !m.Key.Set {
		return nil
	}
	if !op.Writes() {
		c.found.ErrorAt(m.Key, "idempotency", "%s is %s, which changes nothing, and so needs no key; leave out \"idempotency\"", op.ID, op.Phrase())
		return nil
	}
	name := m.Key.V
	s.Key = plan.Key{In: plan.KeyPlace(m.Key.In), Name: name}
	if s.Key.In == plan.KeyInBody {
		return keyChecker{m, op, c.found}.member()
	}
	if s.Key.In == plan.KeyInHeader {
		s.Key.Name = http.CanonicalHeaderKey(name)
	}
	in := spec.Location(m.Key.In)
	if security.Sends(op.Operation, in, name) {
		c.found.ErrorAt(m.Key, "idempotency", "the %s %s is sent with every call of the upstream; name the one in which it takes a key", keyNoun(m.Key.In), name)
		return nil
	}
	p := lists.Find(op.Spec.Parameters, func(p *spec.Parameter) bool { return takesKey(m, p) })
	if p == nil { // the document does not have it
		keyChecker{m, op, c.found}.undeclared(in)
	} else {
		keyChecker{m, op, c.found}.fits(p.Name, p.Schema)
	}
	return nil
}

// keyNoun is what the header or the parameter of the query that has a key is called in messages.
func keyNoun(in string) string {
	if in == string(plan.KeyInQuery) {
		return "parameter"
	}
	return "header"
}

// keyChecker checks the place of the key that a step sends with an operation.
type keyChecker struct {
	m     *manifest.Step
	op    *operation.Operation
	found *diag.List
}

// fits checks that a key can be what the document has for its place.
func (c keyChecker) fits(name string, schema *spec.Schema) {
	if why := value.Refusal(schema, keyExample); why != "" {
		c.found.ErrorAt(c.m.Key, "idempotency", "a key is a UUID, and none can be sent in %s: %s", name, why)
	}
}

// undeclared reports a header or a parameter that the document does not know, if it knows another one that is meant.
func (c keyChecker) undeclared(in spec.Location) {
	var known []string
	for _, p := range c.op.Spec.Parameters {
		if p.In == in {
			known = append(known, p.Name)
		}
	}
	if near := diag.DidYouMean(c.m.Key.V, known); near != "" {
		c.found.ErrorAt(c.m.Key, "unknown-parameter", "%s has no %s %s%s", c.op.ID, keyNoun(c.m.Key.In), c.m.Key.V, near)
	}
}

// member checks the member of the body in which an upstream takes a key. It is one of the body itself, which the step writes out without it.
func (c keyChecker) member() []value.Added {
	name := c.m.Key.V
	switch {
	case c.op.Spec.Body == nil:
		c.found.ErrorAt(c.m.Key, "unknown-body", "%s takes no body, and so no key in it; name a header or a parameter of the query", c.op.ID)
		return nil
	case c.m.Body == nil || c.m.Body.Kind != manifest.Map:
		if c.m.Body == nil || c.m.Body.Kind != manifest.Wrong {
			c.found.ErrorAt(c.m.Key, "idempotency", "a member of the body has the key: write the body out under \"body\", as a mapping without %s; {} if it has nothing else", name)
		}
		return nil
	case c.op.BodyMedia() == nil:
		return nil // reported where the body is
	case c.op.BodyForm == plan.PartsBody || c.op.BodyForm == plan.RawBody:
		c.found.ErrorAt(c.m.Key, "idempotency", "the body of %s is %s; a member has the key in JSON and in forms", c.op.ID, c.op.BodyType)
		return nil
	}
	if written := lists.Find(c.m.Body.Entries, func(e *manifest.Entry) bool { return e.Key.V == name }); written != nil {
		c.found.ErrorAt(written.Key, "conflicting-keys", "the member %s is sent by \"idempotency\" already; leave it out here", name)
		return nil
	}
	schema := c.op.BodyMedia().Schema
	property, open := keyProperty(schema, name)
	switch {
	case property != nil:
		c.fits(name, property.Schema)
	case !open:
		c.found.ErrorAt(c.m.Key, "unknown-member", "the body of %s has no member %q%s", c.op.ID, name, diag.Known(name, operation.MemberNames(schema)))
		return nil
	}
	return []value.Added{{Path: []string{name}}}
}

// keyProperty is what the document says of a member of a body, or of a branch of it; nil if it says nothing. open says that there can be one all the
// same.
func keyProperty(body *spec.Schema, name string) (p *spec.Property, open bool) {
	for _, s := range body.Alternatives() {
		if p := s.Property(name); p != nil {
			return p, true
		}
		open = open || s.Additional != nil || s.Kind == spec.Any || len(s.Properties) == 0 && !s.Closed
	}
	return nil, open
}

// takesKey reports whether a parameter is the one in which a step sends its key.
func takesKey(m *manifest.Step, p *spec.Parameter) bool {
	switch {
	case !m.Key.Set || string(p.In) != m.Key.In:
		return false
	case p.In == spec.InHeader:
		return strings.EqualFold(p.Name, m.Key.V)
	}
	return p.Name == m.Key.V
}

// badKey reports whether the place of the key was written wrongly, which has been reported.
func badKey(m *manifest.Step) bool { return m.Key.Pos != (diag.Position{}) && !m.Key.Set }
