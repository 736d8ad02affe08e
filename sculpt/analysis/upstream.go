package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// analyzeUpstream returns an upstream with the expressions of its headers and credentials prepared, and notes which operations
// take the place of its own.
func analyzeUpstream(u *plan.Upstream, answers answers, operations map[*plan.Operation]*plan.Operation) *plan.Upstream {
	analyzed := *u
	analyzed.Operations = make([]*plan.Operation, len(u.Operations))
	for i, op := range u.Operations {
		own := *op
		own.Upstream = &analyzed
		analyzed.Operations[i], operations[op] = &own, &own
	}
	b := newBody(answers)
	analyzed.Headers = make([]plan.Header, len(u.Headers))
	for i, h := range u.Headers {
		h.Value = b.expression(h.Value, plan.Place{Section: plan.InHeaders, Name: h.Name})
		analyzed.Headers[i] = h
	}
	analyzed.Auth = make([]plan.Credential, len(u.Auth))
	for i, c := range u.Auth {
		values := make([]ir.Node, len(c.Values))
		for j, v := range c.Values {
			values[j] = b.expression(v, c.Place(j))
		}
		c.Values = values
		analyzed.Auth[i] = c
	}
	analyzed.Functions = b.outliner.functions
	return &analyzed
}
