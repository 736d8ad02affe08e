package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// eachPrinter prints what runs for each element of a list.
type eachPrinter struct {
	block
	each      *plan.Each
	variables plan.Variables
	index     *jen.Statement
	element   plan.Binding
	results   plan.Binding   // the list of results
	over      *jen.Statement // the list that the step runs for
	structs   bool           // over holds structs
}

// newEachPrinter computes the list that the step runs for.
func newEachPrinter(b block, e *plan.Each, v plan.Variables) eachPrinter {
	b.paragraph()
	b.failIn(e.Where)
	elements := naming.Plural(e.As)
	over, structs := b.body.List(e.List, elements, "chosen_"+elements, e.Step.StepName()+"_elements")
	return eachPrinter{
		block: b, each: e, variables: v, index: b.id(v.Binding(plan.ElementIndex).Local), element: v.Binding(plan.Element), results: v.Binding(plan.ElementList),
		over: over, structs: structs,
	}
}

// print adds, for one element after the other,
//
//	slots := make([]clinicSlots, 0, len(sites.Items))
//	for i := range sites.Items {
//		site := &sites.Items[i]
//		...
//		slots = append(slots, *slotsAnswer)
//		nact.ReportProgress(ctx, nact.Progress{Step: "slots", Done: i + 1, Total: len(sites.Items)})
//	}
//
// and for several at the same time
//
//	slots := make([]clinicSlots, len(sites.Items))
//	err = flow.Each(ctx, "slots", len(sites.Items), 4, func(ctx context.Context, i int) (err error) {
//		site := &sites.Items[i]
//		...
//		slots[i] = *slotsAnswer
//		return nil
//	})
func (p eachPrinter) print() {
	if p.each.Limit > 0 {
		must := fmt.Sprintf("it must have at most %d elements", p.each.Limit)
		p.body.Add(jen.If(p.count().Op(">").Lit(int(p.each.Limit))).Block(p.body.Fail(p.runtime.Nact("OutOfLimit").Call(gocode.Lit(must)))))
	}
	for _, part := range p.each.Before {
		p.part(part, p.variables)
	}
	if p.each.Concurrency > 1 {
		p.concurrently()
		return
	}
	p.oneByOne()
}

// oneByOne adds the loop that runs one element after the other.
func (p eachPrinter) oneByOne() {
	p.makeResults(jen.Lit(0), p.count())
	after := p.block
	after.exit.fault = func(err jen.Code) *jen.Statement { return p.exit.fault(p.ofElement(err)) }
	after.leave = p.leaving()
	if after.leave != nil {
		after.leave.counts(p)
	}
	p.body.Add(p.head().Block(after.inside(func(inner block) {
		p.run(inner, p.structs)
		if p.results.Use != plan.Unread {
			inner.body.Add(p.id(p.results.Local).Op("=").Append(p.id(p.results.Local), p.kept()))
		}
		inner.body.Add(p.progress())
	})...))
}

// concurrently adds the call that runs several elements at the same time.
func (p eachPrinter) concurrently() {
	p.makeResults(p.count())
	leave := p.leaving()
	left := jen.Null()
	if leave != nil {
		left = leave.marks(p)
	}
	statements := p.function(func(inner block) {
		inner.leave = leave
		inner.exit.fault = func(err jen.Code) *jen.Statement { return jen.Return(p.ofElement(err)) }
		p.run(inner, true)
		if p.results.Use != plan.Unread {
			inner.body.Add(p.id(p.results.Local).Index(p.index.Clone()).Op("=").Add(p.kept()))
		}
		inner.body.Add(jen.Return(jen.Nil()))
	})
	if leave != nil {
		p.last = nil
	}
	p.endsWith(p.each, p.code("flow.Each(ctx, $1, $2, $3, func(ctx context.Context, $4 int) (err error) {\n$5\n})",
		gocode.Lit(p.each.Step.StepName()), p.count(), int(p.each.Concurrency), p.index.Clone(), statements))
	if leave != nil {
		leave.sum(p, left)
	}
}

// head returns the head of the loop: for i, id := range ids.
func (p eachPrinter) head() *jen.Statement {
	variables := []jen.Code{p.index.Clone()}
	if p.element.Use != plan.Unread && !p.structs {
		variables = append(variables, p.id(p.element.Local))
	}
	return jen.For(jen.List(variables...).Op(":=").Range().Add(p.over.Clone()))
}

// run adds the actions for an element to a block. With takes, the block begins with a variable for the element, which the head of the loop does not declare.
func (p eachPrinter) run(inner block, takes bool) {
	if takes && p.element.Use != plan.Unread {
		at := p.over.Clone().Index(p.index.Clone())
		if p.structs {
			at = jen.Op("&").Add(at)
		}
		inner.body.Add(p.id(p.element.Local).Op(":=").Add(at))
		inner.lead = 1
	}
	inner.actions(p.each.Actions)
}

// makeResults adds what makes the list of results, if anything reads that.
func (p eachPrinter) makeResults(sizes ...jen.Code) {
	if p.results.Use == plan.Unread {
		return
	}
	arguments := append([]jen.Code{p.localType(p.results.Local)}, sizes...)
	p.body.Add(p.id(p.results.Local).Op(assignment(p.results)).Make(arguments...))
}

func (p eachPrinter) count() *jen.Statement { return jen.Len(p.over.Clone()) }

// progress returns what says that an element is done. Where several run at the same time, flow.Each does.
func (p eachPrinter) progress() *jen.Statement {
	return p.code("nact.ReportProgress(ctx, nact.Progress{Step: $1, Done: $2 + 1, Total: $3})", gocode.Lit(p.each.Step.StepName()), p.index.Clone(), p.count())
}

// ofElement returns an error that says at which element it happened.
func (p eachPrinter) ofElement(err jen.Code) *jen.Statement {
	return p.code("flow.ElementError($1, $2)", p.index.Clone(), err)
}

// kept returns what the list of results has for an element: the items of its pages, its answer, or the status of that.
func (p eachPrinter) kept() *jen.Statement {
	from := p.results.From
	switch {
	case from.Role == plan.PageList:
		return p.id(from).Dot("Items")
	case from.Role == plan.AnswerMeta:
		return p.id(from).Dot("Status")
	case from.Type.ByValue():
		return jen.Op("*").Add(p.id(from))
	}
	return p.id(from)
}
