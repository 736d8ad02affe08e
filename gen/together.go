package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// togetherPrinter prints what runs at the same time.
type togetherPrinter struct {
	block
	together *plan.Together
}

// print adds
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
func (p togetherPrinter) print(v plan.Variables) {
	p.paragraph()
	p.declare(v.Declared)
	branches := make([]jen.Code, len(p.together.Branches))
	for i, branch := range p.together.Branches {
		branches[i] = p.branch(branch)
	}
	p.endsWith(p.together, p.runtime.Flow("Together").Custom(jen.Options{Open: "(ctx,", Close: ")", Separator: ",", Multi: true}, branches...))
}

// branch returns the function of a branch.
func (p togetherPrinter) branch(actions []plan.Action) *jen.Statement {
	statements := p.function(func(inner block) {
		inner.last = actions[len(actions)-1]
		inner.actions(actions)
		if !returnsError(inner.last) {
			inner.body.Add(jen.Return(jen.Nil()))
		}
	})
	return jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Params(jen.Err().Error()).Block(statements...)
}

// returnsError reports whether an action is a call that returns nothing but an error.
func returnsError(a plan.Action) bool {
	each, ok := a.(*plan.Each)
	_, together := a.(*plan.Together)
	return together || ok && each.Concurrency > 1
}
