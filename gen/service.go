package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/extension"
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
		p.serveHTTP(),
	)
	gocode.Add(f, p.observeMethods()...)
	if p.plan.Go.Faces.Lines() {
		gocode.Add(f, p.serveLines())
	}
	return f
}

// serveHTTP returns the method that answers requests. Where upstreams get something of what callers send, it is taken from them there, for all faces.
func (p servicePrinter) serveHTTP() *jen.Statement {
	request := jen.Id("r")
	if p.plan.HandsOn() {
		request = p.code("onbehalf.Take(r)")
	}
	return p.code(`// ServeHTTP answers a request to one of the endpoints.
		func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
			s.handler.ServeHTTP(w, $1)
		}`, request)
}

// handshake returns a declaration that does not compile with another run-time library than the one that the package is generated for:
//
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
	fields = append(fields, p.observeMembers()...)
	for _, u := range p.plan.Upstreams {
		fields = append(fields, p.code("$1 *$2", p.names.Upstream(u).Field, p.names.Upstream(u).Client))
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

// newFunc returns the function that makes the service:
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
	var members gocode.Fields
	if p.toolsNeedConfig() {
		members.Set("config", jen.Id("config"))
	}
	if len(p.plan.Functions) > 0 {
		functions := p.code("config.Functions")
		if p.traced() {
			functions = p.code("observedFunctions{config.Functions, config.Observer}")
		}
		members.Set("functions", functions)
	}
	body = append(body, p.observers(&members)...)
	body = append(body, p.code("s := &Service{$1}", jen.List(members...)))
	if len(p.plan.Upstreams) > 0 && !p.audited() {
		body = append(body, jen.Var().Err().Error())
	}
	for _, u := range p.plan.Upstreams {
		ids := p.names.Upstream(u)
		body = append(body, p.code("if s.$1, err = $2(config); err != nil {\nreturn nil, err\n}", ids.Field, ids.Constructor))
	}
	return p.code(`// New returns the service, or an error that says what is wrong with config. No upstream is called.
		func New(config Config) (*Service, error) {
			$1
			s.handler = handler
			return s, nil
		}`, append(body, p.newHandler()...))
}

// configDefaults returns the statements that complete the configuration, after those that say what it lacks.
func (p servicePrinter) configDefaults() []jen.Code {
	body := p.lacking()
	for _, v := range p.plan.Config {
		if v.HasDefault && v.Default != "" {
			value := jen.Lit(v.Default)
			if v.Secret {
				value = p.runtime.Nact("NewSecret").Call(value)
			}
			body = append(body, p.code("config.$1 = cmp.Or(config.$1, $2)", p.names.Config(v.Name), value))
		}
	}
	if len(p.plan.Upstreams) > 0 {
		body = append(body, p.code("if config.Transport == nil {\nconfig.Transport = upstream.NewTransport()\n}"))
	}
	return body
}

// lacking returns the statements that report what the configuration lacks, all of it at once.
func (p servicePrinter) lacking() []jen.Code {
	required := p.required()
	switch len(required) {
	case 0:
		return nil
	case 1:
		return []jen.Code{p.code("if $1 {\nreturn nil, errors.New($2)\n}", required[0].unmet, jen.Lit(required[0].lacks))}
	}
	checks := gocode.Each(required, func(r requirement) jen.Code {
		return p.code("if $1 {\nlacking = errors.Join(lacking, errors.New($2))\n}", r.unmet, jen.Lit(r.lacks))
	})
	return []jen.Code{p.code("var lacking error\n$1\nif lacking != nil {\nreturn nil, lacking\n}", checks)}
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
			text := jen.Id("config").Dot(p.names.Config(v.Name))
			if v.Secret {
				text.Dot("Text").Call()
			}
			list = append(list, requirement{p.code(`$1 == ""`, text), p.lacks(v)})
		}
	}
	if len(p.plan.Functions) > 0 {
		names := make([]string, len(p.plan.Functions))
		for i, f := range p.plan.Functions {
			names[i] = p.names.VendorFunction(f).Method
		}
		list = append(list, requirement{p.code("config.Functions == nil"), "the configuration lacks Functions: what implements " + strings.Join(names, ", ")})
	}
	if p.has(extension.Redis) {
		list = append(list, requirement{p.code("config.Redis == nil"), "the configuration lacks Redis: a client of the server that keeps idempotency keys"})
	}
	if p.audited() {
		list = append(list, requirement{p.code(`config.Audit == ""`), "the configuration lacks Audit (environment variable NACT_AUDIT, or --audit): the file to which a line is appended for each call that changed something"})
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
