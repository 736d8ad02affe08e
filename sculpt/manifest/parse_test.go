package manifest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/sculpt/diag"
)

const smallManifest = "nact: 1\nservice: {name: acme}\ntools:\n  find_city: {description: Find.}\n"

func TestParseRefusesBytes(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"invalid UTF-8":                  {"nact: 1\n# \xff\n", "2:3: the byte 0xff is not UTF-8; save the file as UTF-8"},
		"truncated UTF-8":                {"nact: 1 # \xe6\x97", "1:11: the byte 0xe6 is not UTF-8; save the file as UTF-8"},
		"UTF-16, little endian":          {"\xff\xfen\x00", "1:1: this file is UTF-16; save it as UTF-8"},
		"UTF-16, big endian":             {"\xfe\xff\x00n", "1:1: this file is UTF-16; save it as UTF-8"},
		"NUL":                            {"nact: 1\x00\n", `1:8: the character U+0000 cannot stand in a manifest; remove it, or write "\u0000" in double quotes`},
		"escape character":               {"# \x1b[31m\n", `1:3: the character U+001B cannot stand in a manifest; remove it, or write "\u001b" in double quotes`},
		"next line":                      {"a: \u0085\n", `1:4: the character U+0085 cannot stand in a manifest; remove it, or write "\u0085" in double quotes`},
		"line separator":                 {"日: \u2028\n", `1:6: the character U+2028 cannot stand in a manifest; remove it, or write "\u2028" in double quotes`},
		"lone carriage return":           {"nact: 1\rservice: x\n", "1:8: a carriage return without a line feed; end lines with a line feed"},
		"byte order mark inside":         {"nact: 1\n\uFEFFservice: x\n", "2:1: a byte order mark inside the file; remove it"},
		"more than thirty-two mebibytes": {smallManifest + strings.Repeat("#\n", maxSize/2), "1:1: this file has more than 32 MiB"},
		"no bytes":                       {"", `1:1: the manifest is empty; it starts with "nact: 1"`},
		"only a byte order mark":         {"\uFEFF", `1:1: the manifest is empty; it starts with "nact: 1"`},
	} {
		t.Run(name, func(t *testing.T) {
			m, list := Parse("nact.yaml", []byte(c.data))
			if m != nil || len(list) != 1 || list[0].String() != "nact.yaml:"+c.want {
				t.Errorf("got %v, %v\nwant no manifest, and %s", m, list, c.want)
			}
		})
	}
}

func TestParseTakes(t *testing.T) {
	for name, data := range map[string]string{
		"a byte order mark":                "\uFEFF" + smallManifest,
		"lines that end in CRLF":           strings.ReplaceAll(smallManifest, "\n", "\r\n"),
		"a start and an end":               "---\n" + smallManifest + "...\n",
		"no line feed at the end":          strings.TrimSuffix(smallManifest, "\n"),
		"aliases":                          smallManifest + "  b: &b {description: x}\n  c: *b\n",
		"thirty-two mebibytes of comments": smallManifest + strings.Repeat("#\n", (maxSize-len(smallManifest))/2),
	} {
		t.Run(name, func(t *testing.T) {
			m, list := Parse("nact.yaml", []byte(data))
			if m == nil || len(list) > 0 || m.Tools[0].Name.V != "find_city" {
				t.Errorf("got %v, %v", m, list)
			}
		})
	}
}

func TestParseStopsAtAThousandFindings(t *testing.T) {
	var b strings.Builder
	b.WriteString(smallManifest)
	for i := range 5000 {
		fmt.Fprintf(&b, "x%d: 1\n", i)
	}
	if _, list := Parse("nact.yaml", []byte(b.String())); len(list) != maxFindings {
		t.Errorf("%d findings, want %d", len(list), maxFindings)
	}
}

func TestRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nact.yaml")
	if err := os.WriteFile(file, []byte(smallManifest), 0o666); err != nil {
		t.Fatal(err)
	}
	m, list := Read(file)
	if m == nil || m.File != file || len(m.Sources) != 1 || string(m.Sources[0].Text) != smallManifest || len(list) > 0 {
		t.Errorf("got %v, %v", m, list)
	}
}

func TestReadOfNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nact.yaml")
	m, list := Read(file)
	want := file + ": the manifest cannot be read: no such file or directory"
	if m != nil || len(list) != 1 || list[0].String() != want {
		t.Errorf("got %v, %v\nwant %s", m, list, want)
	}
}

func TestExprAt(t *testing.T) {
	src := smallManifest + "    \n  b:\n    description: x\n    require:\n      - fail: X\n        that: >-\n          inputs.city\n          != 'x'\n\n          && false\n"
	m, list := Parse("nact.yaml", []byte(src))
	if len(list) > 0 {
		t.Fatal(list)
	}
	that := m.Tools[1].Require[0].That
	if want := "inputs.city != 'x'\n&& false"; that.Text != want {
		t.Fatalf("text is %q, want %q", that.Text, want)
	}
	for word, want := range map[string]string{"inputs": "11:11", "city": "11:18", "!=": "12:11", "'x'": "12:14", "&&": "14:11", "false": "14:14"} {
		if got := that.At(strings.Index(that.Text, word)).String(); got != "nact.yaml:"+want {
			t.Errorf("%s is at %s, want %s", word, got, want)
		}
	}
	if got := that.At(1000).String(); got != "nact.yaml:14:19" {
		t.Errorf("the end is at %s, want 14:19", got)
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkParsed(t, data, func() (*Manifest, diag.List) { return Parse("nact.yaml", data) })
		checkParsed(t, data, func() (*Manifest, diag.List) {
			return Parse("nact.yaml", []byte("nact: 1\nservice: {name: x}\ninclude: a.yaml\n"), Source{"a.yaml", data})
		})
	})
}

// checkParsed checks what comes of parsing data, as a manifest or as all that a manifest includes.
func checkParsed(t *testing.T, data []byte, parse func() (*Manifest, diag.List)) {
	m, list := parse()
	if m == nil && !list.HasErrors() {
		t.Error("neither a manifest nor an error")
	}
	lines := bytes.Split(data, []byte("\n"))
	for _, d := range list {
		if strings.HasPrefix(d.Message, "neither the manifest nor") {
			continue // it is about both files
		}
		if d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Column < 1 || d.Pos.Column > len(lines[d.Pos.Line-1])+1 {
			t.Errorf("outside the file: %v", d)
		} else if d.Length > 1 && d.Pos.Column-1+d.Length > len(lines[d.Pos.Line-1]) {
			t.Errorf("%d bytes go over the end of the line: %v", d.Length, d)
		}
		if d.Message == "" || d.Rule == "" || strings.Contains(d.Message, "\n") || !utf8.ValidString(d.Message) {
			t.Errorf("not one line of text: %q", d.Message)
		}
	}
	if m != nil {
		checkPlaces(t, m, lines)
	}
}

// checkPlaces checks that every expression starts at a place inside the file, and so does all of its text.
func checkPlaces(t *testing.T, m *Manifest, lines [][]byte) {
	for _, tool := range m.Tools {
		for _, v := range tool.Vars {
			if v.Value == nil {
				continue
			}
			for _, p := range v.Value.Parts {
				if p.Expr == nil {
					continue
				}
				for i := range len(p.Expr.Text) + 1 {
					if at := p.Expr.At(i); at.Line > len(lines) || at.Column > len(lines[at.Line-1])+1 {
						t.Errorf("byte %d of %q is outside the file: %v", i, p.Expr.Text, at)
					}
				}
			}
		}
	}
}

// TestDocumentedExample parses the manifest that the reference starts with.
func TestDocumentedExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/manifest.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	example, _, found := strings.Cut(rest, "```")
	if m, list := Parse("nact.yaml", []byte(example)); !found || m == nil || len(list) > 0 {
		t.Errorf("the example in docs/manifest.md has findings: %v", list)
	}
}

func TestOnly(t *testing.T) {
	const tool = `
  %s:
    description: Read something.
    steps: {a: {call: %s}}
    outputs: {x: {description: A text., value: "x"}}`
	src := "nact: 1\nservice: {name: x}\nupstreams: {one: {openapi: 1.yaml}, two: {openapi: 2.yaml}}\ntools:" +
		fmt.Sprintf(tool, "read_one", "one.get.it") + fmt.Sprintf(tool, "read_two", "two GET /it") + "\n"
	m, list := Parse("nact.yaml", []byte(src))
	if len(list) > 0 {
		t.Fatal(list)
	}
	for tool, upstream := range map[string]string{"read_one": "one", "read_two": "two"} {
		only := m.Only(tool)
		if len(only.Tools) != 1 || only.Tools[0].Name.V != tool || !slices.Equal(only.UpstreamNames(), []string{upstream}) {
			t.Errorf("%s: %v with %v", tool, only.Tools, only.UpstreamNames())
		}
	}
	if len(m.Tools) != 2 || len(m.Upstreams) != 2 {
		t.Error("the manifest itself was changed")
	}
	if _, operation := m.Tools[0].Steps[0].Operation(); operation != "get.it" {
		t.Errorf("the operation is %q", operation)
	}
	if _, operation := m.Tools[1].Steps[0].Operation(); operation != "GET /it" {
		t.Errorf("the operation is %q", operation)
	}
}
