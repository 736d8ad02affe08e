package golden

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// TestEdits makes small edits of a manifest, each for itself, and compares what they change in the generated package: a
// change of a manifest shows only itself.
//
// A file of testdata/edits is named after what it edits: an example, or else a case. Each of its sections is one edit.
// First stand lines of the manifest with a sign: a blank for what is there, a minus for what goes, a plus for what comes;
// a line "in FILE" names another file, and "@@" stands between two places. After an empty line stands what the edit
// changes: a line for a file, with the top-level declarations that differ and how many of their lines are new and gone.
// Lines that start with # are remarks. An edit that changes the files of several tools needs one that says why.
func TestEdits(t *testing.T) {
	for _, c := range readCases(t, "edits") {
		t.Run(c.name, func(t *testing.T) {
			p := newProject(t, c.name)
			tools, before := p.generate(t)
			for i := range c.archive.Files {
				section := &c.archive.Files[i]
				t.Run(section.Name, func(t *testing.T) {
					e := parseEdit(t, string(section.Data))
					undo := p.apply(t, e)
					defer undo()
					toolsAfter, after := p.generate(t)
					effect, files := changedFiles(t, before, after)
					if of := owners(files, append(toolsAfter, tools...)); len(of) > 1 && e.remarks == "" {
						t.Errorf("this changes the files of %v, and no remark says why", of)
					}
					c.expect(t, section, []byte(e.lines+"\n"+effect+e.remarks))
				})
			}
			c.save(t)
		})
	}
}

// project is the folder of a manifest with what it refers to.
type project struct {
	dir       string
	documents document.Set // no edit changes them; nil until they are needed
}

// newProject copies the example of that name, or the input of the case.
func newProject(t *testing.T, name string) *project {
	t.Helper()
	root := t.TempDir()
	writeModule(t, root, nil)
	p := &project{dir: filepath.Join(root, name)}
	example := filepath.Join("..", "examples", name)
	if _, err := os.Stat(example); err == nil {
		if err := os.CopyFS(p.dir, os.DirFS(example)); err != nil {
			t.Fatal(err)
		}
		return p
	}
	file := filepath.Join("testdata", "cases", name+".txtar")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	(&goldenCase{name: name, path: file, archive: archive}).write(t, p.dir)
	return p
}

// generate returns the names of the tools and the files of the package as the project is now. What is published is not
// looked at.
func (p *project) generate(t *testing.T) (tools []string, files []gen.File) {
	t.Helper()
	m, list := manifest.Read(filepath.Join(p.dir, "nact.yaml"))
	if p.documents == nil {
		p.documents = document.Open(m, nil, &list)
	}
	checked := sculpt.Check(m, p.documents, sculpt.Options{Unlocked: true}, &list)
	if list.HasErrors() {
		t.Fatalf("the manifest has errors:\n%s", render(t, list))
	}
	files, err := gen.Generate(checked.Analyzed)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range checked.Plan.Tools {
		tools = append(tools, tool.Signature.Name)
	}
	return tools, files
}

// owners returns the tools that have one of the files.
func owners(files, tools []string) []string {
	var found []string
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(file, ".go"), "_test")
		if slices.Contains(tools, name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// apply makes an edit until undo is called.
func (p *project) apply(t *testing.T, e *edit) (undo func()) {
	t.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(e.file))
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := "\n" + string(content)
	for _, h := range e.hunks {
		if n := strings.Count(text, "\n"+h.old); n != 1 {
			t.Fatalf("%s has these lines %d times:\n%s", e.file, n, h.old)
		}
		text = strings.Replace(text, "\n"+h.old, "\n"+h.new, 1)
	}
	writeFile(t, file, []byte(text[1:]))
	return func() { writeFile(t, file, content) }
}

// edit is an edit of one file.
type edit struct {
	file    string
	hunks   []hunk
	lines   string // as the section has them
	remarks string
}

// hunk is what stands somewhere in a file, and what stands there afterwards.
type hunk struct{ old, new string }

func parseEdit(t *testing.T, section string) *edit {
	t.Helper()
	lines, rest, _ := strings.Cut(section, "\n\n")
	e := &edit{file: "nact.yaml", hunks: []hunk{{}}, lines: strings.TrimSuffix(lines, "\n") + "\n"}
	for line := range strings.Lines(e.lines) {
		h := &e.hunks[len(e.hunks)-1]
		sign, text := line[0], line[1:]
		switch sign {
		case ' ':
			h.old += text
			h.new += text
		case '-':
			h.old += text
		case '+':
			h.new += text
		case '@':
			e.hunks = append(e.hunks, hunk{})
		case 'i':
			e.file = strings.TrimSpace(strings.TrimPrefix(line, "in "))
		default:
			t.Fatalf("this line of an edit has no sign: %s", line)
		}
	}
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "#") {
			e.remarks += line
		}
	}
	return e
}
