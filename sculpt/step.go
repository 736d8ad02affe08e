package sculpt

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// checkStep checks a step: what it passes, what it expects, what it does when the call fails.
func (t *toolChecker) checkStep(s *step) {
	m := s.manifest
	where := "steps." + m.Name.V + "."
	s.plan = &plan.Step{Name: m.Name.V, Line: m.Name.Pos.Line}
	s.require = t.conditions(where+"require", "", m.Require)
	s.expect = t.conditions(where+"expect", m.Name.V, m.Expect)
	s.plan.OnError = t.errorRules(s)
	if m.Timeout.Set {
		t.planned(m.Timeout.Pos, m.Timeout.Length, "timeout")
	}
	if m.Retry != nil {
		t.planned(m.Retry.Pos, 0, "retry")
	}
	if s.op == nil {
		return
	}
	s.plan.Call = s.op.plan
	t.in("")
	t.arguments(s)
	t.body(s)
	if writes(s.op.plan.Method) && !t.tool.Writes.V {
		t.errorf(m.Call, "writes", "%s is a %s, which can change something; say \"writes: true\" in the tool %s if that is meant",
			s.op.plan.ID, s.op.plan.Method, t.tool.Name.V)
	}
}

// planned refuses a key of a step whose form is right and which this release does not know.
func (t *toolChecker) planned(pos diag.Position, length int, key string) {
	t.list.Errorf(pos, length, "not-implemented", "%q of a step is not implemented yet in this release; set it for the upstream", key)
}

func (t *toolChecker) errorRules(s *step) []plan.ErrorRule {
	var rules []plan.ErrorRule
	place := entryNames("steps." + s.manifest.Name.V + ".on_error")
	for _, m := range s.manifest.OnError {
		t.in("")
		t.failsWith(m.Fail)
		rule := plan.ErrorRule{Fail: m.Fail.V, Where: plan.Where{Name: place(m.Fail.V)}}
		for _, status := range m.Status {
			rule.Causes = append(rule.Causes, cause(status.V))
		}
		if m.Detail != nil {
			if rule.Detail = t.template(m.Detail); rule.Detail == nil {
				continue
			}
			rule.Where.Answers = t.readsAnswers(rule.Detail)
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

// checkVars checks the vars, each after those that it names.
func (t *toolChecker) checkVars() {
	for _, m := range t.tool.Vars {
		v := &variable{manifest: m}
		t.vars[m.Name.V] = v
		if m.Value == nil {
			continue
		}
		for _, p := range m.Value.Parts {
			if p.Expr != nil {
				v.names = append(v.names, t.compiler.References(p.Expr.Text).Vars...)
			}
		}
	}
	state := map[string]progress{}
	for _, m := range t.tool.Vars {
		t.checkVar(m.Name.V, state, nil)
	}
}

// progress says how far a walk over things that need each other has come with one of them.
type progress int

const (
	untouched progress = iota
	underway
	done
)

// checkVar checks a var after those that it names. path leads to it.
func (t *toolChecker) checkVar(name string, state map[string]progress, path []string) {
	v, ok := t.vars[name]
	if !ok || state[name] == done || v.manifest.Value == nil {
		return
	}
	path = append(path, name)
	if state[name] == underway {
		t.errorf(v.manifest.Name, "cycle", "the var %s depends on itself: %s", name, cycle(path))
		return
	}
	state[name] = underway
	for _, other := range v.names {
		t.checkVar(other, state, path)
	}
	state[name] = done
	t.in("")
	n := t.untyped(v.manifest.Value)
	if n == nil {
		return
	}
	t.scope.Define(name, n)
	v.plan = &plan.Var{Name: name, Value: n, Where: plan.Where{Name: "vars." + name, Answers: t.readsAnswers(n)}}
}

// untyped is the value of a scalar in the type that it has.
func (t *toolChecker) untyped(value *manifest.Template) ir.Node {
	if e := value.Single(); e != nil {
		return t.compile(e)
	}
	return t.text(value)
}
