package tool

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/value"
)

// errorRules checks on_error of a step, which calls op; that is nil if it could not be found, or the step calls a function.
func (c *checker) errorRules(s *manifest.Step, op *operation.Operation) []plan.ErrorRule {
	var rules []plan.ErrorRule
	name := entryNames()
	for _, m := range s.OnError {
		c.failure(m.Fail)
		end := m.Fail.V
		if m.Use != nil {
			end = "use"
		}
		if rule, ok := c.errorRule(placeIn(s, plan.PartOnError, name(end)), s, m, op); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

// errorRule checks the rule at a place; ok is false if anything about its expressions is wrong.
func (c *checker) errorRule(place plan.Place, s *manifest.Step, m *manifest.OnError, op *operation.Operation) (r plan.ErrorRule, ok bool) {
	r.Fail = m.Fail.V
	r.Causes = causes(m.Status)
	answer, this := errorAnswer(r.Causes, op)
	if s.Go.Set {
		answer, this = nil, failedFunction
	}
	scope := c.shown.OfError(s.Name.V, this)
	if m.That != nil {
		r.That = scope.Condition(m.That)
	}
	if m.Detail != nil {
		r.Detail = scope.Template(m.Detail)
	}
	if m.That != nil && r.That == nil || m.Detail != nil && r.Detail == nil {
		return r, false
	}
	if m.Use != nil && !c.standIn(&r, m.Use, scope, op) {
		return r, false
	}
	r.Where = scope.Where(place, r.That, r.Detail, r.Use)
	if reads.Any(reads.Roots(r.That, r.Detail, r.Use), func(root *ir.Root) bool { return root.Kind == ir.ProblemRoot && root.Part == "body" }) {
		r.Answer = answer
	}
	return r, true
}

// standIn checks what stands in for the body of an answer.
func (c *checker) standIn(r *plan.ErrorRule, n *manifest.Node, scope *value.Scope, op *operation.Operation) bool {
	switch {
	case op == nil:
		return false
	case op.Body == nil && (n.Kind != manifest.Map || len(n.Entries) > 0):
		c.found.ErrorAt(n, "type", "%s answers no body, so that nothing stands in for it; write use: {}", op.ID)
		return false
	case op.Body == nil:
		return true
	}
	switch use := standIn(n, op, scope); {
	case use == nil:
		return false
	case op.Bodiless && use.Type().Kind != ir.Optional:
		r.Use = &ir.Some{X: use}
	default:
		r.Use = use
	}
	c.standIns[r.Use] = n
	return true
}

// standIn is what stands in for the body of an answer: null, where the answer may have none, for that. It is nil if that is wrong, which
// has been reported.
func standIn(n *manifest.Node, op *operation.Operation, scope *value.Scope) ir.Node {
	if op.Bodiless && n.Kind == manifest.Scalar && n.IsLiteral() && n.Literal == nil && !op.Body.Nullable {
		return &ir.None{T: op.Read()}
	}
	return scope.StandIn(n, op.Body)
}

// errorAnswer returns the answer that a rule with these causes is about, nil if its body cannot be read, and what expressions see of it.
func errorAnswer(causes []plan.Cause, op *operation.Operation) (*plan.Answer, *expr.ErrorAnswer) {
	if i := slices.IndexFunc(causes, func(c plan.Cause) bool { return c.Word != "" }); i >= 0 {
		return nil, &expr.ErrorAnswer{Empty: true, Why: "a call that ends with " + causes[i].String() + " has no answer to read: " +
			"this stands in rules for statuses alone; split the rule"}
	}
	if op == nil || len(causes) == 0 {
		return nil, &expr.ErrorAnswer{Body: ir.DynType}
	}
	answer, why := op.Problem(causes)
	if answer == nil {
		return nil, &expr.ErrorAnswer{Why: why}
	}
	return answer, &expr.ErrorAnswer{Body: answer.Type}
}

// causes are what a manifest lists of ways in which a call ends badly.
func causes(written []manifest.Value[string]) []plan.Cause {
	return lists.Map(written, func(v manifest.Value[string]) plan.Cause { return plan.CauseOf(v.V) })
}
