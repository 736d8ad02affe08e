package tool

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// arguments checks what a step passes against the operation's parameters.
func (c *checker) arguments(m *manifest.Step, op *operation.Operation) []plan.Arg {
	var args []plan.Arg
	passed := map[*spec.Parameter]bool{}
	for _, e := range m.With {
		switch p := parameter(op, e.Key, c.found); {
		case p == nil:
		case passed[p]:
			c.found.ErrorAt(e.Key, "duplicate-key", "the parameter %s is passed twice", p.Name)
		case takesKey(m, p):
			c.found.ErrorAt(e.Key, "conflicting-keys", "the %s %s is sent by \"idempotency\" already; leave it out here", keyNoun(string(p.In)), p.Name)
		case p.In == spec.InQuery && op.Upstream.Queries(p.Name):
			c.found.ErrorAt(e.Key, "conflicting-keys", "the query parameter %s is sent with every call of the upstream %s, by its \"query\"; leave it out here, or there and pass it in each step", p.Name, op.Upstream.Name)
		case byClient(p):
			c.found.ErrorAt(e.Key, "header", "the header %s is the HTTP client's own; leave it out", p.Name)
		default:
			passed[p] = true
			param := op.Param(p)
			if v := c.scope.Argument(e.Value, p, param.Type); v != nil {
				args = append(args, plan.Arg{Param: param, Value: v, Where: c.scope.Where(placeIn(m, plan.PartWith, e.Key.V), v)})
			}
		}
	}
	keys := m.Passed()
	for _, p := range op.Spec.Parameters {
		if p.Required && !passes(keys, op, p) && !takesKey(m, p) && !byClient(p) && !security.Sends(op.Operation, p.In, p.Name) {
			c.missingParameter(m, op, p)
		}
	}
	return args
}

// byClient reports whether a parameter is a header that the HTTP client sends by itself.
func byClient(p *spec.Parameter) bool { return p.In == spec.InHeader && operation.Managed(p.Name) }

// missingParameter reports a parameter that has to be passed.
func (c *checker) missingParameter(m *manifest.Step, op *operation.Operation, p *spec.Parameter) {
	how := "pass it under \"with\""
	switch isKey := p == op.KeyParameter(); {
	case isKey && badKey(m):
		return
	case isKey:
		how = fmt.Sprintf("have it sent by idempotency: {%s: %s}", p.In, p.Name)
	}
	c.found.ErrorAt(m.Call, "missing-parameter", "%s needs the %s parameter %s (%s); %s", op.ID, p.In, p.Name, shape.Describe(p.Schema), how)
}

// parameter finds the parameter of an operation that a key names, or reports why there is none.
func parameter(op *operation.Operation, key manifest.Value[string], found *diag.List) *spec.Parameter {
	named := op.Parameters(key.V)
	switch len(named) {
	case 0:
		found.ErrorAt(key, "unknown-parameter", "%s has no parameter %q%s", op.ID, key.V, diag.Known(key.V, op.ParameterNames()))
		return nil
	case 1:
		return named[0]
	}
	found.ErrorAt(key, "ambiguous-parameter", "%s has a %s and a %s parameter %s; write %s.%s or %s.%s",
		op.ID, named[0].In, named[1].In, key.V, named[0].In, key.V, named[1].In, key.V)
	return nil
}

// passes reports whether one of these keys of a step passes a parameter.
func passes(keys []manifest.Value[string], op *operation.Operation, p *spec.Parameter) bool {
	return slices.ContainsFunc(keys, func(key manifest.Value[string]) bool { return op.Names(key.V, p) })
}

// body checks the body that a step sends, with the members more beside those that are written, and sets s.Body, s.BodyWhere and s.Places.
// s.Body stays nil if the step sends none, or a wrong one.
func (c *checker) body(s *plan.Step, m *manifest.Step, op *operation.Operation, more []value.Added) {
	n, body := m.Body, op.Spec.Body
	switch {
	case n == nil && body != nil && body.Required:
		c.found.ErrorAt(m.Call, "missing-body", "%s needs a body; give it under \"body\"", op.ID)
		return
	case n == nil:
		return
	case body == nil || op.BodyMedia() == nil:
		c.found.ErrorAt(n, "unknown-body", "%s takes no body", op.ID)
		return
	}
	s.Body = c.bodyValue(n, op, m.Name.V+"_body", more)
	if s.Body == nil {
		return
	}
	if s.Body.Type().Kind == ir.Optional {
		c.found.ErrorAt(n, "type", "this may be absent, and a body is sent with every call; say what stands for it, with .orValue(...)")
	}
	s.BodyWhere = c.scope.Where(placeIn(m, plan.PartBody, ""), s.Body)
	ir.Walk(s.Body, func(n ir.Node) {
		if placed, ok := n.(*ir.Placed); ok {
			s.Places = append(s.Places, c.scope.Where(placeIn(m, plan.PartBody, placed.Place), placed.X))
		}
	})
}

// bodyValue is the value of a body, in the form in which it is sent. nil: it is wrong.
func (c *checker) bodyValue(n *manifest.Node, op *operation.Operation, name string, more []value.Added) ir.Node {
	switch op.BodyForm {
	case plan.FormBody:
		return c.scope.Form(n, op, name, more...)
	case plan.PartsBody:
		return c.scope.Multipart(n, op, name)
	case plan.RawBody:
		return c.scope.Raw(n, op.BodyMedia())
	}
	return c.scope.Body(n, op.BodyMedia().Schema, name, more...)
}
