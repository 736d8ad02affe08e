package plandiff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// tables compares the rows of the tables that both plans have, by their keys. A table that is new or gone shows in the expressions that read it.
func (c *comparison) tables(older, newer []*plan.Table) {
	for _, is := range newer {
		for _, was := range older {
			if was.Name == is.Name {
				each(was.Rows, is.Rows, func(r *plan.Row) string { return r.Key }, func(key string, before, after *plan.Row) {
					c.differ(TableChanged, "tables."+is.Name+"["+strconv.Quote(key)+"]", rowText(was.Type, before), rowText(is.Type, after))
				})
			}
		}
	}
}

// rowText describes a row of a table: "CA", or {code: "CA", tax: 7.25}.
func rowText(t *ir.Type, r *plan.Row) string {
	if r == nil {
		return ""
	}
	if t.Elem.Kind != ir.Object {
		return ir.LiteralText(r.Cells[0])
	}
	cells := make([]string, len(r.Cells))
	for i, cell := range r.Cells {
		cells[i] = fmt.Sprintf("%s: %s", t.Elem.Object.Fields()[i].Name, ir.LiteralText(cell))
	}
	return "{" + strings.Join(cells, ", ") + "}"
}
