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
	s.Args = c.functionArgs(m, s.Function)
	if s.Function.Writes && !c.tool.Writes.V {
		c.found.ErrorAt(m.Go, "writes", "%s writes; say \"writes: true\" in the tool %s if that is meant", s.Function.Name, c.tool.Name.V)
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

// functionArgs checks what a step passes against the arguments of the function.
func (c *checker) functionArgs(m *manifest.Step, f *plan.Function) []plan.GoArg {
	var args []plan.GoArg
	given := map[string]*manifest.Entry{}
	names := argumentNames(f)
	for _, e := range m.Args {
		if !slices.Contains(names, e.Key.V) {
			c.found.ErrorAt(e.Key, "unknown-name", "%s has no argument %s%s", f.Name, e.Key.V, diag.Known(e.Key.V, names))
		}
		given[e.Key.V] = e
	}
	for _, arg := range f.Args {
		if e := given[arg.Name]; e != nil {
			if v := c.scope.Typed(e.Value, arg.Type, m.Name.V); v != nil {
				args = append(args, plan.GoArg{Arg: arg, Value: v, Where: c.scope.Where(placeIn(m, plan.PartArgs, arg.Name), v)})
			}
		} else if arg.Type.Kind != ir.Optional {
			c.found.ErrorAt(m.Go, "missing-argument", "%s needs the argument %s, %s; pass it under \"args\"", f.Name, arg.Name, arg.Type.Phrase())
		}
	}
	return args
}

func argumentNames(f *plan.Function) []string {
	return lists.Map(f.Args, func(arg *plan.FunctionArg) string { return arg.Name })
}
