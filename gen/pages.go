package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pagesPrinter prints what collects a list, page by page.
type pagesPrinter struct {
	block
	pages     *plan.Pages
	variables plan.Variables
	list      plan.Binding
}

// print adds
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
// Where the step runs for each element of a list, the elements are reported as its progress, and the pages are not.
func (p pagesPrinter) print() {
	p.paragraph()
	for _, part := range p.pages.Before {
		p.part(part, p.variables)
	}
	p.failIn(p.pages.LimitWhere)
	p.body.Add(p.id(p.list.Local).Op(assignment(p.list)).Add(p.newPages()))
	p.body.Add(jen.For(p.method("Open").Call()).Block(p.inside(p.page)...))
}

func (p pagesPrinter) method(name string) *jen.Statement { return p.id(p.list.Local).Dot(name) }

func (p pagesPrinter) page(inner block) {
	inner.actions(p.pages.Actions)
	inner.failIn(p.pages.ItemsWhere)
	items := inner.body.Value(p.pages.Items)
	inner.failIn(p.pages.NextWhere)
	next := inner.body.Value(p.pages.Next)
	step := p.pages.Step.Name
	inner.body.Add(jen.If(jen.Err().Op(":=").Add(p.method("Add")).Call(items, next), jen.Err().Op("!=").Nil()).Block(inner.stepError(step)))
	if !p.variables.InLoop() {
		inner.body.Add(p.method("Report").Call(jen.Id("ctx"), gocode.Lit(step)))
	}
	if p.pages.Enough != nil {
		inner.failIn(p.pages.EnoughWhere)
		inner.body.Add(jen.If(inner.body.Condition(p.pages.Enough)).Block(jen.Break()))
		if p.pages.Search {
			inner.body.Add(p.method("Skip").Call())
		}
	}
}

// pageTypes are the types of package flow that collect the pages of a kind.
var pageTypes = map[plan.PageKind]string{plan.Cursor: "Cursor", plan.Number: "Numbers", plan.Offset: "Offsets", plan.Link: "Links"}

// newPages returns a list without pages: flow.NewNumbers[clinicSlot](1, 100).
func (p pagesPrinter) newPages() *jen.Statement {
	g := p.pages
	var args []jen.Code
	if g.By == plan.Number || g.By == plan.Offset {
		args = append(args, jen.Lit(int(g.Start)))
	}
	return p.code("flow.$1[$2]($3)", "New"+pageTypes[g.By], jen.List(p.pageTypeArgs(g)...), jen.List(append(args, p.itemLimit(g.Limit))...))
}

// itemLimit returns how many items a list has at most, as an int.
func (p pagesPrinter) itemLimit(n ir.Node) *jen.Statement {
	if ir.IsConst(n) {
		return p.body.Value(n)
	}
	return jen.Int().Call(p.body.Value(n))
}

func (b block) pageTypeArgs(g *plan.Pages) []jen.Code {
	types := []jen.Code{b.types.Elem(g.Items.Type().Elem)}
	if g.By == plan.Cursor {
		types = append(types, b.types.Of(g.Next.Type().Elem))
	}
	return types
}
