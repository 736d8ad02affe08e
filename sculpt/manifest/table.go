package manifest

import (
	"cmp"
	"path"
	"regexp"
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

func newTable(r *reader, name Value[string], what string, n *yaml.Node) *Table {
	t := &Table{Name: name}
	t.File.Pos = name.Pos
	switch file := tableFile(n); {
	case file != nil:
		r.tableFile(t, what, n, file)
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

// tableFile returns the key by which a table names the file that it is kept in. A table with a row of that name is told apart by
// its value, which is the name of no such file.
func tableFile(n *yaml.Node) *yaml.Node {
	keys := keyNodes(n)
	key := keys["file"]
	if key == nil && len(keys) == 1 {
		for _, word := range fileWords {
			key = cmp.Or(key, keys[word])
		}
	}
	if key == nil {
		return nil
	}
	if file := valueOf(n, key); file.Kind != yaml.ScalarNode || !dataFile.MatchString(file.Value) {
		return nil
	}
	return key
}

// tableFile reads the name of the file that a table is kept in, which is the value of a key.
func (r *reader) tableFile(t *Table, what string, n, key *yaml.Node) {
	file := valueOf(n, key)
	for i := 0; i < len(n.Content); i += 2 {
		if other := n.Content[i]; other != key {
			r.errorf(r.place(other), "table-file", "%s is read from its file alone: the first line names the columns, and the first column is the key", what)
			break
		}
	}
	switch {
	case resolve(key).Value != "file":
		r.errorf(r.place(key), "table-file", "a table in a file is written {file: codes.csv}, not with %s", diag.Quote(resolve(key).Value))
	case !strings.EqualFold(path.Ext(file.Value), ".csv"):
		r.errorf(r.place(file), "table-file", "the file of %s must be CSV, not %s; save it as CSV, with names in the first line and the key in the first column, or write the rows here", what, diag.Quote(path.Ext(file.Value)))
	default:
		value(&t.File, text(relativePath)).read(r, "the file of "+what, file)
	}
}
