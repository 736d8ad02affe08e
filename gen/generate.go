package gen

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"runtime"
	"slices"
	"time"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/runtimecopy"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/program"
	"github.com/nactgen/nactgen/templates"
)

// File is one generated file: its Path is slash-separated and relative to the output folder.
type File = artifact.File

// Generate returns the files of the service that the plan describes, sorted by path: the same bytes for the same plan.
//
// A stand-alone service (Go.Module is set) is a Go module: its package stands in a folder of its own, named like
// the package, with copies of the recorded answers that its tests play. Otherwise the output folder is that of the
// package, and the tests refer to the recorded answers beside the manifest.
func Generate(p plan.Analyzed) ([]File, error) {
	surface, err := runtimecopy.Surface()
	if err != nil {
		return nil, err
	}
	r := &renderer{surface: surface, free: make(chan struct{}, runtime.GOMAXPROCS(0))}
	if p.Go.CopyRuntime {
		if r.library, err = runtimecopy.New(p.Go.RuntimePath); err != nil {
			return nil, err
		}
	}
	pack := newPackage(p.Plan)
	files, err := r.packageFiles(pack)
	if err != nil {
		return nil, err
	}
	if p.Go.Module != "" {
		for i := range files {
			files[i].Path = path.Join(p.Go.Package, files[i].Path)
		}
		service, err := r.moduleFiles(pack)
		if err != nil {
			return nil, err
		}
		files = append(files, service...)
	}
	if r.library != nil {
		for _, e := range p.Extensions() {
			if err := r.library.Extend(e, p.Go.Module != ""); err != nil {
				return nil, err
			}
		}
		library, err := r.library.Files()
		if err != nil {
			return nil, err
		}
		files = append(files, library...)
	}
	artifact.Sort(files)
	return files, artifact.Check(files)
}

// packageFiles returns the files of the generated package, their paths relative to its folder.
func (r *renderer) packageFiles(p *pkg) ([]File, error) {
	r.source = p.files
	tests := testPrinter{pkg: p, recordings: recordingPaths(p.plan)}
	for _, f := range p.plan.Parts {
		r.file(p.names.Tool(f.Part).File, newPartPrinter(p, f).file())
	}
	for _, t := range p.plan.Tools {
		ids := p.names.Tool(t)
		r.file(ids.File, newToolPrinter(p, t).file())
		if len(t.Older) > 0 {
			r.file(ids.OlderFile, newToolPrinter(p, t).olderFile())
		}
		if len(t.Examples) > 0 {
			r.file(ids.File+"_test", tests.file(t))
		}
	}
	for _, u := range p.plan.Upstreams {
		upstreamPrinter{p, u, p.names.Upstream(u)}.addTo(r)
	}
	if len(p.plan.Tables) > 0 {
		r.file(naming.TablesFile, tablesPrinter{p}.file())
	}
	if len(p.plan.Functions) > 0 {
		r.file(naming.FunctionsFile, functionsPrinter{p}.file())
	}
	r.file(naming.ServiceFile, servicePrinter{pkg: p, surface: r.surface}.file())
	if slices.ContainsFunc(p.plan.Tools, func(t *plan.Tool) bool { return len(t.Examples) > 0 }) {
		r.file(naming.ServiceFile+"_test", tests.helperFile())
	}
	files, err := r.rendered()
	if err != nil {
		return nil, err
	}
	recordings, err := copiedRecordings(p.plan, tests.recordings)
	return append(files, recordings...), err
}

// moduleFiles returns what makes a module of the generated package.
func (r *renderer) moduleFiles(p *pkg) ([]File, error) {
	service := serviceTemplate(p.plan)
	for _, f := range p.plan.Functions {
		service.Functions = append(service.Functions, functionsPrinter{p}.template(f))
	}
	for _, v := range p.plan.Config {
		if v.Secret && v.Env != "" && slices.Contains(p.plan.Go.Program, program.Files) {
			service.Secrets = append(service.Secrets, templates.Secret{Variable: v.Env, Field: p.names.Config(v.Name)})
		}
	}
	files, err := templates.Files(service)
	if err != nil || r.library == nil {
		return files, err
	}
	for _, f := range files {
		if path.Ext(f.Path) != ".go" {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if err := r.library.Use(syntax); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return files, nil
}

func serviceTemplate(p *plan.Plan) templates.Service {
	s := templates.Service{
		Manifest: p.Manifest, Name: p.Service.Name, Title: p.Service.Title,
		Module: p.Go.Module, Package: templates.ImportName(p.Go.Package), ImportPath: p.Go.ImportPath, RuntimePath: p.Go.RuntimePath,
		Guarded: p.Access != nil, APIKeys: p.Access != nil && slices.Contains(p.Access.By, "api_keys"), Certificates: p.Access != nil && slices.Contains(p.Access.By, "client_certificates"), Scopes: scopesOf(p),
		Go: plan.LeastGo, Extensions: p.Extensions(), Audit: p.Service.Observe.Audit != nil, Observed: p.Service.Observe.Any(), OTLP: p.Service.Observe.OTLP, TLS: p.Service.Inbound.TLS, CallerLimits: p.Service.Inbound.CallerLimits, Protocols: p.Go.Faces.Titles(), Lines: p.Go.Faces.Lines(), Healthcheck: slices.Contains(p.Go.Program, program.Healthcheck),
	}
	if s.Title == "" {
		s.Title = s.Name
	}
	for _, part := range p.Go.Program {
		s.Parts = append(s.Parts, templates.Part{Field: part.Field, Function: part.Function})
	}
	longest := time.Duration(0)
	for _, t := range p.Tools {
		longest = max(longest, t.Longest())
	}
	s.LongestCall = gocode.Duration(longest).GoString()
	for _, u := range p.Upstreams {
		s.Upstreams = append(s.Upstreams, u.Places()...)
	}
	return s
}
