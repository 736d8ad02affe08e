package tool

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// goStep checks a step that calls a function.
func (c *checker) goStep(s *schedule.Step, m *manifest.Step) {
	c.around(s, m)
	s.Go = c.functionCall(m)
	s.Writes = s.Go.Function != nil && s.Go.Function.Writes
}

// functionCall checks which function a step calls, with what, and what the step does if that fails.
func (c *checker) functionCall(m *manifest.Step) *plan.GoStep {
	s := &plan.GoStep{Name: m.Name.V, Line: m.Name.Pos.Line, OnError: c.errorRules(m, nil), Timeout: m.Timeout.V}
	for _, rule := range m.OnError {
		if rule.Use != nil {
			c.found.ErrorAt(rule.Use, "contradiction", "\"use\" stands in for the answer of an upstream; what stands for the result of a function it returns itself, so write \"fail\"")
		}
		for _, status := range rule.Status {
			if status.V != "timeout" {
				c.found.ErrorAt(status, "contradiction", "a function answers no status, so it can only end with timeout here; a failure of the tool it returns itself")
			}
		}
	}
	switch s.Function = c.functions.Of(m.Go.V); {
	case s.Function == nil:
		c.found.ErrorAt(m.Go, "unknown-name", "there is no function %q%s", m.Go.V, functionHint(m.Go.V, c.functions.Names()))
		return s
	case s.Function.Signs:
		c.found.ErrorAt(m.Go, "signs", "the function %s signs requests, and is called by no step; an upstream names it, as in auth: {type: signed, sign: %s}", s.Function.Name, s.Function.Name)
		s.Function = nil
		return s
	}
	s.Args = passing{c.found, c.scope, m, m.Args, m.Go, plan.PartArgs, "argument"}.arguments(s.Function.Name, s.Function.Args)
	if s.Function.Writes {
		c.mayWrite(m.Go, s.Function.Name+" writes", "")
	}
	return s
}

// failedFunction is what expressions see of a function that failed.
var failedFunction = &expr.ErrorAnswer{Empty: true, Why: "a function that was not in time has returned nothing; read inputs, vars and other steps"}

// functionHint says which functions there are, or how one is declared.
func functionHint(name string, known []string) string {
	if len(known) == 0 {
		return "; declare it under \"functions\" of the manifest, with its args and what it returns"
	}
	return diag.Known(name, known)
}

// passing is what a step passes to a function, or gives a part.
type passing struct {
	found   *diag.List
	scope   *value.Scope
	step    *manifest.Step
	entries []*manifest.Entry
	to      manifest.Value[string] // where the step names what it calls
	under   plan.PlacePart
	noun    string // what messages call one of entries
}

// arguments checks what is passed against what is taken; taker is who does.
func (p passing) arguments(taker string, taken []*plan.FunctionArg) []plan.GoArg {
	var args []plan.GoArg
	given := map[string]*manifest.Entry{}
	names := argumentNames(taken)
	for _, e := range p.entries {
		if !slices.Contains(names, e.Key.V) {
			p.found.ErrorAt(e.Key, "unknown-name", "%s has no %s %s%s", taker, p.noun, e.Key.V, diag.Known(e.Key.V, names))
		}
		given[e.Key.V] = e
	}
	for _, arg := range taken {
		if e := given[arg.Name]; e != nil {
			if v := p.scope.Typed(e.Value, arg.Type, p.step.Name.V); v != nil {
				args = append(args, plan.GoArg{Arg: arg, Value: v, Where: p.scope.Where(placeIn(p.step, p.under, arg.Name), v)})
			}
		} else if arg.Type.Kind != ir.Optional {
			p.found.ErrorAt(p.to, "missing-argument", "%s needs the %s %s, %s; pass it under %q", taker, p.noun, arg.Name, arg.Type.Phrase(), p.under)
		}
	}
	return args
}

func argumentNames(args []*plan.FunctionArg) []string {
	return lists.Map(args, func(arg *plan.FunctionArg) string { return arg.Name })
}
