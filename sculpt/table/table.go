// Package table reads the tables of a manifest, inline or from CSV files: their types, and their rows as literals.
package table

import (
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// Read reads all tables, those in files from a tree. What is wrong with them is added to found. The values of a wrong table are dyn, so that
// expressions that look something up in it have no further findings.
func Read(files inputs.Tree, tables []*manifest.Table, found *diag.List) []*plan.Table {
	var read []*plan.Table
	for _, m := range tables {
		r := &reader{Table: &plan.Table{Name: m.Name.V}, files: files, found: found}
		if !r.rows(m) {
			r.Type = ir.MapOf(ir.StringType, ir.DynType)
		}
		read = append(read, r.Table)
	}
	return read
}

// reader reads one table. Its methods report whether all is well.
type reader struct {
	*plan.Table
	files inputs.Tree
	found *diag.List
}

func (r *reader) rows(m *manifest.Table) bool {
	switch {
	case m.File.Set:
		return r.csv(m.File)
	case len(m.Rows) == 0:
		return false
	case m.Rows[0].Value.Kind == manifest.Map:
		return r.objects(m)
	}
	return r.scalars(m)
}

// scalars reads rows that are single values of one type.
func (r *reader) scalars(m *manifest.Table) bool {
	kind := columnType(lists.Map(m.Rows, func(e *manifest.Entry) *manifest.Node { return e.Value }))
	r.Type = ir.MapOf(ir.StringType, kind)
	ok := true
	for _, e := range m.Rows {
		cell, good := r.cell(e.Value, kind)
		ok = ok && good
		r.Rows = append(r.Rows, plan.Row{Key: e.Key.V, Cells: []any{cell}})
	}
	return ok
}

// columnType is the type of a column: that of its first cell, but double where a column of whole numbers has one with a point.
func columnType(cells []*manifest.Node) *ir.Type {
	first := value.LiteralType(cells[0].Literal)
	if first.Kind != ir.Int {
		return first
	}
	isPoint := func(cell *manifest.Node) bool { return ir.Same(value.LiteralType(cell.Literal), ir.DoubleType) }
	if slices.ContainsFunc(cells, isPoint) {
		return ir.DoubleType
	}
	return first
}

// cell is a cell of a table as a value of the column's type.
func (r *reader) cell(n *manifest.Node, kind *ir.Type) (any, bool) {
	if n.Kind != manifest.Scalar {
		r.found.ErrorAt(n, "type", "a cell of the table %s is a single value", r.Name)
		return nil, false
	}
	literal, message := value.Literal(n, kind)
	if message != "" {
		r.found.ErrorAt(n, "type", "%s, as the first row of the table %s has it", message, r.Name)
		return nil, false
	}
	return literal, true
}

// objects reads rows that are mappings. The first row says which columns there are.
func (r *reader) objects(m *manifest.Table) bool {
	object := &ir.ObjectType{Name: "a row of " + r.Name}
	r.Type = ir.MapOf(ir.StringType, ir.ObjectOf(object))
	for _, cell := range m.Rows[0].Value.Entries {
		object.Add(&ir.Field{Name: cell.Key.V, Type: columnType(column(m, cell.Key.V)), Required: true})
	}
	ok := true
	for _, e := range m.Rows {
		row, good := r.row(object, e)
		ok = ok && good
		r.Rows = append(r.Rows, row)
	}
	return ok
}

// column are the cells of a column, as far as the rows have it.
func column(m *manifest.Table, name string) []*manifest.Node {
	var cells []*manifest.Node
	for _, e := range m.Rows {
		for _, cell := range e.Value.Entries {
			if cell.Key.V == name {
				cells = append(cells, cell.Value)
			}
		}
	}
	return cells
}

// row reads a row that must have the columns of object.
func (r *reader) row(object *ir.ObjectType, e *manifest.Entry) (row plan.Row, ok bool) {
	row.Key = e.Key.V
	if e.Value.Kind != manifest.Map {
		r.found.ErrorAt(e.Value, "type", "this row of the table %s is no mapping, unlike the first", r.Name)
		return row, false
	}
	ok = true
	cells := map[string]*manifest.Node{}
	for _, cell := range e.Value.Entries {
		cells[cell.Key.V] = cell.Value
		if object.Field(cell.Key.V) == nil {
			r.found.ErrorAt(cell.Key, "unknown-column", "the first row of the table %s has no column %q%s", r.Name, cell.Key.V, diag.Known(cell.Key.V, object.Names()))
			ok = false
		}
	}
	for _, f := range object.Fields() {
		n, given := cells[f.Name]
		if !given {
			r.found.ErrorAt(e.Key, "missing-column", "this row of the table %s lacks the column %s", r.Name, f.Name)
			ok = false
			continue
		}
		cell, good := r.cell(n, f.Type)
		ok = ok && good
		row.Cells = append(row.Cells, cell)
	}
	return row, ok
}
