package gen

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// clientPrinter prints the client of an upstream: its type and the function that makes it.
type clientPrinter struct {
	*pkg
	upstream *plan.Upstream
	ids      naming.Upstream
}

// clientType returns
//
//	// weather calls those operations of the upstream weather that the tools use (openapi/nws.yaml).
//	type weather struct {
//		client *upstream.Client
//	}
func (p clientPrinter) clientType() *jen.Statement {
	u := p.upstream
	text := fmt.Sprintf("%s calls those operations of the upstream %s that the tools use (%s).", p.ids.Client, u.Name, u.Document)
	return gocode.Doc(text).Line().Type().Id(p.ids.Client).Struct(jen.Id("client").Op("*").Add(p.runtime.Upstream("Client")))
}

// constructor returns the function that makes the client of an upstream, with what the expressions in it need:
//
//	func newWeather(config Config) (*weather, error) {
//		client, err := upstream.NewClient(upstream.Config{
//			Name:      "weather",
//			BaseURL:   cmp.Or(config.Upstreams["weather"], "https://api.weather.gov"),
//			...
//		})
//		if err != nil {
//			return nil, err
//		}
//		return &weather{client: client}, nil
//	}
func (p clientPrinter) constructor() []jen.Code {
	u, typ := p.upstream, p.ids.Client
	expressions := p.expressions().NewFile(goexpr.Owner{Name: "the upstream " + u.Name, Prefix: typ}, u.Functions)
	settings := expressions.NewBody(p.names.Scope("config", "client", "err"), goexpr.Roots{Config: jen.Id("config")})
	settings.FailWith(func(err jen.Code) *jen.Statement {
		return jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(gocode.Lit("upstream "+u.Name+": %w"), err))
	})
	fields := p.settings(settings)
	body := append(settings.Statements(),
		jen.List(jen.Id("client"), jen.Err()).Op(":=").Add(p.runtime.Upstream("NewClient")).Call(p.runtime.Upstream("Config").Add(gocode.Lines(fields...))),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Op("&").Id(typ).Values(gocode.Keyed("client", jen.Id("client"))), jen.Nil()),
	)
	text := fmt.Sprintf("%s returns a client for the upstream %s.", p.ids.Constructor, u.Name)
	decl := gocode.Doc(text).Line().
		Func().Id(p.ids.Constructor).Params(jen.Id("config").Id("Config")).Params(jen.Op("*").Id(typ), jen.Error()).Block(body...)
	var functions []jen.Code
	for _, o := range u.Functions {
		functions = append(functions, expressions.Function(o))
	}
	return slices.Concat(expressions.Variables(), []jen.Code{decl}, functions)
}

func (p clientPrinter) settings(settings *goexpr.Body) []jen.Code {
	u, config := p.upstream, jen.Id("config")
	fields := []jen.Code{
		gocode.Keyed("Name", gocode.Lit(u.Name)),
		gocode.Keyed("BaseURL", jen.Qual("cmp", "Or").Call(config.Clone().Dot("Upstreams").Index(gocode.Lit(u.Name)), gocode.Lit(u.Server))),
	}
	if len(u.Headers) > 0 {
		fields = append(fields, gocode.Keyed("Header", p.headers(u.Headers, settings)))
	}
	if u.Timeout > 0 {
		fields = append(fields, gocode.Keyed("Timeout", gocode.Duration(u.Timeout)))
	}
	if u.Retry != (plan.Retry{}) {
		fields = append(fields, gocode.Keyed("Retry", retryPolicy(p.runtime, u.Retry)))
	}
	if len(u.Auth) > 0 {
		credentials := make([]jen.Code, len(u.Auth))
		for i, c := range u.Auth {
			credentials[i] = p.credential(c, settings)
		}
		fields = append(fields, gocode.Keyed("Auth", jen.Index().Add(p.runtime.Upstream("Credential")).Values(credentials...)))
	}
	if len(u.Redirects) > 0 {
		fields = append(fields, gocode.Keyed("Redirects", gocode.Strings(u.Redirects)))
	}
	if u.MaxResponse > 0 {
		fields = append(fields, gocode.Keyed("MaxResponse", gocode.Lit(u.MaxResponse)))
	}
	if u.KeepsAnswers() {
		fields = append(fields, gocode.Keyed("Cache", p.runtime.Upstream("NewCache").Call(gocode.Bytes(u.CacheSize))))
	}
	if u.Caching != (plan.Caching{}) {
		fields = append(fields, gocode.Keyed("Caching", cachePolicy(p.runtime, u.Caching)))
	}
	if p.writes() {
		fields = append(fields, gocode.Keyed("Journal", p.runtime.Upstream("NewJournal").Call()))
	}
	return append(fields,
		gocode.Keyed("Transport", config.Clone().Dot("Transport")),
		gocode.Keyed("Logger", config.Clone().Dot("Logger")),
	)
}

// writes reports whether a tool of the service can change something upstream. Then the calls of all clients are noted, also those that only
// read: what was read ahead of a write is what a later run of the invocation makes it of.
func (p *pkg) writes() bool {
	return slices.ContainsFunc(p.plan.Tools, func(t *plan.Tool) bool { return t.Writes })
}

// headers returns http.Header{"User-Agent": {"nws-tools (" + config.Contact + ")"}}. Several values of one name, however
// it is spelled, are one element of the map.
func (p clientPrinter) headers(headers []plan.Header, settings *goexpr.Body) *jen.Statement {
	var order []string
	values := map[string][]jen.Code{}
	for _, h := range headers {
		name := http.CanonicalHeaderKey(h.Name)
		if values[name] == nil {
			order = append(order, name)
		}
		values[name] = append(values[name], settings.Value(h.Value))
	}
	elems := make([]jen.Code, len(order))
	for i, name := range order {
		elems[i] = jen.Lit(name).Op(":").Values(values[name]...)
	}
	return jen.Qual("net/http", "Header").Values(elems...)
}

// retryPolicy returns upstream.Retry{Attempts: 3}.
func retryPolicy(runtime gocode.Runtime, r plan.Retry) *jen.Statement {
	var fields []jen.Code
	if r.Attempts != 0 {
		fields = append(fields, gocode.Keyed("Attempts", gocode.Lit(r.Attempts)))
	}
	if r.Backoff != 0 {
		fields = append(fields, gocode.Keyed("Backoff", gocode.Duration(r.Backoff)))
	}
	if r.MaxWait != 0 {
		fields = append(fields, gocode.Keyed("MaxWait", gocode.Duration(r.MaxWait)))
	}
	return runtime.Upstream("Retry").Values(fields...)
}

// cachePolicy returns upstream.KeepFor(10 * time.Minute).
func cachePolicy(runtime gocode.Runtime, c plan.Caching) *jen.Statement {
	switch {
	case c.HTTP:
		return runtime.Upstream("KeepByHTTP").Call()
	case c.TTL > 0:
		return runtime.Upstream("KeepFor").Call(gocode.Duration(c.TTL))
	}
	return runtime.Upstream("KeepNothing").Call()
}

// credential returns upstream.APIKeyHeader("X-Api-Key", config.Key).
func (p clientPrinter) credential(c plan.Credential, settings *goexpr.Body) *jen.Statement {
	var args []jen.Code
	if c.Kind.Header == "" {
		args = append(args, gocode.Lit(c.Name))
	}
	for _, v := range c.Values {
		args = append(args, settings.Value(v))
	}
	return p.runtime.Upstream(c.Kind.Functions[c.In]).Call(args...)
}
