package tool

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// arguments checks what a step passes against the operation's parameters.
func (c *checker) arguments(m *manifest.Step, op *operation.Operation) []plan.Arg {
	var args []plan.Arg
	passed := map[*spec.Parameter]bool{}
	for _, e := range m.With {
		p := parameter(op, e.Key, c.found)
		if p == nil {
			continue
		}
		if passed[p] {
			c.found.ErrorAt(e.Key, "duplicate-key", "the parameter %s is passed twice", p.Name)
			continue
		}
		if takesKey(m, p) {
			c.found.ErrorAt(e.Key, "conflicting-keys", "the header %s is sent by \"idempotency\" already; leave it out here", p.Name)
			continue
		}
		if byClient(p) {
			c.found.ErrorAt(e.Key, "header", "the header %s is the HTTP client's own; leave it out", p.Name)
			continue
		}
		passed[p] = true
		arg := plan.Arg{Param: op.Param(p)}
		if arg.Value = c.scope.Argument(e.Value, p, arg.Param.Type); arg.Value == nil {
			continue
		}
		arg.Where = c.scope.Where(placeIn(m, plan.PartWith, e.Key.V), arg.Value)
		args = append(args, arg)
	}
	for _, p := range op.Spec.Parameters {
		if p.Required && !passes(m, op, p) && !takesKey(m, p) && !byClient(p) && !security.Sends(op.Upstream, p.In, p.Name) {
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
		how = fmt.Sprintf("have it sent by idempotency: {header: %s}", p.Name)
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

// passes reports whether a step passes a parameter.
func passes(m *manifest.Step, op *operation.Operation, p *spec.Parameter) bool {
	return slices.ContainsFunc(m.Passed(), func(key manifest.Value[string]) bool {
		named := op.Parameters(key.V)
		return len(named) == 1 && named[0] == p
	})
}
