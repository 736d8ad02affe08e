package sculpt

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// readTables reads the tables, inline or from CSV. What looks something up in a table that is wrong is dyn, so that
// nothing more is said of it.
func (c *checker) readTables() {
	c.tableType = &ir.ObjectType{Name: "tables"}
	for _, m := range c.manifest.Tables {
		t := &plan.Table{Name: m.Name.V}
		ok := false
		switch {
		case m.File.Set:
			ok = c.csvTable(t, m.File)
		case len(m.Rows) > 0 && m.Rows[0].Value.Kind == manifest.Map:
			ok = c.rowTable(t, m)
		case len(m.Rows) > 0:
			ok = c.scalarTable(t, m)
		}
		if !ok {
			t.Type = ir.MapOf(ir.StringType, ir.DynType)
		}
		c.tables[t.Name] = t
		c.plan.Tables = append(c.plan.Tables, t)
		c.tableType.Add(&ir.Field{Name: t.Name, Type: t.Type, Required: true})
	}
}

// tableKeys are the keys of all tables.
func (c *checker) tableKeys() map[string]map[string]bool {
	keys := map[string]map[string]bool{}
	for name, t := range c.tables {
		keys[name] = map[string]bool{}
		for _, row := range t.Rows {
			keys[name][row.Key] = true
		}
	}
	return keys
}

// scalarTable reads rows that are single values of one type.
func (c *checker) scalarTable(t *plan.Table, m *manifest.Table) bool {
	cells := make([]*manifest.Node, len(m.Rows))
	for i, e := range m.Rows {
		cells[i] = e.Value
	}
	kind := columnType(cells)
	t.Type = ir.MapOf(ir.StringType, kind)
	ok := true
	for _, e := range m.Rows {
		cell, good := c.cell(e.Value, kind, t.Name)
		ok = ok && good
		t.Rows = append(t.Rows, plan.Row{Key: e.Key.V, Cells: []any{cell}})
	}
	return ok
}

// columnType is the type of a column: that of its first cell, but a number with a point makes it one of such numbers.
func columnType(cells []*manifest.Node) *ir.Type {
	first := literalType(cells[0].Literal)
	if first.Kind != ir.Int {
		return first
	}
	for _, cell := range cells {
		if _, point := cell.Literal.(float64); point {
			return ir.DoubleType
		}
	}
	return first
}

// cell is a cell of a table as a value of the column's type.
func (c *checker) cell(n *manifest.Node, kind *ir.Type, table string) (any, bool) {
	if n.Kind != manifest.Scalar {
		c.nodeErrorf(n, "type", "a cell of the table %s is a single value", table)
		return nil, false
	}
	value, message := literal(n, kind)
	if message != "" {
		c.nodeErrorf(n, "type", "%s, as the first row of the table %s has it", message, table)
		return nil, false
	}
	return value, true
}

// rowTable reads rows that are mappings. The first row says which columns there are.
func (c *checker) rowTable(t *plan.Table, m *manifest.Table) bool {
	object := &ir.ObjectType{Name: "a row of " + t.Name}
	t.Type = ir.MapOf(ir.StringType, ir.ObjectOf(object))
	for _, cell := range m.Rows[0].Value.Entries {
		object.Add(&ir.Field{Name: cell.Key.V, Type: columnType(column(m, cell.Key.V)), Required: true})
	}
	ok := true
	for _, e := range m.Rows {
		row, good := c.row(t, object, e)
		ok = ok && good
		t.Rows = append(t.Rows, row)
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
func (c *checker) row(t *plan.Table, object *ir.ObjectType, e *manifest.Entry) (row plan.Row, ok bool) {
	row.Key = e.Key.V
	if e.Value.Kind != manifest.Map {
		c.nodeErrorf(e.Value, "type", "this row of the table %s is no mapping, unlike the first", t.Name)
		return row, false
	}
	ok = true
	cells := map[string]*manifest.Node{}
	for _, cell := range e.Value.Entries {
		cells[cell.Key.V] = cell.Value
		if object.Field(cell.Key.V) == nil {
			c.errorf(cell.Key, "unknown-column", "the first row of the table %s has no column %q%s", t.Name, cell.Key.V, known(cell.Key.V, object.Names()))
			ok = false
		}
	}
	for _, f := range object.Fields {
		n, given := cells[f.Name]
		if !given {
			c.errorf(e.Key, "missing-column", "this row of the table %s lacks the column %s", t.Name, f.Name)
			ok = false
			continue
		}
		cell, good := c.cell(n, f.Type, t.Name)
		ok = ok && good
		row.Cells = append(row.Cells, cell)
	}
	return row, ok
}
