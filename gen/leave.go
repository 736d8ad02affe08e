package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// leaving is how a loop leaves an element out for which the part that it uses has failed.
type leaving struct {
	count      *jen.Statement    // the variable that counts them; nil: nothing reads how many they are
	assignment string            // what gives that its value
	then       func() []jen.Code // the statements that leave the element out
}

// leaving returns how the loop leaves elements out; nil if it leaves none out.
func (p eachPrinter) leaving() *leaving {
	if len(p.each.LeaveOut()) == 0 {
		return nil
	}
	l := &leaving{}
	if of := p.variables.Binding(plan.LeftOut); of.Use != plan.Unread {
		l.count, l.assignment = p.id(of.Local), assignment(of)
	}
	return l
}

// counts adds the variable of a loop that runs one element after the other, which goes on at the end of then.
func (l *leaving) counts(p eachPrinter) {
	if l.count != nil {
		p.body.Add(l.count.Clone().Op(l.assignment).Int64().Call(jen.Lit(0)))
	}
	l.then = func() []jen.Code {
		var statements []jen.Code
		if l.count != nil {
			statements = append(statements, l.count.Clone().Op("++"))
		}
		return append(statements, p.progress(), jen.Continue())
	}
}

// marks adds the variable in which elements that run at the same time note that they were left out, if anything needs that:
//
//	stopsLeft := make([]bool, len(towns))
func (l *leaving) marks(p eachPrinter) *jen.Statement {
	if l.count == nil && p.results.Use == plan.Unread {
		l.then = func() []jen.Code { return []jen.Code{jen.Return(jen.Nil())} }
		return nil
	}
	left := jen.Id(p.body.Name(p.each.Step.StepName() + "_left"))
	p.body.Add(left.Clone().Op(":=").Make(jen.Index().Bool(), p.count()))
	l.then = func() []jen.Code {
		return []jen.Code{left.Clone().Index(p.index.Clone()).Op("=").True(), jen.Return(jen.Nil())}
	}
	return left
}

// sum adds what comes of the marks when all elements have run:
//
//	stops = flow.Kept(stops, stopsLeft)
//	stopsLeftOut = flow.CountLeft(stopsLeft)
func (l *leaving) sum(p eachPrinter, left *jen.Statement) {
	if p.results.Use != plan.Unread {
		results := p.id(p.results.Local)
		p.body.Add(results.Clone().Op("=").Add(p.code("flow.Kept($1, $2)", results, left)))
	}
	if l.count != nil {
		p.body.Add(l.count.Clone().Op(l.assignment).Add(p.code("flow.CountLeft($1)", left)))
	}
}

// leaveOut adds what leaves an element out, whose writes are noted in the given variable; nil: it makes none:
//
//	if flow.LeftOut(err, "NO_TOWN") {
//		stopsLeftOut++
//		nact.ReportProgress(ctx, nact.Progress{Step: "stops", Done: i + 1, Total: len(towns)})
//		continue
//	}
func (p goStepPrinter) leaveOut(writes *jen.Statement) {
	if p.leave == nil {
		return
	}
	arguments := append([]jen.Code{jen.Err()}, gocode.Each(p.step.LeaveOut, func(name string) jen.Code { return gocode.Lit(name) })...)
	cond := p.code("flow.LeftOut").Call(arguments...)
	if writes != nil {
		cond.Op("&&").Add(writes.Clone()).Dot("TakenBack").Call(jen.Err())
	}
	p.body.Add(jen.If(cond).Block(p.leave.then()...))
}
