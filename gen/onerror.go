package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// rulePrinter prints what a rule of on_error makes of the error of a step.
type rulePrinter struct {
	block
	rule      plan.ErrorRule
	reads     plan.ProblemReads
	variables plan.Variables // of the step
}

// errorRules adds what the rules of a step make of its error.
func (b block) errorRules(rules []plan.ErrorRule, v plan.Variables) {
	for i, rule := range rules {
		rulePrinter{b, rule, v.Rules[i], v}.print()
	}
}

// print adds
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
func (p rulePrinter) print() {
	p.failIn(p.rule.Where)
	p.body.Add(jen.If(p.causes(p.rule.Causes)).Block(p.inside(func(inner block) {
		p.problem(inner.body)
		if p.rule.That == nil {
			p.ends(inner)
			return
		}
		inner.body.IfHolds(p.rule.That, func(then *goexpr.Body) {
			inner.body = then
			p.ends(inner)
		})
	})...))
}

// ends adds what the rule does: it ends the tool with a failure, or lets the step go on with a value in the place of its answer.
func (p rulePrinter) ends(b block) {
	if p.rule.Fail != "" {
		b.fails(p.rule.Fail, p.rule.Detail)
		return
	}
	if list := p.variables.Binding(plan.PageList); list.Use != plan.Unread {
		b.body.Add(p.id(list.Local).Dot("Lack").Call())
	}
	if meta := p.variables.Binding(plan.AnswerMeta); meta.Use != plan.Unread && !p.rule.IsRedirect() {
		b.body.Add(p.code("$1 = upstream.Answer{Status: $2}", p.id(meta.Local), p.status()))
	}
	body := p.variables.Body()
	if body.Use == plan.Unread {
		b.body.Add(jen.Err().Op("=").Nil())
		return
	}
	b.body.AssignWith(p.id(body.Local), p.rule.Use)
}

// status returns the status of the error answer, 0 if there was none: int64(nact.Status(err)).
func (p rulePrinter) status() *jen.Statement {
	return p.code("int64(nact.Status(err))")
}

// problem adds variables for what expressions of the rule read of the error answer. They come first, since what follows may assign err.
func (p rulePrinter) problem(body *goexpr.Body) {
	parts := map[string]*jen.Statement{}
	if meta := p.variables.Binding(plan.AnswerMeta); meta.Use != plan.Unread {
		parts["headers"] = p.id(meta.Local).Dot("Headers").Call()
	}
	define := func(part, hint string, value *jen.Statement) {
		parts[part] = jen.Id(body.Name(hint))
		body.Add(parts[part].Clone().Op(":=").Add(value))
	}
	if p.reads.Status {
		define("status", "status", p.status())
	}
	if p.reads.Body {
		define("body", "problem", p.errorBody())
	}
	body.ReadProblem(parts)
}

func (p rulePrinter) errorBody() *jen.Statement {
	if t := p.rule.Answer.Type; t.ByValue() {
		return p.code("upstream.ProblemOf(err, (*$1).decode)", p.names.Struct(t.Object))
	}
	return p.code("upstream.AnyProblem(err)")
}

// causes returns the condition that err has one of causes.
func (p *pkg) causes(causes []plan.Cause) *jen.Statement {
	cond := p.cause(causes[0])
	for _, c := range causes[1:] {
		cond.Op("||").Add(p.cause(c))
	}
	return cond
}

// ofWord are the functions of package nact that report whether an error has a cause without a status.
var ofWord = map[plan.CauseWord]string{
	plan.Unreachable: "IsUnreachable", plan.Timeout: "IsTimeout", plan.Interrupted: "IsInterrupted", plan.Malformed: "IsMalformed",
	plan.TooLarge: "IsTooLarge", plan.AnyCause: "IsCallFailed",
}

func (p *pkg) cause(c plan.Cause) *jen.Statement {
	switch {
	case c.Word != "":
		return p.runtime.Nact(ofWord[c.Word]).Call(jen.Err())
	case c.Class != 0:
		return p.code("nact.Status(err)/100 == $1", c.Class)
	}
	return p.code("nact.Status(err) == $1", c.Status)
}
