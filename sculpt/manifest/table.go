package manifest

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Table is a static look-up, inline or from a CSV file.
type Table struct {
	Name Value[string]
	File Value[string] // CSV, relative to the manifest; then Rows is nil
	Rows []*Entry      // inline: the values are to be scalars, or mappings of scalars; which is not checked here
}

func newTable(r *reader, name Value[string], what string, n *yaml.Node) *Table {
	t := &Table{Name: name}
	if file := tableFile(n); file != nil {
		value(&t.File, text(relativePath)).read(r, "the file of "+what, file)
		return t
	}
	t.File.Pos = name.Pos
	t.Rows = nodeReader{reader: r, verbatim: true}.entries(what, n)
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		r.errorf(name.place(), "empty", "%s has no rows", what)
	}
	return t
}

// tableFile returns the path of a table that is kept in a file: a mapping whose one key is file, with a name that ends
// in .csv. A table with the one row "file" is told apart by that.
func tableFile(n *yaml.Node) *yaml.Node {
	if n.Kind != yaml.MappingNode || len(n.Content) != 2 || resolve(n.Content[0]).Value != "file" {
		return nil
	}
	file := resolve(n.Content[1])
	if file.Kind != yaml.ScalarNode || !strings.EqualFold(path.Ext(file.Value), ".csv") {
		return nil
	}
	return file
}
