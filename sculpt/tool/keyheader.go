package tool

import (
	"net/http"
	"strings"

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

// keyHeader checks the header in which an upstream takes the key of a call.
func (c *checker) keyHeader(s *plan.Step, m *manifest.Step, op *operation.Operation) {
	if !m.Key.Set {
		return
	}
	name := m.Key.V
	switch {
	case !op.Writes():
		c.found.ErrorAt(m.Key, "idempotency", "%s is a %s, which changes nothing, and so needs no key; leave out \"idempotency\"", op.ID, op.Method)
		return
	case security.Sends(op.Upstream, spec.InHeader, name):
		c.found.ErrorAt(m.Key, "idempotency", "the header %s is sent with every call of the upstream; name the one in which it takes a key", name)
		return
	}
	p := keyParameter(m, op)
	if p == nil {
		c.keyUndeclared(m, op)
	} else if why := value.Refusal(p.Schema, keyExample); why != "" {
		c.found.ErrorAt(m.Key, "idempotency", "a key is a UUID, and none can be sent in %s: %s", p.Name, why)
	}
	s.KeyHeader = http.CanonicalHeaderKey(name)
}

// keyUndeclared reports a header that the document does not know, if it knows another one that is meant.
func (c *checker) keyUndeclared(m *manifest.Step, op *operation.Operation) {
	var headers []string
	for _, p := range op.Spec.Parameters {
		if p.In == spec.InHeader {
			headers = append(headers, p.Name)
		}
	}
	if near := diag.DidYouMean(m.Key.V, headers); near != "" {
		c.found.ErrorAt(m.Key, "unknown-parameter", "%s has no header %s%s", op.ID, m.Key.V, near)
	}
}

// keyParameter returns the parameter of an operation that takes the key of a step; nil if the document has none.
func keyParameter(m *manifest.Step, op *operation.Operation) *spec.Parameter {
	for _, p := range op.Spec.Parameters {
		if takesKey(m, p) {
			return p
		}
	}
	return nil
}

// takesKey reports whether a parameter is the header in which a step sends its key.
func takesKey(m *manifest.Step, p *spec.Parameter) bool {
	return m.Key.Set && p.In == spec.InHeader && strings.EqualFold(p.Name, m.Key.V)
}

// badKey reports whether a step says that it sends a key, and not well in which header.
func badKey(m *manifest.Step) bool { return m.Key.Pos != (diag.Position{}) && !m.Key.Set }
