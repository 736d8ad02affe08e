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
	if first := p.plan.Go.Faces[0]; first.Lines {
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
//	runner := invocation.NewRunner(config.MaxCalls, config.Logger)
//	endpoints, err := endpoint.New(endpoint.Config{..., Runner: runner, ...}, tools)
//	if err != nil {
//		return nil, err
//	}
//	handler, err := mcp.New(mcp.Config{..., Runner: runner, ..., Next: endpoints}, tools)
//	if err != nil {
//		return nil, err
//	}
func (p servicePrinter) newHandler() []jen.Code {
	runner := p.runtime.Invocation("NewRunner").Call(jen.Id("config").Dot("MaxCalls"), jen.Id("config").Dot("Logger"))
	tools, next := p.tools(), p.runtime.Health("Handler").Values()
	var statements []jen.Code
	if len(p.plan.Go.Faces) > 1 {
		statements = []jen.Code{jen.Id("tools").Op(":=").Add(tools), jen.Id("runner").Op(":=").Add(runner)}
		tools, runner = jen.Id("tools"), jen.Id("runner")
	}
	for i, f := range slices.Backward(p.plan.Go.Faces) {
		name := f.Handler
		if i == 0 {
			name = "handler"
		}
		statements = append(statements,
			jen.List(jen.Id(name), jen.Err()).Op(":=").Add(p.newFace(f, runner, tools, next)),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())))
		next = jen.Id(name)
	}
	return statements
}

// newFace returns
//
//	endpoint.New(endpoint.Config{
//		Name:     "nws",
//		Root:     config.Root,
//		Runner:   invocation.NewRunner(config.MaxCalls, config.Logger),
//		Logger:   config.Logger,
//	}, tools)
//
// A face that stands before others has next as its Next.
func (p servicePrinter) newFace(f *face.Face, runner, tools, next jen.Code) *jen.Statement {
	settings := p.faceConfig(runner)
	for _, s := range f.Settings {
		settings = append(settings, gocode.Keyed(s.Name, jen.Id("config").Dot(s.Name)))
	}
	if f.Keys && p.plan.Service.Idempotency != nil {
		settings = append(settings, gocode.Keyed("Idempotency", p.idempotency()))
	}
	if f.Progress && p.reportsProgress() {
		settings = append(settings, gocode.Keyed("Progress", p.runtime.Face(f, "ReportProgress")))
	}
	if f.Before {
		settings = append(settings, gocode.Keyed("Next", next))
	}
	return p.runtime.Face(f, "New").Call(p.runtime.Face(f, "Config").Add(gocode.Lines(settings...)), tools)
}

// reportsProgress reports whether a tool has a step that does something more than once, and tells how far it is.
func (p servicePrinter) reportsProgress() bool {
	reports := false
	for _, t := range p.plan.Tools {
		plan.Walk(t.Actions, func(a plan.Action) {
			switch a.(type) {
			case *plan.Each, *plan.Pages, *plan.Poll:
				reports = true
			case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Together, *plan.When, *plan.Answered, *plan.Undo:
			}
		})
	}
	return reports
}

// faceConfig returns the settings that all faces have in common.
func (p servicePrinter) faceConfig(runner jen.Code) []jen.Code {
	s, config := p.plan.Service, jen.Id("config")
	settings := []jen.Code{gocode.Keyed("Name", gocode.Lit(s.Name))}
	if s.Title != "" {
		settings = append(settings, gocode.Keyed("Title", gocode.Lit(s.Title)))
	}
	if s.Description != "" {
		settings = append(settings, gocode.Keyed("Description", gocode.Lit(s.Description)))
	}
	return append(settings,
		gocode.Keyed("Root", config.Clone().Dot("Root")),
		gocode.Keyed("Runner", runner),
		gocode.Keyed("Logger", config.Clone().Dot("Logger")),
	)
}

// tools returns []nact.Tool{s.lookupWeatherByCityTool()}.
func (p servicePrinter) tools() *jen.Statement {
	tools := make([]jen.Code, len(p.plan.Tools))
	for i, t := range p.plan.Tools {
		tools[i] = jen.Id("s").Dot(p.names.Tool(t).Descriptor).Call()
	}
	return jen.Index().Add(p.runtime.Nact("Tool")).Add(gocode.Lines(tools...))
}

// serveLines returns
//
//	func (s *Service) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
//		return s.handler.ServeLines(ctx, in, out)
//	}
func (p servicePrinter) serveLines() *jen.Statement {
	ctx, in, out := jen.Id("ctx"), jen.Id("in"), jen.Id("out")
	text := "ServeLines serves one client of the Model Context Protocol that writes its messages to in and reads the answers from out, a line each: over standard input and output, mostly. It returns when in ends and the calls that run have ended, or when ctx is done."
	return gocode.Doc(text).Line().
		Func().Params(jen.Id("s").Op("*").Id("Service")).Id("ServeLines").
		Params(ctx.Clone().Qual("context", "Context"), in.Clone().Qual("io", "Reader"), out.Clone().Qual("io", "Writer")).Error().
		Block(jen.Return(jen.Id("s").Dot("handler").Dot("ServeLines").Call(ctx, in, out)))
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
