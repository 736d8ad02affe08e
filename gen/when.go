package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// whenPrinter prints what runs only if a condition holds.
type whenPrinter struct {
	block
	when *plan.When
}

// print adds
//
//	var notice nact.Opt[*messagesSend]
//	if patient.WantsMessages {
//		noticeAnswer, err := s.messages.send(ctx, ...)
//		if err != nil {
//			return out, nact.StepError("notice", err)
//		}
//		notice = nact.Some(noticeAnswer)
//	}
func (p whenPrinter) print(v plan.Variables) {
	p.paragraph()
	p.declare(v.Declared)
	p.failIn(p.when.Where)
	cond := p.body.Condition(p.when.If)
	p.body.Add(jen.If(cond).Block(p.inside(func(inner block) {
		inner.actions(p.when.Actions)
		for _, part := range v.Bindings {
			inner.body.Add(p.id(part.Local).Op("=").Add(p.present(part)))
		}
	})...))
}

// present returns the optional of a part of what came of the step, which has run.
func (p whenPrinter) present(part plan.Binding) *jen.Statement {
	from := p.id(part.From)
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
	return p.runtime.Nact("Some").Call(from)
}
