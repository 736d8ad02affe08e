package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// handlerType returns the type of what serves requests: that of the face that is asked first.
func (p servicePrinter) handlerType() *jen.Statement {
	if p.plan.Go.Faces.MCP {
		return jen.Op("*").Add(p.runtime.MCP("Handler"))
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
// Two share the tools, and the limit of how many of them run:
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
	config, faces := jen.Id("config"), p.plan.Go.Faces
	runner := p.runtime.Invocation("NewRunner").Call(config.Clone().Dot("MaxCalls"), config.Clone().Dot("Logger"))
	switch {
	case !faces.MCP:
		return face("handler", p.newEndpoint(runner, p.tools()))
	case !faces.NACT:
		return face("handler", p.newMCP(runner, p.tools(), p.runtime.Health("Handler").Values()))
	}
	shared := []jen.Code{jen.Id("tools").Op(":=").Add(p.tools()), jen.Id("runner").Op(":=").Add(runner)}
	endpoints := face("endpoints", p.newEndpoint(jen.Id("runner"), jen.Id("tools")))
	handler := face("handler", p.newMCP(jen.Id("runner"), jen.Id("tools"), jen.Id("endpoints")))
	return append(append(shared, endpoints...), handler...)
}

// face returns the statements that make the handler of a face.
func face(name string, made *jen.Statement) []jen.Code {
	return []jen.Code{
		jen.List(jen.Id(name), jen.Err()).Op(":=").Add(made),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
	}
}

// newEndpoint returns
//
//	endpoint.New(endpoint.Config{
//		Name:     "nws",
//		Root:     config.Root,
//		Runner:   invocation.NewRunner(config.MaxCalls, config.Logger),
//		Logger:   config.Logger,
//	}, tools)
func (p servicePrinter) newEndpoint(runner, tools jen.Code) *jen.Statement {
	settings := p.faceConfig(runner)
	if p.plan.Service.Idempotency != nil {
		settings = append(settings, gocode.Keyed("Idempotency", p.idempotency()))
	}
	return p.runtime.Endpoint("New").Call(p.runtime.Endpoint("Config").Add(gocode.Lines(settings...)), tools)
}

// newMCP returns the same for clients of the Model Context Protocol. It stands before next.
func (p servicePrinter) newMCP(runner, tools, next jen.Code) *jen.Statement {
	config := jen.Id("config")
	settings := append(p.faceConfig(runner),
		gocode.Keyed("Hosts", config.Clone().Dot("Hosts")),
		gocode.Keyed("Origins", config.Clone().Dot("Origins")),
	)
	if p.reportsProgress() {
		settings = append(settings, gocode.Keyed("Progress", p.runtime.MCP("ReportProgress")))
	}
	settings = append(settings, gocode.Keyed("Next", next))
	return p.runtime.MCP("New").Call(p.runtime.MCP("Config").Add(gocode.Lines(settings...)), tools)
}

// reportsProgress reports whether a tool has a step that does something more than once, and tells how far it is.
func (p servicePrinter) reportsProgress() bool {
	reports := false
	for _, t := range p.plan.Tools {
		plan.Walk(t.Actions, func(a plan.Action) {
			switch a.(type) {
			case *plan.Each, *plan.Pages, *plan.Poll:
				reports = true
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
	if !p.plan.Go.Faces.MCP {
		return nil
	}
	return []jen.Code{
		gocode.Member(jen.Id("Hosts").Index().String(), "Names by which clients of MCP may call, beside the machine's own. Empty: see mcp.Config."),
		gocode.Member(jen.Id("Origins").Index().String(), "Whose web pages may call over MCP, beside the service's own: https://a.example."),
	}
}
