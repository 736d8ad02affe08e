package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// tablesPrinter prints the static look-ups.
type tablesPrinter struct{ *pkg }

func (p tablesPrinter) file() *jen.File {
	f := p.files.New()
	for _, t := range p.plan.Tables {
		if object := t.Type.Elem.Object; object != nil {
			gocode.Add(f, p.rowType(t))
		}
		gocode.Add(f, p.tableVar(t))
	}
	return f
}

func (p tablesPrinter) rowType(t *plan.Table) *jen.Statement {
	object := t.Type.Elem.Object
	name := p.names.Struct(object)
	fields := gocode.Each(object.Fields(), func(f *ir.Field) jen.Code { return jen.Id(p.names.Field(f)).Add(p.types.Of(f.Type)) })
	return gocode.Doc(name + " is a row of the table " + t.Name + ".").Line().Type().Id(name).Struct(fields...)
}

// tableVar returns the variable of a table:
//
//	var states = map[string]string{
//		"NEBRASKA": "NE",
//	}
func (p tablesPrinter) tableVar(t *plan.Table) *jen.Statement {
	name := p.names.Table(t.Name)
	rows := gocode.Each(t.Rows, func(r plan.Row) jen.Code { return jen.Lit(r.Key).Op(":").Add(p.rowValue(t, r)) })
	return gocode.Doc(name + " is the table " + t.Name + ". It is never changed.").Line().
		Var().Id(name).Op("=").Add(p.types.Of(t.Type)).Add(gocode.Lines(rows...))
}

// rowValue returns "NE", or {Area: "NE", Zone: "central"}.
func (p tablesPrinter) rowValue(t *plan.Table, r plan.Row) *jen.Statement {
	object := t.Type.Elem.Object
	if object == nil {
		return gocode.Lit(r.Cells[0])
	}
	var cells gocode.Fields
	for i, cell := range r.Cells {
		cells.Set(p.names.Field(object.Fields()[i]), gocode.Lit(cell))
	}
	return jen.Values(cells...)
}
