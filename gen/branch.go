package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// together adds what runs at the same time:
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
func (b block) together(t *plan.Together, v plan.Variables) {
	b.paragraph()
	b.declare(v.Declared)
	branches := gocode.Each(t.Branches, b.branch)
	b.endsWith(t, b.code("flow.Together$1", jen.Custom(jen.Options{Open: "(ctx,", Close: ")", Separator: ",", Multi: true}, branches...)))
}

// branch returns the function of a branch.
func (b block) branch(actions []plan.Action) *jen.Statement {
	return b.code("func(ctx context.Context) (err error) {\n$1\n}", b.function(func(inner block) {
		inner.last = actions[len(actions)-1]
		inner.actions(actions)
		if !returnsError(inner.last) {
			inner.body.Add(jen.Return(jen.Nil()))
		}
	}))
}

// returnsError reports whether an action is a call that returns nothing but an error.
func returnsError(a plan.Action) bool {
	each, ok := a.(*plan.Each)
	_, together := a.(*plan.Together)
	return together || ok && each.Concurrency > 1 && len(each.LeaveOut()) == 0
}

// when adds what runs only if a condition holds:
//
//	var notice nact.Opt[*messagesSend]
//	if patient.WantsMessages {
//		noticeAnswer, err := s.messages.send(ctx, ...)
//		if err != nil {
//			return out, nact.StepError("notice", err)
//		}
//		notice = nact.Some(noticeAnswer)
//	}
func (b block) when(w *plan.When, v plan.Variables) {
	b.paragraph()
	b.declare(v.Declared)
	b.failIn(w.Where)
	cond := b.body.Condition(w.If)
	b.body.Add(jen.If(cond).Block(b.inside(func(inner block) {
		inner.actions(w.Actions)
		for _, part := range v.Bindings {
			inner.body.Add(b.id(part.Local).Op("=").Add(b.present(part)))
		}
	})...))
}

// present returns the optional of a part of the outcome of a step, which has run.
func (b block) present(part plan.Binding) *jen.Statement {
	from := b.id(part.From)
	switch part.Part {
	case "status":
		from = from.Dot("Status")
	case "headers":
		from = from.Dot("Headers").Call()
	case "items":
		from = from.Dot("Items")
	case "more":
		from = from.Dot("More")
	case "body":
		if part.From.Type.Kind == ir.Optional {
			return from
		}
	}
	return b.runtime.Nact("Some").Call(from)
}
