package manifest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// including is a manifest with a value of the key include. Its own tool is read_main.
const including = `nact: 1
service: {name: x}
include: %s
tools:
  read_main: {description: Read something., outputs: {x: {description: A text., value: x}}}
`

// part is the text of an included file with a tool.
func part(tool string) string {
	return "tools:\n  " + tool + ": {description: Read something., outputs: {x: {description: A text., value: x}}}\n"
}

// lay writes files into a folder of their own, which becomes the working folder. A name that ends in a slash is a folder; a
// text that starts with -> is the target of a link.
func lay(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, link := strings.CutPrefix(text, "-> "); link {
			err = os.Symlink(target, name)
		} else if !strings.HasSuffix(name, "/") {
			err = os.WriteFile(name, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestInclude(t *testing.T) {
	for _, c := range []struct {
		name, include string
		files         map[string]string
		want          string // names of the tools in their order, or the findings
	}{
		{name: "one file", include: "more.yaml", files: map[string]string{"more.yaml": part("b")}, want: "read_main b"},
		{name: "a pattern, by name", include: "tools/*.yaml",
			files: map[string]string{"tools/b.yaml": part("b"), "tools/a.yaml": part("z"), "tools/c.yml": part("c")}, want: "read_main z b"},
		{name: "patterns in their order, each file once", include: "[tools/b.yaml, ./tools/*.yaml, tools/a.yaml]",
			files: map[string]string{"tools/a.yaml": part("a"), "tools/b.yaml": part("b")}, want: "read_main b a"},
		{name: "folders by a pattern", include: "'*/[a-z].yaml'",
			files: map[string]string{"one/a.yaml": part("a"), "two/b.yaml": part("b"), "two/3.yaml": part("c")}, want: "read_main a b"},
		{name: "a link inside the folder", include: "link.yaml",
			files: map[string]string{"tools/a.yaml": part("a"), "link.yaml": "-> tools/a.yaml"}, want: "read_main a"},
		{name: "a file and a link to it, once", include: "'tools/*.yaml'",
			files: map[string]string{"tools/a.yaml": part("a"), "tools/b.yaml": "-> a.yaml"}, want: "read_main a"},
		{name: "a file behind a link to its folder, once", include: "[tools/*.yaml, tools/*/*.yaml]",
			files: map[string]string{"tools/a.yaml": part("a"), "tools/loop": "-> ."}, want: "read_main a"},
		{name: "no hidden files", include: "['tools/*.yaml', '*/?a.yaml']",
			files: map[string]string{"tools/a.yaml": part("a"), "tools/ba.yaml": part("b"), "tools/.#a.yaml": "-> me@host.1:2", "tools/.a.yaml": "\x00", ".git/ca.yaml": ""}, want: "read_main a b"},
		{name: "hidden files by their dot", include: ".tools/.*.yaml",
			files: map[string]string{".tools/.a.yaml": part("a"), ".tools/b.yaml": part("b")}, want: "read_main a"},
		{name: "a byte order mark and carriage returns", include: "'?.yaml'",
			files: map[string]string{"a.yaml": "\uFEFF" + strings.ReplaceAll(part("a"), "\n", "\r\n"), "b.yaml": "\uFEFFtools:\r\n  b: {descriptio: x, outputs: {}}\r\n"},
			want:  `b.yaml:2:7: unknown key "descriptio" in tool "b"; did you mean "description"?`},
		{name: "two documents", include: "a.yaml", files: map[string]string{"a.yaml": part("a") + "---\n" + part("b")},
			want: "a.yaml:3:1: a second YAML document starts here; a file holds a single one"},
		{name: "an anchor of another file", include: "a.yaml", files: map[string]string{"nact.yaml": strings.Replace(fmt.Sprintf(including, "a.yaml"), "{desc", "&it {desc", 1), "a.yaml": "tools: {a: *it}\n"}, want: "a.yaml:1:12: unknown anchor 'it' referenced; quote the value if it starts with * or &"},

		{name: "no match", include: "[none.yaml, 'tools/*.yaml']", want: `nact.yaml:3:11: no file matches "none.yaml"
nact.yaml:3:22: no file matches "tools/*.yaml"`},
		{name: "the manifest itself", include: "'*.yaml'", want: "nact.yaml:3:10: the manifest includes itself; put what it includes into a folder of its own, as in tools/*.yaml"},
		{name: "a link to the manifest", include: "tools/*.yaml", files: map[string]string{"tools/a.yaml": "-> ../nact.yaml"},
			want: "nact.yaml:3:10: the manifest includes itself; put what it includes into a folder of its own, as in tools/*.yaml"},
		{name: "hidden files alone", include: "tools/*.yaml", files: map[string]string{"tools/.a.yaml": part("a")}, want: `nact.yaml:3:10: no file matches "tools/*.yaml"`},
		{name: "an empty list", include: "[]", want: `nact.yaml:3:10: "include" is empty; name at least one file, or leave the key out`},
		{name: "a folder", include: "tools", files: map[string]string{"tools/": ""}, want: `nact.yaml:3:10: "tools" is no file that could be included; name files, as in tools/*.yaml`},
		{name: "a link that leaves the folder", include: "'l*.yaml'", files: map[string]string{"link.yaml": "-> /dev/null"},
			want: `nact.yaml:3:10: the file "link.yaml" cannot be read: path escapes from parent`},
		{name: "out of the folder", include: "../a.yaml", want: `nact.yaml:3:10: "include" leads out of the manifest's folder: "../a.yaml"; included files stand in it or below`},
		{name: "an absolute path", include: "[/a.yaml]", want: `nact.yaml:3:11: an entry of "include" must be a path relative to the manifest, not "/a.yaml"`},
		{name: "no pattern", include: "'[a.yaml'", want: `nact.yaml:3:10: "include" is no pattern: "[a.yaml"; write it as in tools/*.yaml`},
		{name: "all folders", include: "'**/a.yaml'", want: `nact.yaml:3:10: "include" holds **, which is not part of the format: "**/a.yaml"; name each folder, as in tools/*.yaml`},
		{name: "no text", include: "{a: b}", want: `nact.yaml:3:10: "include" must be text, not a mapping`},

		{name: "a tool in two files", include: "[a.yaml, b.yaml]", files: map[string]string{"a.yaml": part("a"), "b.yaml": part("a")},
			want: `b.yaml:2:3: the tool "a" is given twice; it stands at a.yaml:2:3 already`},
		{name: "a tool of the manifest", include: "a.yaml", files: map[string]string{"a.yaml": part("read_main")},
			want: `a.yaml:2:3: the tool "read_main" is given twice; it stands at nact.yaml:5:3 already`},
		{name: "everything twice", include: "[a.yaml, b.yaml]", files: map[string]string{
			"a.yaml": "config: {k: {}}\nupstreams: {u: {openapi: u.yaml}}\ntables: {t: {A: a}}\n", "b.yaml": "tables: {t: {A: a}}\nconfig: {k: {}}\nupstreams: {u: {openapi: u.yaml}}\n",
		}, want: `b.yaml:1:10: the table "t" is given twice; it stands at a.yaml:3:10 already
b.yaml:2:10: the config value "k" is given twice; it stands at a.yaml:1:10 already
b.yaml:3:13: the upstream "u" is given twice; it stands at a.yaml:2:13 already`},
		{name: "keys of the manifest", include: "a.yaml", files: map[string]string{"a.yaml": "nact: 1\nservice: {name: x}\ngo: {}\ninclude: b.yaml\n"},
			want: `a.yaml:1:1: "nact" belongs into the manifest, not into a file that it includes
a.yaml:2:1: "service" belongs into the manifest, not into a file that it includes
a.yaml:3:1: "go" belongs into the manifest, not into a file that it includes
a.yaml:4:1: "include" belongs into the manifest, not into a file that it includes`},
		{name: "an unknown key", include: "a.yaml", files: map[string]string{"a.yaml": "tool: {}\n"},
			want: `a.yaml:1:1: unknown key "tool" in an included file; did you mean "tools"?`},
		{name: "mistakes in several files", include: "[b.yaml, a.yaml]", files: map[string]string{"a.yaml": "tools: []\n", "b.yaml": "tables: 5\n"},
			want: `a.yaml:1:8: "tools" must be a mapping, not a list; write it as in tools: {find_city: {description: Find a city.}}
b.yaml:1:9: "tables" must be a mapping, not the number 5`},
		{name: "an empty file", include: "a.yaml", files: map[string]string{"a.yaml": "# nothing\n"},
			want: "a.yaml:1:1: this file is empty; what a manifest includes has config, upstreams, tables, functions, parts or tools"},
		{name: "no YAML", include: "[a.yaml, b.yaml]", files: map[string]string{"a.yaml": "tools: \"a\n", "b.yaml": "tolls: {}\n"},
			want: `a.yaml:1:8: the quote that opens here is not closed
b.yaml:1:1: unknown key "tolls" in an included file; did you mean "tools"?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"nact.yaml": fmt.Sprintf(including, c.include)}
			for name, text := range c.files {
				files[name] = text
			}
			lay(t, files)
			m, list := Read("nact.yaml")
			var got []string
			for _, d := range list {
				got = append(got, d.String())
			}
			separator := "\n"
			if len(list) == 0 {
				separator = " "
				for _, tool := range m.Tools {
					got = append(got, tool.Name.V)
				}
			}
			if text := strings.Join(got, separator); text != c.want {
				t.Errorf("got\n%s\nwant\n%s", text, c.want)
			}
		})
	}
}

// TestIncludeAlone: the tools of a manifest can all stand in other files, but there have to be some.
func TestIncludeAlone(t *testing.T) {
	lay(t, map[string]string{
		"nact.yaml": "nact: 1\nservice: {name: x}\ninclude: [a.yaml]\n", "a.yaml": part("a"),
		"bare.yaml": "nact: 1\nservice: {name: x}\ninclude: [b.yaml]\n", "b.yaml": "config: {k: {}}\n",
	})
	if m, list := Read("nact.yaml"); len(list) > 0 || len(m.Tools) != 1 {
		t.Errorf("got %v", list)
	}
	if _, list := Read("bare.yaml"); len(list) != 1 || list[0].String() != "bare.yaml:1:1: neither the manifest nor a file that it includes has tools" {
		t.Errorf("got %v", list)
	}
}

// TestIncludeIncomplete: where a file is missing, nothing is known of the rest.
func TestIncludeIncomplete(t *testing.T) {
	lay(t, map[string]string{"nact.yaml": fmt.Sprintf(including, "[a.yaml, b.yaml]"), "a.yaml": part("a"), "b.yaml": "- "})
	for _, include := range []string{"[a.yaml, c.yaml]", "[a.yaml, ../b.yaml]"} {
		if err := os.WriteFile("other.yaml", []byte(fmt.Sprintf(including, include)), 0o666); err != nil {
			t.Fatal(err)
		}
		if m, list := Read("other.yaml"); m != nil || len(list) != 1 {
			t.Errorf("%s: got %v, %v", include, m, list)
		}
	}
}

func TestIncludeBounds(t *testing.T) {
	files := map[string]string{"nact.yaml": fmt.Sprintf(including, "parts/*.yaml"), "big.yaml": fmt.Sprintf(including, "big/*.yaml"), "huge.yaml": fmt.Sprintf(including, "huge/*.yaml")}
	for i := range maxIncluded + 1 {
		files[fmt.Sprintf("parts/%04d.yaml", i)] = "tools: {}\n"
	}
	for i := range 2 {
		files[fmt.Sprintf("big/%d.yaml", i)] = "#" + strings.Repeat("x", maxSize/2-1)
	}
	files["huge/1.yaml"] = "#" + strings.Repeat("x", maxSize)
	lay(t, files)
	for file, want := range map[string]string{
		"nact.yaml": "nact.yaml:3:10: more than 1000 files are included",
		"big.yaml":  "big.yaml:3:10: the manifest and what it includes have more than 32 MiB together",
		"huge.yaml": "huge.yaml:3:10: the manifest and what it includes have more than 32 MiB together",
	} {
		m, list := Read(file)
		if i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.String() == want }); m != nil || i < 0 {
			t.Errorf("%s: got %v, want %s", file, list[:min(len(list), 3)], want)
		}
	}
}

// TestIncludeFindingsAreBounded: also those of many files.
func TestIncludeFindingsAreBounded(t *testing.T) {
	wrong := strings.Repeat("x", 3)
	var text strings.Builder
	for i := range maxFindings - 10 {
		fmt.Fprintf(&text, "%s%d: 1\n", wrong, i)
	}
	var sources []Source
	for i := range 5 {
		sources = append(sources, Source{fmt.Sprintf("%d.yaml", i), []byte(text.String())})
	}
	if _, list := Parse("nact.yaml", []byte(smallManifest), sources...); len(list) != maxFindings {
		t.Errorf("%d findings, want %d", len(list), maxFindings)
	}
	text.Reset()
	text.WriteString("config:\n")
	for i := range maxFindings + 1 {
		fmt.Fprintf(&text, "  k%d: {}\n", i)
	}
	same := []byte(text.String())
	if _, list := Parse("nact.yaml", []byte(smallManifest), Source{"a.yaml", same}, Source{"b.yaml", same}); len(list) != maxFindings {
		t.Errorf("%d findings about names that are given twice, want %d", len(list), maxFindings)
	}
}

// TestPlacesOfIncluded: paths are relative to the file that they stand in.
func TestPlacesOfIncluded(t *testing.T) {
	dir := t.TempDir()
	main, other := filepath.Join(dir, "nact.yaml"), filepath.Join(dir, "vendor", "geo.yaml")
	m, list := Parse(main, []byte(smallManifest+"upstreams: {a: {openapi: openapi/a.yaml}}\n"),
		Source{other, []byte("upstreams: {b: {openapi: b.yaml}, c: {openapi: ../c.yaml}, d: {openapi: ../../d.yaml}}\n")})
	if len(list) > 0 {
		t.Fatal(list)
	}
	var near []string
	for _, u := range m.Upstreams {
		near = append(near, m.Near(u.OpenAPI))
	}
	if want := []string{"openapi/a.yaml", "vendor/b.yaml", "c.yaml", "../d.yaml"}; !slices.Equal(near, want) {
		t.Errorf("got %q, want %q", near, want)
	}
	if got := m.SourceOf(m.Upstreams[1].Name.Pos); got != "vendor/geo.yaml" || !m.Has(other) || m.Has(filepath.Join(dir, "geo.yaml")) {
		t.Errorf("the upstream stands in %s", got)
	}
}
