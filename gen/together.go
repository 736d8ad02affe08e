package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// together adds what runs at the same time. What is read of a branch when all have ended is declared before them:
//
//	var patient *clinicPatients
//	var sites *clinicSites
//	err = flow.Together(ctx,
//		func(ctx context.Context) (err error) {
//			patient, err = s.clinic.findPatients(ctx, ...)
//			...
//			return nil
//		},
//		...
//	)
//	if err != nil {
//		return out, err
//	}
func (p *runPrinter) together(t *plan.Together) {
	p.paragraph()
	for _, branch := range t.Branches {
		p.hold(branch)
	}
	branches := make([]jen.Code, len(t.Branches))
	for i, branch := range t.Branches {
		branches[i] = p.branch(branch)
	}
	p.endsWith(t, p.runtime.Flow("Together").Custom(jen.Options{Open: "(ctx,", Close: ")", Separator: ",", Multi: true}, branches...))
}

// paragraph adds a blank line, unless nothing stands before it.
func (p *runPrinter) paragraph() {
	if len(p.body.Statements()) > p.lead {
		p.body.Add(jen.Line())
	}
}

// hold declares the variables of a branch that are read outside of it.
func (p *runPrinter) hold(branch []plan.Action) {
	within := readsOf(func(f func(ir.Node)) { plan.Expressions(branch, f) })
	plan.Walk(branch, func(a plan.Action) {
		switch a := a.(type) {
		case *plan.Step:
			body, meta := p.reads.beyond(within, bodyOf(a)), p.reads.beyond(within, metaOf(a))
			if p.polls[a.Name].Poll == nil { // both are declared where one is, since one statement assigns them
				body, meta = body || meta, body || meta
			}
			if body {
				p.declare(bodyOf(a), p.roots.Bodies[a.Name], func() jen.Code { return p.types.Of(a.Call.AnswerType()) })
			}
			if meta {
				p.declare(metaOf(a), p.roots.Metas[a.Name], func() jen.Code { return p.runtime.Upstream("Answer") })
			}
		case *plan.Pages:
			if p.reads.beyond(within, pagesOf(a.Step)) {
				p.declare(pagesOf(a.Step), p.roots.Pages[a.Step.Name], func() jen.Code { return p.pagesType(a) })
			}
		case *plan.GoStep:
			p.holdResult(a, within)
		case *plan.When:
			for _, r := range p.results(a) {
				if p.reads.beyond(within, r.of) {
					p.declareResult(r)
				}
			}
		case *plan.Each:
			if of := partOf(a.Step.Name, ""); p.reads.beyond(within, of) && !p.loops[a.Step.Name].inner {
				p.declare(of, p.loops[a.Step.Name].results, func() jen.Code { return jen.Index().Add(p.keptType(a)) })
			}
		case *plan.Var:
			if of := (read{ir.VarRoot, a.Name}); p.reads.beyond(within, of) {
				p.declare(of, p.roots.Vars[a.Name], func() jen.Code { return p.types.Of(a.Value.Type()) })
			}
		}
	})
}

// declare declares a variable that something reads and that is not declared yet.
func (p *runPrinter) declare(of read, name string, typ func() jen.Code) {
	if p.reads[of] > 0 && !p.held[of] {
		p.held[of] = true
		p.body.Add(jen.Var().Id(name).Add(typ()))
	}
}

// endsWith adds a call that returns nothing but the error of an action. At the end of a branch, the branch returns it.
func (p *runPrinter) endsWith(a plan.Action, call *jen.Statement) {
	if p.last == a {
		p.body.Add(jen.Return(call))
		return
	}
	p.body.Add(
		jen.Err().Op("=").Add(call),
		jen.If(jen.Err().Op("!=").Nil()).Block(p.give(jen.Err())),
	)
}

// returnsError reports whether an action is a call that returns nothing but an error.
func returnsError(a plan.Action) bool {
	each, ok := a.(*plan.Each)
	_, together := a.(*plan.Together)
	return together || ok && each.Concurrency > 1
}

// branch returns the function of a branch.
func (p *runPrinter) branch(actions []plan.Action) *jen.Statement {
	body := p.body.Inner(func(inner *goexpr.Body) {
		branch := *p
		branch.body = inner
		branch.give, branch.fail, branch.lead = returns, returns, 0
		branch.last = actions[len(actions)-1]
		branch.actions(actions)
		if !returnsError(branch.last) {
			inner.Add(jen.Return(jen.Nil()))
		}
	})
	return jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Params(jen.Err().Error()).Block(body...)
}
