package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// eachNames are the variables of a loop over the elements that a step runs for.
type eachNames struct {
	index    string
	results  string // what comes of the step
	collects bool   // something reads that
	inner    bool   // it reads that by way of another variable
	scalar   bool   // the element is a scalar that something reads
}

// nameEach names the variables of a loop.
func (p *runPrinter) nameEach(e *plan.Each) {
	step := e.Step.Name
	of := partOf(step, "")
	n := eachNames{collects: p.reads[of] > 0, scalar: p.reads[elementOf(e)] > 0 && e.List.Type().Elem.Scalar()}
	if n.collects {
		n.results = p.scope.Name(step, step+"_list")
		if n.inner = p.roots.Steps[of.name] != nil; !n.inner {
			p.roots.Steps[of.name] = jen.Id(n.results)
		}
		p.taken[p.kept(e)] = true
	}
	if p.index == "" {
		p.index = p.scope.Name("i", "j", "k")
	}
	n.index = p.index
	p.roots.Elements[step] = p.elementName(e)
	p.loops[step] = n
}

// elementName names the variable of the element. No loop is inside another one, so that those of one name share a variable's. Inside a
// loop it may stand before a var of the same name, of which the loop knows nothing: both are, say, a site.
func (p *runPrinter) elementName(e *plan.Each) string {
	variable := p.roots.Vars[e.As]
	readsVar := readsOf(func(f func(ir.Node)) { plan.Expressions(e.Actions, f) })[read{ir.VarRoot, e.As}] > 0
	for _, l := range p.tool.Loops() {
		if name := p.roots.Elements[l.Step.Name]; l.As == e.As && name != "" && (name != variable || !readsVar) {
			return name
		}
	}
	if variable == naming.Unexported(e.As) && !readsVar {
		return variable
	}
	return p.scope.Name(e.As, e.As+"_element")
}

// kept is what is kept of the answers for the elements: their bodies, or their status where there is no body to read; of pages what is
// collected.
func (p *runPrinter) kept(e *plan.Each) read {
	if pagesIn(e.Actions, e.Step) != nil {
		return pagesOf(e.Step)
	}
	if e.Step.Call.Answer != nil {
		return bodyOf(e.Step)
	}
	return metaOf(e.Step)
}

// each adds what runs for each element of a list. One after the other:
//
//	slots := make([]clinicSlots, 0, len(sites.Items))
//	for i := range sites.Items {
//		site := &sites.Items[i]
//		...
//		slots = append(slots, *slotsAnswer)
//		nact.ReportProgress(ctx, nact.Progress{Step: "slots", Done: i + 1, Total: len(sites.Items)})
//	}
//
// Several at the same time:
//
//	slots := make([]clinicSlots, len(sites.Items))
//	err = flow.Each(ctx, "slots", len(sites.Items), 4, func(ctx context.Context, i int) (err error) {
//		site := &sites.Items[i]
//		...
//		slots[i] = *slotsAnswer
//		return nil
//	})
func (p *runPrinter) each(e *plan.Each) {
	p.paragraph()
	p.failIn(e.Where)
	names := p.loops[e.Step.Name]
	code, structs := p.body.List(e.List, e.As+"s", e.Step.Name+"_elements")
	l := loopOver{Each: e, eachNames: names, list: code, structs: structs, element: p.roots.Elements[e.Step.Name], reads: p.reads[elementOf(e)] > 0}
	if e.Limit > 0 {
		must := fmt.Sprintf("it must have at most %d elements", e.Limit)
		p.body.Add(jen.If(jen.Len(code.Clone()).Op(">").Lit(int(e.Limit))).Block(p.body.Fail(p.runtime.Nact("OutOfLimit").Call(gocode.Lit(must)))))
	}
	for _, part := range e.Before {
		p.part(part)
	}
	if names.collects {
		p.collect(l)
	}
	if e.Concurrency > 1 {
		p.endsWith(e, p.concurrently(l))
		return
	}
	p.body.Add(l.head().Block(p.body.Inner(func(inner *goexpr.Body) {
		block := p.inside(inner, l, l.structs)
		block.give = func(err jen.Code) *jen.Statement { return p.give(p.ofElement(names, err)) }
		block.actions(e.Actions)
		if names.collects {
			inner.Add(jen.Id(names.results).Op("=").Append(jen.Id(names.results), p.keptValue(e)))
		}
		inner.Add(p.progress(l))
	})...))
}

// loopOver is a loop as it is printed.
type loopOver struct {
	*plan.Each
	eachNames
	list    *jen.Statement
	structs bool // the list holds structs
	element string
	reads   bool // something reads the element
}

// head returns the head of the loop: for i, id := range ids.
func (l loopOver) head() *jen.Statement {
	variables := []jen.Code{jen.Id(l.index)}
	if l.reads && !l.structs {
		variables = append(variables, jen.Id(l.element))
	}
	return jen.For(jen.List(variables...).Op(":=").Range().Add(l.list.Clone()))
}

// inside returns the printer of the body of a loop. It begins with the element, if the head of the loop does not give it.
func (p *runPrinter) inside(body *goexpr.Body, l loopOver, binds bool) *runPrinter {
	block := *p
	block.body, block.lead = body, 0
	if binds && l.reads {
		at := l.list.Clone().Index(jen.Id(l.index))
		if l.structs {
			at = jen.Op("&").Add(at)
		}
		body.Add(jen.Id(l.element).Op(":=").Add(at))
		block.lead = 1
	}
	return &block
}

// collect makes the list of what comes of the step.
func (p *runPrinter) collect(l loopOver) {
	op := ":="
	if p.held[partOf(l.Step.Name, "")] && !l.inner {
		op = "="
	}
	sizes := []jen.Code{jen.Index().Add(p.keptType(l.Each)), jen.Lit(0), jen.Len(l.list.Clone())}
	if l.Concurrency > 1 {
		sizes = []jen.Code{sizes[0], sizes[2]}
	}
	p.body.Add(jen.Id(l.results).Op(op).Make(sizes...))
}

// concurrently returns the call that runs several elements at the same time.
func (p *runPrinter) concurrently(l loopOver) *jen.Statement {
	statements := p.body.Inner(func(inner *goexpr.Body) {
		block := p.inside(inner, l, true)
		block.give, block.fail = func(err jen.Code) *jen.Statement { return jen.Return(p.ofElement(l.eachNames, err)) }, returns
		block.actions(l.Actions)
		if l.collects {
			inner.Add(jen.Id(l.results).Index(jen.Id(l.index)).Op("=").Add(p.keptValue(l.Each)))
		}
		inner.Add(jen.Return(jen.Nil()))
	})
	f := jen.Func().Params(jen.Id("ctx").Qual("context", "Context"), jen.Id(l.index).Int()).Params(jen.Err().Error()).Block(statements...)
	return p.runtime.Flow("Each").Call(jen.Id("ctx"), gocode.Lit(l.Step.Name), jen.Len(l.list.Clone()), jen.Lit(int(l.Concurrency)), f)
}

// progress returns what says that an element is done. Where several run at the same time, flow.Each does.
func (p *runPrinter) progress(l loopOver) *jen.Statement {
	return p.runtime.Nact("ReportProgress").Call(jen.Id("ctx"), p.runtime.Nact("Progress").Values(
		gocode.Keyed("Step", gocode.Lit(l.Step.Name)),
		gocode.Keyed("Done", jen.Id(l.index).Op("+").Lit(1)),
		gocode.Keyed("Total", jen.Len(l.list.Clone())),
	))
}

// ofElement returns an error that says at which element it happened.
func (p *runPrinter) ofElement(names eachNames, err jen.Code) *jen.Statement {
	return p.runtime.Flow("ElementError").Call(jen.Id(names.index), err)
}

// keptType returns the type of what is kept of an answer, as an element of a list.
func (p *runPrinter) keptType(e *plan.Each) *jen.Statement {
	if pages := pagesIn(e.Actions, e.Step); pages != nil {
		return p.types.Of(pages.Items.Type())
	}
	if e.Step.Call.Answer != nil {
		return p.types.Elem(e.Step.Call.AnswerType())
	}
	return p.types.Elem(ir.IntType)
}

// keptValue returns what is kept of an answer.
func (p *runPrinter) keptValue(e *plan.Each) *jen.Statement {
	s := e.Step
	switch {
	case pagesIn(e.Actions, s) != nil:
		return jen.Id(p.roots.Pages[s.Name]).Dot("Items")
	case s.Call.Answer == nil:
		return jen.Id(p.roots.Metas[s.Name]).Dot("Status")
	case s.Call.AnswerType().ByValue():
		return jen.Op("*").Id(p.roots.Bodies[s.Name])
	}
	return jen.Id(p.roots.Bodies[s.Name])
}

// elementOf is the element that a step runs for.
func elementOf(e *plan.Each) read { return read{ir.ElementRoot, e.Step.Name} }
