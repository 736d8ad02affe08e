package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// when adds what runs only if a condition holds. What is read of it elsewhere is declared before it, as optionals:
//
//	var notice nact.Opt[*messagesSend]
//	if patient.WantsMessages {
//		noticeAnswer, err := s.messages.send(ctx, ...)
//		if err != nil {
//			return out, nact.StepError("notice", err)
//		}
//		notice = nact.Some(noticeAnswer)
//	}
func (p *runPrinter) when(w *plan.When) {
	p.paragraph()
	results := p.results(w)
	for _, r := range results {
		p.declareResult(r)
	}
	p.failIn(w.Where)
	cond := p.body.Condition(w.If)
	p.body.Add(jen.If(cond).Block(p.body.Inner(func(inner *goexpr.Body) {
		p.within(inner).actions(w.Actions)
		for _, r := range results {
			value := r.value
			if !r.optional {
				value = p.runtime.Nact("Some").Call(value)
			}
			inner.Add(r.variable.Clone().Op("=").Add(value))
		}
	})...))
}

// result is a part of what comes of a step that may not run, if something reads it.
type result struct {
	of       read
	variable *jen.Statement
	typ      *jen.Statement // of the part
	value    *jen.Statement // where the step has run
	optional bool           // value is an optional of the part
}

// results returns those parts that something reads.
func (p *runPrinter) results(w *plan.When) []result {
	var list []result
	add := func(part string, typ func() *jen.Statement, value *jen.Statement) {
		if of := partOf(w.Step.StepName(), part); p.reads[of] > 0 {
			list = append(list, result{of: of, variable: p.roots.Steps[of.name], typ: typ(), value: value})
		}
	}
	body := jen.Id(p.roots.Bodies[w.Step.StepName()])
	if s, ok := w.Step.(*plan.GoStep); ok {
		add(ir.ResultPart, func() *jen.Statement { return p.types.Of(s.Function.Result) }, body)
		return list
	}
	s := w.Step.(*plan.Step)
	meta, collected := jen.Id(p.roots.Metas[s.Name]), jen.Id(p.roots.Pages[s.Name])
	if each, ok := w.Actions[len(w.Actions)-1].(*plan.Each); ok {
		add("", func() *jen.Statement { return jen.Index().Add(p.keptType(each)) }, jen.Id(p.loops[s.Name].results))
		return list
	}
	if add("body", func() *jen.Statement { return p.types.Of(s.Call.Answer.Type) }, body); len(list) > 0 {
		list[0].optional = s.Call.Bodiless
	}
	add("status", func() *jen.Statement { return p.types.Of(ir.IntType) }, meta.Clone().Dot("Status"))
	add("headers", func() *jen.Statement { return p.types.Of(ir.MapOf(ir.StringType, ir.StringType)) }, meta.Clone().Dot("Headers").Call())
	add("items", func() *jen.Statement { return p.types.Of(pagesIn(w.Actions, s).Items.Type()) }, collected.Clone().Dot("Items"))
	add("more", func() *jen.Statement { return p.types.Of(ir.BoolType) }, collected.Clone().Dot("More"))
	return list
}

// nameResults names the variables of what comes of a step that may not run, and notes what is taken of its answer for them.
func (p *runPrinter) nameResults(w *plan.When) {
	step := w.Step.StepName()
	for _, part := range []struct {
		name, hint string
		from       read
	}{
		{"", step, read{}}, {"body", step, read{ir.BodyRoot, step}}, {"status", step + "_status", read{ir.StatusRoot, step}},
		{"headers", step + "_headers", read{ir.StatusRoot, step}}, {ir.ResultPart, step, read{ir.ResultRoot, step}},
		{"items", step, read{ir.PagesRoot, step}}, {"more", step + "_more", read{ir.PagesRoot, step}},
	} {
		if of := partOf(step, part.name); p.reads[of] > 0 {
			p.roots.Steps[of.name] = jen.Id(p.scope.Name(part.hint))
			p.taken[part.from] = true
		}
	}
}

// declareResult declares the variable of a part, unless it is declared already.
func (p *runPrinter) declareResult(r result) {
	if !p.held[r.of] {
		p.held[r.of] = true
		p.body.Add(jen.Var().Add(r.variable.Clone()).Add(p.runtime.Nact("Opt").Types(r.typ)))
	}
}
