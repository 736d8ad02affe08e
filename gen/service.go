package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// servicePrinter prints what the package has once: the configuration, the service and what makes it.
type servicePrinter struct {
	*pkg
	surface string // the constant that the run-time library has if it is the one that the package is generated for
}

// file returns service.go: configuration, the service and what makes it.
func (p servicePrinter) file() *jen.File {
	f := p.files.New()
	if p.findsZone() {
		f.Anon("time/tzdata") // zones are then found on machines without the database, too
	}
	f.PackageComment("// " + gocode.PlainText(p.packageComment()))
	gocode.Add(f, p.handshake())
	gocode.Add(f, p.aliases()...)
	gocode.Add(f,
		p.configType(),
		p.configFromEnv(),
		p.environment(),
		p.serviceType(),
		p.newFunc(),
		gocode.Doc("ServeHTTP answers a request to one of the endpoints.").Line().
			Func().Params(jen.Id("s").Op("*").Id("Service")).Id("ServeHTTP").
			Params(jen.Id("w").Qual("net/http", "ResponseWriter"), jen.Id("r").Op("*").Qual("net/http", "Request")).
			Block(jen.Id("s").Dot("handler").Dot("ServeHTTP").Call(jen.Id("w"), jen.Id("r"))),
	)
	if p.plan.Go.Faces.Lines() {
		gocode.Add(f, p.serveLines())
	}
	return f
}

// handshake returns
//
//	// ... The build fails here if ...
//	const _ = nact.GeneratedForSurface0123ABCD
func (p servicePrinter) handshake() *jen.Statement {
	text := "If the build fails here, the run-time library is another one than this package was generated for. Run nactgen generate again, with the version of nactgen that the library has."
	return gocode.Doc(text).Line().Const().Id("_").Op("=").Add(p.runtime.Nact(p.surface))
}

func (p servicePrinter) packageComment() string {
	s := p.plan.Service
	title := s.Title
	if title == "" {
		title = s.Name
	}
	return fmt.Sprintf("Package %s serves %s as tools for AI agents.", p.plan.Go.Package, title)
}

// serviceType returns
//
//	// Service serves the tools over HTTP. It also has a method for each, ...
//	type Service struct {
//		handler http.Handler
//		config  Config
//		geo     *geo
//	}
func (p servicePrinter) serviceType() *jen.Statement {
	fields := []jen.Code{jen.Id("handler").Add(p.handlerType())}
	if p.toolsNeedConfig() {
		fields = append(fields, jen.Id("config").Id("Config"))
	}
	if len(p.plan.Functions) > 0 {
		fields = append(fields, jen.Id("functions").Id("Functions"))
	}
	for _, u := range p.plan.Upstreams {
		fields = append(fields, jen.Id(p.names.Upstream(u).Field).Op("*").Id(p.names.Upstream(u).Client))
	}
	text := "Service serves the tools over HTTP, and has a method for each of them. It may be used by several goroutines at the same time."
	return gocode.Doc(text).Line().Type().Id("Service").Struct(fields...)
}

// toolsNeedConfig reports whether a tool's expression reads a config value, or a dry run of a tool hides one.
func (p servicePrinter) toolsNeedConfig() bool {
	reads := slices.ContainsFunc(p.plan.Tools, func(t *plan.Tool) bool { return len(t.DryRun) > 0 && len(p.secrets()) > 0 })
	for _, t := range p.plan.Tools {
		t.Expressions(func(n ir.Node) {
			ir.WalkComputed(n, func(n ir.Node) {
				root, ok := n.(*ir.Root)
				reads = reads || ok && root.Kind == ir.ConfigRoot
			})
		})
	}
	return reads
}

// findsZone reports whether an expression of a tool or of an upstream looks up a time zone of the tz database.
func (p servicePrinter) findsZone() bool {
	finds := false
	look := func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) { finds = finds || ir.FindsZone(n) })
	}
	for _, t := range p.plan.Tools {
		t.Expressions(look)
	}
	for _, u := range p.plan.Upstreams {
		u.Expressions(look)
	}
	return finds
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
//		handler, err := endpoint.New(...)
//		if err != nil {
//			return nil, err
//		}
//		s.handler = handler
//		return s, nil
//	}
func (p servicePrinter) newFunc() *jen.Statement {
	body := p.configDefaults()
	var members []jen.Code
	if p.toolsNeedConfig() {
		members = append(members, gocode.Keyed("config", jen.Id("config")))
	}
	if len(p.plan.Functions) > 0 {
		members = append(members, gocode.Keyed("functions", jen.Id("config").Dot("Functions")))
	}
	body = append(body, jen.Id("s").Op(":=").Op("&").Id("Service").Values(members...))
	if len(p.plan.Upstreams) > 0 {
		body = append(body, jen.Var().Err().Error())
	}
	for _, u := range p.plan.Upstreams {
		body = append(body, jen.If(
			jen.List(jen.Id("s").Dot(p.names.Upstream(u).Field), jen.Err()).Op("=").Id(p.names.Upstream(u).Constructor).Call(jen.Id("config")),
			jen.Err().Op("!=").Nil(),
		).Block(jen.Return(jen.Nil(), jen.Err())))
	}
	body = append(body, p.newHandler()...)
	body = append(body,
		jen.Id("s").Dot("handler").Op("=").Id("handler"),
		jen.Return(jen.Id("s"), jen.Nil()),
	)
	return gocode.Doc("New returns the service, or an error that says what is wrong with config. No upstream is called.").Line().
		Func().Id("New").Params(jen.Id("config").Id("Config")).Params(jen.Op("*").Id("Service"), jen.Error()).Block(body...)
}

// configDefaults returns the statements that complete the configuration, after those that say what it lacks.
func (p servicePrinter) configDefaults() []jen.Code {
	body := p.lacking()
	for _, v := range p.plan.Config {
		if v.HasDefault && v.Default != "" {
			field := jen.Id("config").Dot(p.names.Config(v.Name))
			body = append(body, field.Clone().Op("=").Qual("cmp", "Or").Call(field.Clone(), jen.Lit(v.Default)))
		}
	}
	if len(p.plan.Upstreams) > 0 {
		transport := jen.Id("config").Dot("Transport")
		body = append(body, jen.If(transport.Clone().Op("==").Nil()).Block(
			transport.Clone().Op("=").Add(p.runtime.Upstream("NewTransport")).Call(),
		))
	}
	return body
}

// lacking returns the statements that report what the configuration lacks, all of it at once:
//
//	var lacking error
//	if config.Token == "" {
//		lacking = errors.Join(lacking, errors.New("the configuration lacks token"))
//	}
//	...
//	if lacking != nil {
//		return nil, lacking
//	}
func (p servicePrinter) lacking() []jen.Code {
	required := p.required()
	check := func(r requirement, report func(lacks *jen.Statement) jen.Code) jen.Code {
		return jen.If(r.unmet).Block(report(jen.Qual("errors", "New").Call(jen.Lit(r.lacks))))
	}
	if len(required) == 1 {
		return []jen.Code{check(required[0], func(lacks *jen.Statement) jen.Code { return jen.Return(jen.Nil(), lacks) })}
	}
	if len(required) == 0 {
		return nil
	}
	lacking := jen.Id("lacking")
	body := []jen.Code{jen.Var().Add(lacking.Clone()).Error()}
	for _, r := range required {
		body = append(body, check(r, func(lacks *jen.Statement) jen.Code {
			return lacking.Clone().Op("=").Qual("errors", "Join").Call(lacking.Clone(), lacks)
		}))
	}
	return append(body, jen.If(lacking.Clone().Op("!=").Nil()).Block(jen.Return(jen.Nil(), lacking.Clone())))
}

// requirement is something that New cannot do without.
type requirement struct {
	unmet *jen.Statement
	lacks string
}

func (p servicePrinter) required() []requirement {
	var list []requirement
	for _, v := range p.plan.Config {
		if !v.HasDefault {
			list = append(list, requirement{jen.Id("config").Dot(p.names.Config(v.Name)).Op("==").Lit(""), p.lacks(v)})
		}
	}
	if len(p.plan.Functions) > 0 {
		names := make([]string, len(p.plan.Functions))
		for i, f := range p.plan.Functions {
			names[i] = p.names.VendorFunction(f).Method
		}
		list = append(list, requirement{jen.Id("config").Dot("Functions").Op("==").Nil(), "the configuration lacks Functions: what implements " + strings.Join(names, ", ")})
	}
	if needsRedis(p.plan) {
		list = append(list, requirement{jen.Id("config").Dot("Redis").Op("==").Nil(), "the configuration lacks Redis: a client of the server that keeps idempotency keys"})
	}
	return list
}

// lacks returns the error of New for a value that is missing. It does not name the service: who calls New does, as the program.
func (p servicePrinter) lacks(v *plan.ConfigValue) string {
	text := "the configuration lacks " + v.Name
	if v.Env != "" {
		text += fmt.Sprintf(" (environment variable %s)", v.Env)
	}
	if description := gocode.PlainText(v.Description); description != "" {
		text += ": " + description
	}
	return text
}
