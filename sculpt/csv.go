package sculpt

import (
	"encoding/csv"
	"errors"
	"os"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// csvTable reads a CSV file (RFC 4180): its first line names the columns, the first column is the key. Cells are text.
func (c *checker) csvTable(t *plan.Table, file manifest.Value[string]) bool {
	if !c.exists(file, "the file of the table") {
		return false
	}
	f, err := os.Open(c.path(file.V))
	if err != nil {
		c.errorf(file, "missing-file", "the file of the table %q cannot be read: %v", file.V, reason(err))
		return false
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	var parse *csv.ParseError
	switch {
	case errors.As(err, &parse):
		c.errorf(file, "csv", "%s:%d:%d: %v", file.V, parse.Line, parse.Column, parse.Err)
		return false
	case err != nil:
		c.errorf(file, "csv", "%s: %v", file.V, reason(err))
		return false
	case len(lines) < 2 || len(lines[0]) < 2:
		c.errorf(file, "csv", "%s needs a line of column names, and rows of a key and at least one more column", file.V)
		return false
	}
	return c.csvColumns(t, file, lines[0][1:]) && c.csvRows(t, file, lines[1:])
}

// csvColumns makes the type of the table. One with a single column is a table of single values.
func (c *checker) csvColumns(t *plan.Table, file manifest.Value[string], names []string) bool {
	object := &ir.ObjectType{Name: "a row of " + t.Name}
	for _, name := range names {
		if object.Field(name) != nil {
			c.errorf(file, "csv", "%s: the column %q stands there twice", file.V, name)
			return false
		}
		object.Add(&ir.Field{Name: name, Type: ir.StringType, Required: true})
	}
	t.Type = ir.MapOf(ir.StringType, ir.ObjectOf(object))
	if len(object.Fields) == 1 {
		t.Type = ir.MapOf(ir.StringType, ir.StringType)
	}
	return true
}

func (c *checker) csvRows(t *plan.Table, file manifest.Value[string], lines [][]string) bool {
	seen := map[string]bool{}
	for _, line := range lines {
		if seen[line[0]] {
			c.errorf(file, "csv", "%s: the key %q stands there twice", file.V, line[0])
			return false
		}
		seen[line[0]] = true
		row := plan.Row{Key: line[0]}
		for _, cell := range line[1:] {
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return true
}
