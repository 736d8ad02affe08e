package tool

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// errorRules checks on_error of a step.
func (c *checker) errorRules(s *manifest.Step) []plan.ErrorRule {
	var rules []plan.ErrorRule
	place := entryNames("steps." + s.Name.V + ".on_error")
	for _, m := range s.OnError {
		c.failure(m.Fail)
		rule := plan.ErrorRule{Fail: m.Fail.V, Where: plan.Where{Name: place(m.Fail.V)}}
		for _, status := range m.Status {
			rule.Causes = append(rule.Causes, cause(status.V))
		}
		if m.Detail != nil {
			if rule.Detail = c.shown.Template(m.Detail); rule.Detail == nil {
				continue
			}
			rule.Where = c.scope.Where(rule.Where.Name, rule.Detail)
		}
		rules = append(rules, rule)
	}
	return rules
}

// cause reads one status of on_error, whose form the manifest's reader has checked.
func cause(s string) plan.Cause {
	switch s {
	case "unreachable":
		return plan.Cause{Unreachable: true}
	case "timeout":
		return plan.Cause{Timeout: true}
	case "4xx", "5xx":
		return plan.Cause{Class: int(s[0] - '0')}
	}
	status, err := strconv.Atoi(s)
	if err != nil {
		return plan.Cause{}
	}
	return plan.Cause{Status: status}
}
