package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pages adds what collects a list, page by page:
//
//	slots := flow.NewCursor[clinicSlot, string](100)
//	for slots.Open() {
//		slotsPage, err := s.clinic.listSlots(ctx, clinicListSlotsParams{Cursor: slots.Next})
//		if err != nil {
//			return out, nact.StepError("slots", err)
//		}
//		if err := slots.Add(slotsPage.Slots, slotsPage.Next); err != nil {
//			return out, nact.StepError("slots", err)
//		}
//		slots.Report(ctx, "slots")
//	}
//
// Of a step that runs for several elements, these are its progress, and not the pages of each.
func (p *runPrinter) pages(g *plan.Pages) {
	p.paragraph()
	for _, part := range g.Before {
		p.part(part)
	}
	list := jen.Id(p.roots.Pages[g.Step.Name])
	define := list.Clone().Op(":=")
	if p.held[pagesOf(g.Step)] {
		define = list.Clone().Op("=")
	}
	p.failIn(g.LimitWhere)
	p.body.Add(define.Add(p.newPages(g)))
	p.body.Add(jen.For(list.Clone().Dot("Open").Call()).Block(p.body.Inner(func(inner *goexpr.Body) {
		block := *p
		block.body = inner
		block.page(g, list)
	})...))
}

// page adds what is done for each page.
func (p *runPrinter) page(g *plan.Pages, list *jen.Statement) {
	p.actions(g.Actions)
	p.failIn(g.ItemsWhere)
	items := p.body.Value(g.Items)
	p.failIn(g.NextWhere)
	next := p.body.Value(g.Next)
	p.body.Add(jen.If(jen.Err().Op(":=").Add(list.Clone()).Dot("Add").Call(items, next), jen.Err().Op("!=").Nil()).Block(
		p.give(p.runtime.Nact("StepError").Call(gocode.Lit(g.Step.Name), jen.Err()))))
	if _, looped := p.loops[g.Step.Name]; !looped {
		p.body.Add(list.Clone().Dot("Report").Call(jen.Id("ctx"), gocode.Lit(g.Step.Name)))
	}
	if g.Enough != nil {
		p.failIn(g.EnoughWhere)
		p.body.Add(jen.If(p.body.Condition(g.Enough)).Block(jen.Break()))
		if g.Search {
			p.body.Add(list.Clone().Dot("Skip").Call())
		}
	}
}

// pageTypes are the types of package flow that collect the pages of a kind.
var pageTypes = map[plan.PageKind]string{plan.Cursor: "Cursor", plan.Number: "Numbers", plan.Offset: "Offsets", plan.Link: "Links"}

// newPages returns a list without pages: flow.NewNumbers[clinicSlot](1, 100).
func (p *runPrinter) newPages(g *plan.Pages) *jen.Statement {
	var args []jen.Code
	if g.By == plan.Number || g.By == plan.Offset {
		args = append(args, jen.Lit(int(g.Start)))
	}
	return p.runtime.Flow("New" + pageTypes[g.By]).Types(p.pageTypeArgs(g)...).Call(append(args, p.itemLimit(g.Limit))...)
}

// itemLimit returns how many items a list has at most, as an int.
func (p *runPrinter) itemLimit(n ir.Node) *jen.Statement {
	if ir.IsConst(n) {
		return p.body.Value(n)
	}
	return jen.Int().Call(p.body.Value(n))
}

// pagesType returns the type of a list that is collected: flow.Cursor[clinicSlot, string].
func (p *runPrinter) pagesType(g *plan.Pages) *jen.Statement {
	return p.runtime.Flow(pageTypes[g.By]).Types(p.pageTypeArgs(g)...)
}

func (p *runPrinter) pageTypeArgs(g *plan.Pages) []jen.Code {
	types := []jen.Code{p.types.Elem(g.Items.Type().Elem)}
	if g.By == plan.Cursor {
		types = append(types, p.types.Of(g.Next.Type().Elem))
	}
	return types
}

// pagesIn returns what collects the list of a step, of which the actions are; nil if it collects none.
func pagesIn(actions []plan.Action, step *plan.Step) *plan.Pages {
	var pages *plan.Pages
	plan.Walk(actions, func(a plan.Action) {
		if g, ok := a.(*plan.Pages); ok && g.Step == step {
			pages = g
		}
	})
	return pages
}

// namePages names the variables of a list and of the answer with a page.
func (p *runPrinter) namePages(g *plan.Pages) {
	step := g.Step.Name
	p.roots.Pages[step] = p.scope.Name(step, step+"_list", step+"_pages")
	p.roots.Bodies[step] = p.scope.Name(step + "_page")
}
