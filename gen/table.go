package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// tablesPrinter prints the static look-ups.
type tablesPrinter struct{ *pkg }

// file returns tables.go.
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

// rowType returns
//
//	// stateRow is a row of the table states.
//	type stateRow struct {
//		Area string
//	}
func (p tablesPrinter) rowType(t *plan.Table) *jen.Statement {
	object := t.Type.Elem.Object
	name := p.names.Struct(object)
	fields := make([]jen.Code, len(object.Fields()))
	for i, f := range object.Fields() {
		fields[i] = jen.Id(p.names.Field(f)).Add(p.types.Of(f.Type))
	}
	return gocode.Doc(name + " is a row of the table " + t.Name + ".").Line().Type().Id(name).Struct(fields...)
}

// tableVar returns
//
//	// states is the table states. It is not changed.
//	var states = map[string]string{
//		"NEBRASKA": "NE",
//	}
func (p tablesPrinter) tableVar(t *plan.Table) *jen.Statement {
	name := p.names.Table(t.Name)
	rows := make([]jen.Code, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = jen.Lit(r.Key).Op(":").Add(p.rowValue(t, r))
	}
	return gocode.Doc(name + " is the table " + t.Name + ". It is never changed.").Line().
		Var().Id(name).Op("=").Add(p.types.Of(t.Type)).Add(gocode.Lines(rows...))
}

// rowValue returns "NE", or {Area: "NE", Zone: "central"}.
func (p tablesPrinter) rowValue(t *plan.Table, r plan.Row) *jen.Statement {
	object := t.Type.Elem.Object
	if object == nil {
		return gocode.Lit(r.Cells[0])
	}
	cells := make([]jen.Code, len(r.Cells))
	for i, cell := range r.Cells {
		cells[i] = gocode.Keyed(p.names.Field(object.Fields()[i]), gocode.Lit(cell))
	}
	return jen.Values(cells...)
}
