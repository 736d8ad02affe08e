package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// step emits the call of a step, and what its failure means:
//
//	point, err := s.weather.point(ctx, weatherPointParams{Latitude: latitude, Longitude: longitude})
//	if nact.Status(err) == 404 {
//		return out, nact.Fail("CITY_NOT_FOUND", ...)
//	}
//	if err != nil {
//		return out, nact.StepError("point", err)
//	}
func (fl *flow) step(s *plan.Step) {
	g := fl.g
	arguments := []jen.Code{jen.Id("ctx")}
	if len(s.Call.Params) > 0 {
		arguments = append(arguments, fl.params(s))
	}
	if s.Call.HasBody {
		arguments = append(arguments, fl.body(s))
	}
	call := jen.Id("s").Dot(g.names.Upstream(s.Call.Upstream).Field).Dot(g.names.Operation(s.Call).Method).Call(arguments...)
	if len(fl.block.stmts) > 0 {
		fl.block.add(jen.Line())
	}
	fl.block.add(fl.receive(s, call))
	for _, rule := range s.OnError {
		fl.errorRule(rule)
	}
	fl.block.add(jen.If(jen.Err().Op("!=").Nil()).Block(
		jen.Return(jen.Id("out"), g.runtime.Nact("StepError").Call(gocode.Lit(s.Name), jen.Err()))))
}

// receive returns the assignment of what a call returns to those variables that an expression reads.
func (fl *flow) receive(s *plan.Step, call *jen.Statement) *jen.Statement {
	var targets []jen.Code
	fresh := false
	variable := func(k rootKey) {
		if !fl.reads(k) {
			targets = append(targets, jen.Id("_"))
			return
		}
		targets = append(targets, jen.Id(fl.locals[k]))
		fresh = true
	}
	body, meta := rootKey{ir.BodyRoot, s.Name}, rootKey{ir.StatusRoot, s.Name}
	if s.Call.Answer != nil {
		fl.types[body] = s.Call.Answer.Type
		variable(body)
	}
	if s.Call.Meta {
		variable(meta)
	}
	op := "="
	if fresh {
		op = ":="
	}
	return jen.List(append(targets, jen.Err())...).Op(op).Add(call)
}

// reads reports whether some expression of the tool reads a variable.
func (fl *flow) reads(k rootKey) bool {
	found := false
	fl.tool.Expressions(func(n ir.Node) {
		keys, _, _ := roots(n)
		for _, read := range keys {
			found = found || read == k
		}
	})
	return found
}

// params returns the struct of a step's parameters.
func (fl *flow) params(s *plan.Step) *jen.Statement {
	g := fl.g
	fields := make([]jen.Code, len(s.Args))
	for i, arg := range s.Args {
		fl.failIn(arg.Where)
		v := fl.value(arg.Value, arg.Where)
		code := v.pointer()
		if arg.Param.Optional && arg.Value.Type().Kind != ir.Optional {
			code = g.runtime.Nact("Some").Call(v.typed(arg.Value.Type()))
		}
		fields[i] = gocode.Keyed(g.names.Operation(s.Call).Fields[arg.Param], code)
	}
	return jen.Id(g.names.Operation(s.Call).Params).Add(gocode.Fitted(fields))
}

// body returns the body that a step sends, or nil where this step sends none.
func (fl *flow) body(s *plan.Step) *jen.Statement {
	if s.Body == nil {
		return jen.Nil()
	}
	fl.failIn(s.BodyWhere)
	v := fl.value(s.Body, s.BodyWhere)
	return v.pointer()
}

// errorRule emits what a step's failure means to the tool.
func (fl *flow) errorRule(r plan.ErrorRule) {
	fl.failIn(r.Where)
	var cond *jen.Statement
	for _, c := range r.Causes {
		one := fl.cause(c)
		if cond == nil {
			cond = one
			continue
		}
		cond = cond.Op("||").Add(one)
	}
	inner := fl.block.within(func(b *block) { fl.fails(b, r.Fail, r.Detail, r.Where) })
	fl.block.add(jen.If(cond).Block(inner.stmts...))
}

// cause returns the condition that err has that cause.
func (fl *flow) cause(c plan.Cause) *jen.Statement {
	g := fl.g
	switch {
	case c.Unreachable:
		return g.runtime.Nact("IsUnreachable").Call(jen.Err())
	case c.Timeout:
		return g.runtime.Nact("IsTimeout").Call(jen.Err())
	case c.Class != 0:
		return g.runtime.Nact("Status").Call(jen.Err()).Op("/").Lit(100).Op("==").Lit(c.Class)
	}
	return g.runtime.Nact("Status").Call(jen.Err()).Op("==").Lit(c.Status)
}
