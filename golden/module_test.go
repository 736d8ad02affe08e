package golden

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/exportdata"
	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// typeCheck returns the first error that a compiler would find in the packages that files make up, and in their tests.
func typeCheck(files []gen.File) error {
	m := &module{folders: map[string][]gen.File{}, checked: map[string]*types.Package{}}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".go") {
			m.folders[path.Dir(f.Path)] = append(m.folders[path.Dir(f.Path)], f)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(m.folders)) {
		if err := m.check(folder); err != nil {
			return err
		}
	}
	return nil
}

// module is the Go files of a module, by folder, and imports its own packages and those of its requirements.
type module struct {
	folders map[string][]gen.File
	checked map[string]*types.Package // by folder
}

// check checks the types of the package in a folder, and of its tests.
func (m *module) check(folder string) error {
	p, err := m.Import(path.Join(modulePath, folder))
	if err != nil {
		return err
	}
	inside, err := m.parse(folder, func(name, pkg string) bool { return pkg == p.Name() })
	if err != nil {
		return err
	}
	if _, err := m.types(p.Path(), inside); err != nil {
		return err
	}
	outside, err := m.parse(folder, func(name, pkg string) bool { return pkg != p.Name() })
	if err != nil || outside == nil {
		return err
	}
	_, err = m.types(p.Path()+"_test", outside)
	return err
}

func (m *module) Import(importPath string) (*types.Package, error) {
	if importPath != modulePath && !strings.HasPrefix(importPath, modulePath+"/") {
		library, err := libraries()
		if err != nil {
			return nil, err
		}
		return library.Import(importPath)
	}
	if p := m.checked[importPath]; p != nil {
		return p, nil
	}
	folder := path.Clean("." + strings.TrimPrefix(importPath, modulePath))
	files, err := m.parse(folder, func(name, _ string) bool { return !strings.HasSuffix(name, "_test.go") })
	if err != nil {
		return nil, err
	}
	m.checked[importPath], err = m.types(importPath, files)
	return m.checked[importPath], err
}

// parse parses the files in a folder that are wanted, by their names and those of their packages.
func (m *module) parse(folder string, wanted func(name, pkg string) bool) ([]*ast.File, error) {
	var syntax []*ast.File
	for _, f := range m.folders[folder] {
		parsed, err := parser.ParseFile(positions, f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if wanted(f.Path, parsed.Name.Name) {
			syntax = append(syntax, parsed)
		}
	}
	return syntax, nil
}

func (m *module) types(importPath string, files []*ast.File) (*types.Package, error) {
	config := types.Config{Importer: m, GoVersion: "go" + plan.LeastGo}
	return config.Check(importPath, positions, files, nil)
}

// positions are those of all files that are checked.
var positions = token.NewFileSet()

// libraries imports what generated packages do that is none of their modules'.
var libraries = sync.OnceValues(func() (types.Importer, error) {
	packages := []string{"../nact/...", "embed", "time/tzdata"}
	for _, e := range extension.All {
		packages = append(packages, "../"+e.Package)
	}
	return exportdata.Importer(packages...)
})
