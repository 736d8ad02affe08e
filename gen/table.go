package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// tablesFile returns tables.go: the static look-ups.
func (g *generator) tablesFile() *jen.File {
	f := g.newFile()
	for _, t := range g.plan.Tables {
		if object := t.Type.Elem.Object; object != nil {
			add(f, g.rowType(t))
		}
		add(f, g.tableVar(t))
	}
	return f
}

// rowType returns
//
//	// stateRow is a row of the table states.
//	type stateRow struct {
//		Area string
//	}
func (g *generator) rowType(t *plan.Table) *jen.Statement {
	object := t.Type.Elem.Object
	name := g.names.structName(object)
	fields := make([]jen.Code, len(object.Fields))
	for i, f := range object.Fields {
		fields[i] = jen.Id(g.names.field(object, f)).Add(g.goType(f.Type))
	}
	return doc(name + " is a row of the table " + t.Name + ".").Line().Type().Id(name).Struct(fields...)
}

// tableVar returns
//
//	// states is the table states. It is not changed.
//	var states = map[string]string{
//		"NEBRASKA": "NE",
//	}
func (g *generator) tableVar(t *plan.Table) *jen.Statement {
	name := g.names.table(t.Name)
	rows := make([]jen.Code, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = jen.Lit(r.Key).Op(":").Add(g.rowValue(t, r))
	}
	return doc(name + " is the table " + t.Name + ". It is never changed.").Line().
		Var().Id(name).Op("=").Add(g.goType(t.Type)).Add(lines(rows...))
}

// rowValue returns "NE", or {Area: "NE", Zone: "central"}.
func (g *generator) rowValue(t *plan.Table, r plan.Row) *jen.Statement {
	object := t.Type.Elem.Object
	if object == nil {
		return lit(r.Cells[0])
	}
	cells := make([]jen.Code, len(r.Cells))
	for i, cell := range r.Cells {
		cells[i] = keyed(g.names.field(object, object.Fields[i]), lit(cell))
	}
	return jen.Values(cells...)
}
