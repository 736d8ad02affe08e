package value

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Possible returns the values that an expression is known to have, each once: its literals, but for bytes, the values of an enum input, the
// cells of a table, and those of the vars that it is. What else it may be is not known.
func (s *Scope) Possible(n ir.Node) []any {
	var values []any
	seen := map[any]bool{}
	for _, v := range s.possible(n) {
		if _, bytes := v.([]byte); !bytes && !seen[v] {
			seen[v] = true
			values = append(values, v)
		}
	}
	return values
}

// possible is [Scope.Possible], with values that come twice.
func (s *Scope) possible(n ir.Node) []any {
	switch n := n.(type) {
	case *ir.Const:
		return []any{n.Value}
	case *ir.Cond:
		return append(s.possible(n.Then), s.possible(n.Else)...)
	case *ir.OrValue:
		return append(s.possible(n.X), s.possible(n.Else)...)
	case *ir.Root:
		if v := s.definition(n); v != nil {
			return v.possible
		}
	}
	if l, ok := tableLookUp(n); ok {
		return l.cells(s.tables[l.table], s.Possible(l.key))
	}
	if content := ir.Content(n); content != nil {
		return s.possible(content)
	}
	if enum := present(n.Type()).Enum; enum != nil {
		return lists.Map(enum.Values, func(v string) any { return v })
	}
	return nil
}

// lookUp is the search for a row of a table by a key, or for a cell of that row.
type lookUp struct {
	table  string
	key    ir.Node
	column string // empty: the table has single values
}

// tableLookUp returns the look-up whose value, or an optional of it, n is: tables.states[inputs.state],
// tables.states[?inputs.state], tables.states[inputs.state].area.
func tableLookUp(n ir.Node) (l lookUp, ok bool) {
	switch n := n.(type) {
	case *ir.Row:
		return lookUp{table: n.TableName(), key: n.Key}, true
	case *ir.Call:
		if n.Func != ir.FnOptKey {
			return l, false
		}
		if table, isRoot := n.Args[0].(*ir.Root); isRoot && table.Kind == ir.TableRoot {
			return lookUp{table: table.Name, key: n.Args[1]}, true
		}
	case *ir.Member:
		l, ok = tableLookUp(n.X)
		l.column = n.Field.Name
	}
	return l, ok
}

// cells returns the single values that a look-up can find in its table; known are the keys that it can have, none: any.
func (l lookUp) cells(table *plan.Table, known []any) []any {
	column := 0
	if object := table.Type.Elem.Object; object != nil {
		if column = slices.Index(object.Names(), l.column); column < 0 {
			return nil
		}
	}
	keys := map[any]bool{}
	for _, key := range known {
		keys[key] = true
	}
	var all []any
	for _, row := range table.Rows {
		if len(keys) == 0 || keys[row.Key] {
			all = append(all, row.Cells[column])
		}
	}
	return all
}

// allowed says why the schema's enum excludes a literal, or returns "".
func allowed(s *spec.Schema, value any) string {
	if len(s.Enum) == 0 || slices.ContainsFunc(s.Enum, func(v any) bool { return spec.SameValue(v, value) }) {
		return ""
	}
	return show(value) + " is none of the values that the document allows" + diag.Known(show(value), lists.Map(s.Enum, show))
}

// show is a literal as authors write it.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
