package gen

import (
	"fmt"
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/runtimecopy"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/templates"
)

// File is one generated file: its Path is slash-separated and relative to the output folder.
type File = artifact.File

// Generate returns the files of the service that plan describes, sorted by path: the same bytes for the same plan.
//
// A stand-alone service (plan.Go.Module is set) is a Go module: its package stands in a folder of its own, named like
// the package, with copies of the recorded answers that its tests play. Otherwise the output folder is that of the
// package, and the tests refer to the recorded answers beside the manifest.
func Generate(p *plan.Plan) ([]File, error) {
	g := newGenerator(p)
	files, err := g.packageFiles()
	if err != nil {
		return nil, err
	}
	if p.Go.Module != "" {
		for i := range files {
			files[i].Path = path.Join(p.Go.Package, files[i].Path)
		}
		service, err := templates.Files(g.serviceTemplate())
		if err != nil {
			return nil, err
		}
		files = append(files, service...)
	}
	if p.Go.CopyRuntime {
		library, err := runtimecopy.Files(p.Go.RuntimePath)
		if err != nil {
			return nil, err
		}
		files = append(files, library...)
	}
	artifact.Sort(files)
	return files, artifact.Check(files)
}

// packageFiles returns the files of the generated package, their paths relative to its folder.
func (g *generator) packageFiles() ([]File, error) {
	r := renderer{g: g}
	for _, t := range g.plan.Tools {
		r.tool(t)
	}
	for _, u := range g.plan.Upstreams {
		r.file(g.names.upstreamFile(u), g.upstreamFile(u))
	}
	if len(g.plan.Tables) > 0 {
		r.file(tablesFile, g.tablesFile())
	}
	r.file(serviceFile, g.serviceFile())
	if hasExamples(g.plan) {
		r.file(serviceFile+"_test", g.testHelperFile())
	}
	r.recordings()
	return r.files, r.err
}

func hasExamples(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Tools, func(t *plan.Tool) bool { return len(t.Examples) > 0 })
}

// renderer collects files. After the first error it does nothing.
type renderer struct {
	g     *generator
	files []File
	err   error
}

// file renders f as name.go.
func (r *renderer) file(name string, f *jen.File) {
	if r.err != nil {
		return
	}
	content, err := r.g.render(f)
	if err != nil {
		r.err = fmt.Errorf("%s.go: %w", name, err)
		return
	}
	r.files = append(r.files, File{Path: name + ".go", Content: content})
}

// tool renders the files of a tool: itself, its older versions if there are any, and its test if it has examples.
func (r *renderer) tool(t *plan.Tool) {
	name := r.g.names.toolFile(t)
	f, err := r.g.toolFile(t)
	if err != nil {
		r.err = fmt.Errorf("%s.go: %w", name, err)
		return
	}
	r.file(name, f)
	if len(t.Older) > 0 {
		r.file(r.g.names.versionsFile(t), r.g.versionsFile(t))
	}
	if len(t.Examples) > 0 {
		r.file(name+"_test", r.g.testFile(t))
	}
}

func (g *generator) serviceTemplate() templates.Service {
	s := templates.Service{
		Manifest: g.plan.Manifest, Name: g.plan.Service.Name, Title: g.plan.Service.Title,
		Module: g.plan.Go.Module, Package: g.plan.Go.Package, ImportPath: g.plan.Go.ImportPath, RuntimePath: g.plan.Go.RuntimePath,
	}
	if s.Title == "" {
		s.Title = s.Name
	}
	for _, u := range g.plan.Upstreams {
		s.Upstreams = append(s.Upstreams, u.Name)
	}
	return s
}
