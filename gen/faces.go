package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// handlerType returns the type of what serves requests: that of the face that is asked first.
func (p servicePrinter) handlerType() *jen.Statement {
	first := p.plan.Go.Faces[0]
	if first.Lines && p.plan.Access != nil {
		return p.code("*callers.Gate")
	}
	if first.Lines {
		return jen.Op("*").Add(p.runtime.Face(first, "Handler"))
	}
	return jen.Qual("net/http", "Handler")
}

// newHandler returns the statements that make the handler of the service's faces. That of one face is
//
//	handler, err := endpoint.New(endpoint.Config{...}, []nact.Tool{...})
//	if err != nil {
//		return nil, err
//	}
//
// Several share the tools, and the limit of how many of them run:
//
//	tools := []nact.Tool{
//		s.lookupWeatherByCityTool(),
//	}
//	runner := invocation.NewRunner(config.Limits, config.Logger)
//	endpoints, err := endpoint.New(endpoint.Config{..., Runner: runner, ...}, tools)
//	if err != nil {
//		return nil, err
//	}
//	handler, err := mcp.New(mcp.Config{..., Runner: runner, ..., Next: endpoints}, tools)
//	if err != nil {
//		return nil, err
//	}
func (p servicePrinter) newHandler() []jen.Code {
	if p.plan.Access != nil {
		return p.newGate()
	}
	runner := p.runner()
	tools := p.tools()
	var statements []jen.Code
	if len(p.plan.Go.Faces) > 1 {
		statements = append(statements, p.code("tools := $1", tools))
		tools = jen.Id("tools")
	}
	if len(p.plan.Go.Faces) > 1 || p.observed() {
		statements = append(statements, p.namedRunner()...)
		runner = jen.Id("runner")
	}
	inner, outermost := p.newFaces(faceParts{runner: runner, tools: tools, idempotency: p.idempotency})
	return append(append(statements, inner...), p.code("handler, err := $1\nif err != nil {\nreturn nil, err\n}", outermost))
}

// faceParts is what faces are made of beside their settings.
type faceParts struct {
	runner, tools jen.Code
	view          jen.Code              // nil: there are no views
	idempotency   func() *jen.Statement // of a service that keeps idempotency keys
}

// newFaces returns the statements that make the handlers behind the outermost face, and the call that makes that.
func (p servicePrinter) newFaces(parts faceParts) (inner []jen.Code, outermost *jen.Statement) {
	next := p.code("health.Handler{}")
	for i, f := range slices.Backward(p.plan.Go.Faces) {
		made := p.newFace(f, parts, next)
		if i == 0 {
			return inner, made
		}
		inner = append(inner, p.code("$1, err := $2\nif err != nil {\nreturn nil, err\n}", f.Handler, made))
		next = jen.Id(f.Handler)
	}
	return inner, nil
}

// newFace returns
//
//	endpoint.New(endpoint.Config{
//		Name:     "nws",
//		Root:     config.Root,
//		Runner:   invocation.NewRunner(config.Limits, config.Logger),
//		Logger:   config.Logger,
//	}, tools)
//
// A face that stands before others has next as its Next.
func (p servicePrinter) newFace(f *face.Face, parts faceParts, next jen.Code) *jen.Statement {
	var settings gocode.Fields
	settings.Set("Name", gocode.Lit(p.plan.Service.Name))
	settings.SetLit("Title", p.plan.Service.Title)
	settings.SetLit("Description", p.plan.Service.Description)
	settings.Set("Root", p.code("config.Root"))
	settings.Set("Runner", parts.runner)
	settings.Set("Logger", p.code("config.Logger"))
	for _, s := range f.Settings {
		settings.Set(s.Name, p.code("config.$1", s.Name))
	}
	if f.Keys && p.plan.Service.Idempotency != nil {
		settings.Set("Idempotency", parts.idempotency())
	}
	if f.Progress && p.reportsProgress() {
		settings.Set("Progress", p.runtime.Face(f, "ReportProgress"))
	}
	if parts.view != nil {
		settings.Set("View", parts.view)
	}
	if f.Before {
		settings.Set("Next", next)
	}
	return p.runtime.Face(f, "New").Call(p.runtime.Face(f, "Config").Add(gocode.Lines(settings...)), parts.tools)
}

// reportsProgress reports whether a tool has a step that does something more than once, and tells how far it is.
func (p servicePrinter) reportsProgress() bool {
	reports := false
	for _, t := range p.plan.Tools {
		plan.WalkAll(t.Actions, func(a plan.Action) {
			switch a := a.(type) {
			case *plan.Each, *plan.Pages:
				reports = true
			case *plan.Poll:
				reports = reports || !a.Again
			case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Together, *plan.When, *plan.Answered, *plan.Undo:
			}
		})
	}
	return reports
}

// tools returns []nact.Tool{s.lookupWeatherByCityTool()}.
func (p servicePrinter) tools() *jen.Statement {
	return p.code("[]nact.Tool$1", gocode.Lines(gocode.Each(p.plan.Tools, func(t *plan.Tool) jen.Code {
		return p.code("s.$1()", p.names.Tool(t).Descriptor)
	})...))
}

// serveLines returns the method that serves a client over standard input and output.
func (p servicePrinter) serveLines() *jen.Statement {
	text := "ServeLines serves one client of the Model Context Protocol that writes its messages to in and reads the answers from out, a line each: over standard input and output, mostly. It returns when in ends and the calls that run have ended, or when ctx is done."
	return p.code(`$1
		func (s *Service) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
			return s.handler.ServeLines(ctx, in, out)
		}`, gocode.Doc(text))
}

// faceFields returns the fields of the configuration that only some faces have.
func (p servicePrinter) faceFields() []jen.Code {
	var fields []jen.Code
	for _, f := range p.plan.Go.Faces {
		for _, s := range f.Settings {
			fields = append(fields, gocode.Member(jen.Id(s.Name).Index().String(), s.Description))
		}
	}
	return fields
}
