package manifest

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Table is a static look-up, inline or from a CSV file.
type Table struct {
	Name Value[string]
	File Value[string] // CSV, relative to the manifest; then Rows is nil
	Rows []*Entry      // inline: the values are to be scalars, or mappings of scalars; which is not checked here
}

// tableForm is that of rows, which a mapping with a file is as well: a table may have a row of that name.
func tableForm(b *book) *Form {
	cell := leaf(Form{Kind: SingleOrNull})
	return anyNames(either(cell, anyNames(cell))).filled()(b)
}

func newTable(r *reader, name Value[string], what string, n *yaml.Node) *Table {
	t := &Table{Name: name}
	t.File.Pos = name.Pos
	switch key, file := tableFile(n); {
	case key != nil:
		r.tableFile(t, what, n, key, file)
	case n.Kind == yaml.ScalarNode && dataFile.MatchString(n.Value):
		r.errorf(r.place(n), "table-file", "%s must be a mapping; a table in a file is written {file: codes.csv}", what)
	default:
		t.Rows = nodeReader{reader: r, verbatim: true}.entries(what, n)
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(name.place(), "empty", "%s has no rows", what)
		}
	}
	return t
}

// dataFile matches the name of a file that holds a table, in whatever format.
var dataFile = regexp.MustCompile(`(?i)^\S.*\.(csv|tsv|tab|txt|json|jsonl|ndjson|ya?ml|xlsx?|ods|xml)$`)

// fileWords are keys by which authors name a file.
var fileWords = []string{"csv", "filename", "from", "json", "path", "source", "src", "tsv", "url", "xlsx"}

// tableFile returns the name of the file that a table is kept in, and the key of which it is the value. A table with a row of that key
// is told apart by its value, which is the name of no such file.
func tableFile(n *yaml.Node) (key, file *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, file := resolve(n.Content[i]), resolve(n.Content[i+1])
		names := key.Value == "file" || len(n.Content) == 2 && slices.Contains(fileWords, key.Value)
		if names && file.Kind == yaml.ScalarNode && dataFile.MatchString(file.Value) {
			return key, file
		}
	}
	return nil, nil
}

// tableFile reads the name of the file that a table is kept in.
func (r *reader) tableFile(t *Table, what string, n, key, file *yaml.Node) {
	if len(n.Content) > 2 {
		r.errorf(r.place(n), "table-file", "%s is read from its file alone, of which the first line names the columns, and the first column is the key; leave out the other keys", what)
	}
	switch {
	case key.Value != "file":
		r.errorf(r.place(key), "table-file", "a table in a file is written {file: codes.csv}, not with %s", diag.Quote(key.Value))
	case !strings.EqualFold(path.Ext(file.Value), ".csv"):
		r.errorf(r.place(file), "table-file", "the file of %s must be CSV, not %s; save it as CSV, with names in the first line and the key in the first column, or write the rows here", what, diag.Quote(path.Ext(file.Value)))
	default:
		value(&t.File, text(relativePath)).read(r, "the file of "+what, file)
	}
}
