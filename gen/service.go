package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// serviceFile returns service.go: configuration, the service and what makes it.
func (g *generator) serviceFile() *jen.File {
	f := g.newFile()
	if g.zones {
		f.Anon("time/tzdata") // zones are then found on machines without the database, too
	}
	f.PackageComment("// " + plainText(g.packageComment()))
	add(f,
		doc("The build fails here if the run-time library beside this code is another one than it was generated for. Then run nactgen generate again.").Line().
			Const().Id("_").Op("=").Add(g.nact("API1")),
		g.configType(),
		g.configFromEnv(),
		g.environment(),
		g.serviceType(),
		g.newFunc(),
		doc("ServeHTTP answers a request to one of the endpoints.").Line().
			Func().Params(jen.Id("s").Op("*").Id("Service")).Id("ServeHTTP").
			Params(jen.Id("w").Qual("net/http", "ResponseWriter"), jen.Id("r").Op("*").Qual("net/http", "Request")).
			Block(jen.Id("s").Dot("handler").Dot("ServeHTTP").Call(jen.Id("w"), jen.Id("r"))),
	)
	return f
}

func (g *generator) packageComment() string {
	s := g.plan.Service
	title := s.Title
	if title == "" {
		title = s.Name
	}
	return fmt.Sprintf("Package %s serves %s as tools for AI agents.", g.plan.Go.Package, title)
}

// serviceType returns
//
//	// Service serves the tools over HTTP. It also has a method for each, ...
//	type Service struct {
//		handler http.Handler
//		config  Config
//		geo     *geo
//	}
func (g *generator) serviceType() *jen.Statement {
	fields := []jen.Code{jen.Id("handler").Qual("net/http", "Handler")}
	if g.toolsReadConfig() {
		fields = append(fields, jen.Id("config").Id("Config"))
	}
	for _, u := range g.plan.Upstreams {
		fields = append(fields, jen.Id(g.names.upstreamField(u)).Op("*").Id(g.names.upstream(u)))
	}
	text := "Service serves the tools over HTTP, and has a method for each of them. It may be used by several goroutines at the same time."
	return doc(text).Line().Type().Id("Service").Struct(fields...)
}

// toolsReadConfig reports whether a tool's expression reads a config value.
func (g *generator) toolsReadConfig() bool {
	reads := false
	for _, t := range g.plan.Tools {
		for _, n := range toolExpressions(t) {
			ir.Walk(n, func(n ir.Node) {
				root, ok := n.(*ir.Root)
				reads = reads || ok && root.Kind == ir.ConfigRoot
			})
		}
	}
	return reads
}

// newFunc returns
//
//	func New(config Config) (*Service, error) {
//		config.Contact = cmp.Or(config.Contact, "ops@example.com")
//		if config.Transport == nil {
//			config.Transport = upstream.NewTransport()
//		}
//		s := &Service{config: config}
//		var err error
//		if s.geo, err = newGeo(config); err != nil {
//			return nil, err
//		}
//		s.handler, err = endpoint.New(...)
//		if err != nil {
//			return nil, err
//		}
//		return s, nil
//	}
func (g *generator) newFunc() *jen.Statement {
	body := g.configDefaults()
	failed := jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
	var members []jen.Code
	if g.toolsReadConfig() {
		members = append(members, keyed("config", jen.Id("config")))
	}
	body = append(body, jen.Id("s").Op(":=").Op("&").Id("Service").Values(members...))
	if len(g.plan.Upstreams) > 0 {
		body = append(body, jen.Var().Err().Error())
	}
	for _, u := range g.plan.Upstreams {
		body = append(body, jen.If(
			jen.List(jen.Id("s").Dot(g.names.upstreamField(u)), jen.Err()).Op("=").Id(g.names.constructor(u)).Call(jen.Id("config")),
			jen.Err().Op("!=").Nil(),
		).Block(jen.Return(jen.Nil(), jen.Err())))
	}
	body = append(body,
		jen.List(jen.Id("handler"), jen.Err()).Op(":=").Add(g.endpointNew()),
		failed,
		jen.Id("s").Dot("handler").Op("=").Id("handler"),
		jen.Return(jen.Id("s"), jen.Nil()),
	)
	return doc("New returns the service, or an error that says what is wrong with config. No upstream is called.").Line().
		Func().Id("New").Params(jen.Id("config").Id("Config")).Params(jen.Op("*").Id("Service"), jen.Error()).Block(body...)
}

// configDefaults returns the statements that complete the configuration.
func (g *generator) configDefaults() []jen.Code {
	var body []jen.Code
	for _, v := range g.plan.Config {
		field := jen.Id("config").Dot(g.names.configField(v.Name))
		switch {
		case !v.HasDefault:
			message := fmt.Sprintf("%s: the configuration lacks %s", g.plan.Service.Name, v.Name)
			body = append(body, jen.If(field.Clone().Op("==").Lit("")).Block(
				jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(message))),
			))
		case v.Default != "":
			body = append(body, field.Clone().Op("=").Qual("cmp", "Or").Call(field.Clone(), jen.Lit(v.Default)))
		}
	}
	if len(g.plan.Upstreams) > 0 {
		transport := jen.Id("config").Dot("Transport")
		body = append(body, jen.If(transport.Clone().Op("==").Nil()).Block(
			transport.Clone().Op("=").Add(g.upstreamPkg("NewTransport")).Call(),
		))
	}
	return body
}

// endpointNew returns
//
//	endpoint.New(endpoint.Config{
//		Name:   "nws",
//		Root:   config.Root,
//		Logger: config.Logger,
//	}, []nact.Tool{
//		s.lookupWeatherByCityTool(),
//	})
func (g *generator) endpointNew() *jen.Statement {
	s := g.plan.Service
	settings := []jen.Code{keyed("Name", lit(s.Name))}
	if s.Title != "" {
		settings = append(settings, keyed("Title", lit(s.Title)))
	}
	if s.Description != "" {
		settings = append(settings, keyed("Description", lit(s.Description)))
	}
	settings = append(settings, keyed("Root", jen.Id("config").Dot("Root")), keyed("Logger", jen.Id("config").Dot("Logger")))
	tools := make([]jen.Code, len(g.plan.Tools))
	for i, t := range g.plan.Tools {
		tools[i] = jen.Id("s").Dot(g.names.toolMethod(t)).Call()
	}
	return g.runtime("endpoint", "New").Call(
		g.runtime("endpoint", "Config").Add(lines(settings...)),
		jen.Index().Add(g.nact("Tool")).Add(lines(tools...)),
	)
}
