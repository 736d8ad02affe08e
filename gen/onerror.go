package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// errorRule adds what a step's failure means to the tool:
//
//	if nact.Status(err) == 409 {
//		problem := upstream.ProblemOf(err, (*clinicProblem).decode)
//		if problem.Code.Has && problem.Code.Value == "TAKEN" {
//			return out, nact.Fail("TAKEN", problem.Title.Or(""))
//		}
//	}
//	if nact.Status(err)/100 == 5 {
//		notice, err = &messagesSend{Sent: nact.Some(false)}, nil
//	}
func (p *runPrinter) errorRule(step string, r plan.ErrorRule) {
	p.failIn(r.Where)
	p.body.Add(jen.If(p.causes(r.Causes)).Block(p.body.Inner(func(inner *goexpr.Body) {
		rule := p.within(inner)
		rule.problem(step, r)
		if r.That == nil {
			rule.ends(step, r)
			return
		}
		inner.IfHolds(r.That, func(then *goexpr.Body) { p.within(then).ends(step, r) })
	})...))
}

// ends adds what a rule makes of an error.
func (p *runPrinter) ends(step string, r plan.ErrorRule) {
	if r.Fail != "" {
		p.fails(r.Fail, r.Detail)
		return
	}
	if pages := p.roots.Pages[step]; pages != "" {
		p.body.Add(jen.Id(pages).Dot("Lack").Call())
	}
	if meta := (read{ir.StatusRoot, step}); (p.reads[meta] > 0 || p.taken[meta]) && !r.IsRedirect() {
		answer := p.runtime.Upstream("Answer").Values(gocode.Keyed("Status", jen.Int64().Call(p.runtime.Nact("Status").Call(jen.Err()))))
		p.body.Add(jen.Id(p.roots.Metas[step]).Op("=").Add(answer))
	}
	if body := (read{ir.BodyRoot, step}); p.reads[body] == 0 && !p.taken[body] {
		p.body.Add(jen.Err().Op("=").Nil())
		return
	}
	p.body.AssignWith(jen.Id(p.roots.Bodies[step]), r.Use)
}

// answered adds what is only done with an answer:
//
//	if noticeAnswered {
//		...
//	}
func (p *runPrinter) answered(a *plan.Answered) {
	p.body.Add(jen.If(jen.Id(p.expected[a.Step.Name])).Block(p.body.Inner(func(inner *goexpr.Body) {
		p.within(inner).actions(a.Actions)
	})...))
}

// problem adds the variables of what expressions of a rule read of the answer to the error. They stand before anything that has an
// error of its own.
func (p *runPrinter) problem(step string, r plan.ErrorRule) {
	p.roots.Problem["headers"] = jen.Id(p.roots.Metas[step]).Dot("Headers").Call()
	reads := readsOf(r.Expressions)
	define := func(part, name string, value *jen.Statement) {
		if reads[read{ir.ProblemRoot, part}] > 0 {
			variable := jen.Id(p.body.Name(name))
			p.roots.Problem[part] = variable
			p.body.Add(variable.Clone().Op(":=").Add(value))
		}
	}
	define("status", "status", jen.Int64().Call(p.runtime.Nact("Status").Call(jen.Err())))
	switch {
	case r.Answer == nil:
	case r.Answer.Type.ByValue():
		decode := jen.Parens(jen.Op("*").Id(p.names.Struct(r.Answer.Type.Object))).Dot("decode")
		define("body", "problem", p.runtime.Upstream("ProblemOf").Call(jen.Err(), decode))
	default:
		define("body", "problem", p.runtime.Upstream("AnyProblem").Call(jen.Err()))
	}
}

// causes returns the condition that err has one of causes.
func (p *runPrinter) causes(causes []plan.Cause) *jen.Statement {
	cond := p.cause(causes[0])
	for _, c := range causes[1:] {
		cond.Op("||").Add(p.cause(c))
	}
	return cond
}

// cause returns the condition that err has that cause.
func (p *runPrinter) cause(c plan.Cause) *jen.Statement {
	switch {
	case c.Unreachable:
		return p.runtime.Nact("IsUnreachable").Call(jen.Err())
	case c.Timeout:
		return p.runtime.Nact("IsTimeout").Call(jen.Err())
	case c.Class != 0:
		return p.runtime.Nact("Status").Call(jen.Err()).Op("/").Lit(100).Op("==").Lit(c.Class)
	}
	return p.runtime.Nact("Status").Call(jen.Err()).Op("==").Lit(c.Status)
}
