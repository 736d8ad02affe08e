package table_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/table"
)

// TestCharactersOfCSV: what nobody sees is refused in names of columns, keys and cells, with its place; line ends, an order mark and emoji
// are not.
func TestCharactersOfCSV(t *testing.T) {
	for content, want := range map[string]string{
		"key,name\r\na,\"two\r\nlines\"\r\n": "",
		"\uFEFFkey,name\na,❤\uFE0F\n":        "",
		"key,na\u200Bme\na,b\n":              "t.csv:1:7: U+200B ZERO WIDTH SPACE",
		"key,name\na\u00ADb,c\n":             "t.csv:2:2: U+00AD SOFT HYPHEN",
		"key,name\na,\"é\u202Eb\"\n":         "t.csv:2:6: U+202E RIGHT-TO-LEFT OVERRIDE",
		"key,name\na,b\x1bc\n":               "t.csv:2:4: U+001B ESCAPE",
		"key,name\na,\"b\rc\"\n":             "t.csv:2:5: U+000D CARRIAGE RETURN",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		named := manifest.Value[string]{V: "t.csv", Pos: diag.Position{File: filepath.Join(dir, "nact.yaml"), Line: 1, Column: 1}, Set: true}
		var found diag.List
		table.Read(inputs.Tree{}, []*manifest.Table{{Name: manifest.Value[string]{V: "t"}, File: named}}, &found)
		switch {
		case want == "" && len(found) == 0:
		case want == "" || len(found) != 1:
			t.Errorf("%q: %v, want %q", content, found, want)
		case found[0].Rule != "invisible-character" || found[0].Message[:len(want)] != want:
			t.Errorf("%q: %v, want %q", content, found[0], want)
		}
	}
}

// TestExpressionsInCSV: cells are text, also those that read like expressions, which a warning says.
func TestExpressionsInCSV(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte("key,name\na,b\nc,${inputs.name}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	named := manifest.Value[string]{V: "t.csv", Pos: diag.Position{File: filepath.Join(dir, "nact.yaml"), Line: 1, Column: 1}, Set: true}
	var found diag.List
	table.Read(inputs.Tree{}, []*manifest.Table{{Name: manifest.Value[string]{V: "t"}, File: named}}, &found)
	want := `t.csv: the row "c" holds ${inputs.name} as text: no expression can stand in a table`
	if len(found) != 1 || found[0].Rule != "unmarked-expression" || found[0].Message != want {
		t.Errorf("%v, want %q", found, want)
	}
}
