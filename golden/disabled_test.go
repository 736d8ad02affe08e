package golden

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// TestDisabled gives each case a disabled copy of every tool, and wants the code and the warnings that it has without them.
func TestDisabled(t *testing.T) {
	for _, c := range readCases(t, "cases") {
		t.Run(c.name, func(t *testing.T) {
			p := newProject(t, c.name)
			m, list := manifest.Read(filepath.Join(p.dir, "nact.yaml"))
			documents := document.Open(m, nil, &list)
			generate := func(m *manifest.Manifest) ([]gen.File, diag.List) {
				found := slices.Clone(list)
				checked := sculpt.Check(m, documents, sculpt.Options{}, &found)
				if checked == nil {
					t.Fatalf("the manifest has errors:\n%s", render(t, found))
				}
				files, err := gen.Generate(checked.Analyzed)
				if err != nil {
					t.Fatal(err)
				}
				return files, found
			}
			want, warnings := generate(m)

			more := *m
			more.Tools = nil
			for _, tool := range m.Tools {
				copied := *tool
				copied.Name.V, copied.ID, copied.Disabled.V = tool.Name.V+"_copy", manifest.Value[string]{}, true
				more.Tools = append(more.Tools, &copied)
			}
			more.Tools = append(more.Tools, m.Tools...)
			got, found := generate(&more)
			if !slices.Equal(found, warnings) {
				t.Errorf("the warnings are\n%sand without disabled tools\n%s", render(t, found), render(t, warnings))
			}
			if len(got) != len(want) {
				t.Fatalf("%d files are generated, without disabled tools %d", len(got), len(want))
			}
			for i, f := range got {
				if f.Path != want[i].Path || string(f.Content) != string(want[i].Content) {
					t.Errorf("%s differs", f.Path)
				}
			}
		})
	}
}
