package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/file"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// maxCSV is the size in bytes of the largest CSV file.
const maxCSV = 16 << 20

// csv reads a CSV file (RFC 4180): its first line names the columns, the first column is the key. Cells are text.
func (r *reader) csv(named manifest.Value[string]) bool {
	content, ok := file.Read(r.files, named, "the file of the table", maxCSV, r.found)
	if !ok || !r.legible(named, content) {
		return false
	}
	if at := inputs.ConflictMarker(content); at >= 0 {
		r.found.ErrorAt(named, "conflict", "%s: here begins or ends what git could not merge; choose one version, and delete the lines with <<<<<<<, ======= and >>>>>>>", file.Place(named, content, at))
		return false
	}
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	var parse *csv.ParseError
	switch {
	case errors.As(err, &parse):
		r.found.ErrorAt(named, "csv", "%s:%d:%d: %v", named.V, parse.Line, parse.Column, parse.Err)
		return false
	case err != nil:
		r.found.ErrorAt(named, "csv", "%s: %v", named.V, err)
		return false
	case len(lines) > 0 && len(lines[0]) == 1 && strings.ContainsAny(lines[0][0], ";\t"):
		r.found.ErrorAt(named, "csv", "%s has no comma in its first line; write commas between its cells, not semicolons or tabs", named.V)
		return false
	case len(lines) < 2 || len(lines[0]) < 2:
		r.found.ErrorAt(named, "csv", "%s needs a line of column names, and rows of a key and at least one more column", named.V)
		return false
	}
	return r.csvColumns(named, lines[0][1:]) && r.csvRows(named, lines[1:])
}

// legible reports whether what is written in a CSV file can be seen: its cells are what agents read.
func (r *reader) legible(named manifest.Value[string], content []byte) bool {
	for at, c := range invisible.In(string(content)) {
		if c == '\r' && bytes.HasPrefix(content[at:], []byte("\r\n")) || c == '\uFEFF' && at == 0 {
			continue // of a line's end, at the file's start
		}
		r.found.ErrorAt(named, "invisible-character", "%s: %s is not seen by those who read this, and agents do read it; remove it", file.Place(named, content, at), invisible.Name(c))
		return false
	}
	return true
}

// csvColumns makes the type of the table. One with a single column is a table of single values.
func (r *reader) csvColumns(named manifest.Value[string], names []string) bool {
	object := &ir.ObjectType{Name: "a row of " + r.Name}
	for _, name := range names {
		if object.Field(name) != nil {
			r.found.ErrorAt(named, "csv", "%s: the column %q stands there twice", named.V, name)
			return false
		}
		object.Add(&ir.Field{Name: name, Type: ir.StringType, Required: true})
	}
	r.Type = ir.MapOf(ir.StringType, ir.ObjectOf(object))
	if len(object.Fields()) == 1 {
		r.Type = ir.MapOf(ir.StringType, ir.StringType)
	}
	return true
}

func (r *reader) csvRows(named manifest.Value[string], lines [][]string) bool {
	seen := map[string]bool{}
	for _, line := range lines {
		if seen[line[0]] {
			r.found.ErrorAt(named, "csv", "%s: the key %q stands there twice", named.V, line[0])
			return false
		}
		seen[line[0]] = true
		row := plan.Row{Key: line[0]}
		for _, cell := range line[1:] {
			if expression := manifest.ExpressionIn(cell); expression != "" {
				r.found.WarnAt(named, "unmarked-expression", "%s: the row %q holds %s as text: no expression can stand in a table", named.V, line[0], expression)
			}
			row.Cells = append(row.Cells, cell)
		}
		r.Rows = append(r.Rows, row)
	}
	return true
}
