package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// constructor returns the function that makes the client of an upstream, after the regular expressions that it uses:
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
func (g *generator) constructor(u *plan.Upstream) []jen.Code {
	typ := g.names.upstream(u)
	s := g.settings(u)
	fields := g.clientSettings(u, s)
	body := append(s.stmts,
		jen.List(jen.Id("client"), jen.Err()).Op(":=").Add(g.upstreamPkg("NewClient")).Call(g.upstreamPkg("Config").Add(lines(fields...))),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Op("&").Id(typ).Values(keyed("client", jen.Id("client"))), jen.Nil()),
	)
	text := fmt.Sprintf("%s returns a client for the upstream %s.", g.names.constructor(u), u.Name)
	decl := doc(text).Line().
		Func().Id(g.names.constructor(u)).Params(jen.Id("config").Id("Config")).Params(jen.Op("*").Id(typ), jen.Error()).Block(body...)
	return append(s.file.variables(), decl)
}

func (g *generator) clientSettings(u *plan.Upstream, s settings) []jen.Code {
	config := jen.Id("config")
	fields := []jen.Code{
		keyed("Name", lit(u.Name)),
		keyed("BaseURL", jen.Qual("cmp", "Or").Call(config.Clone().Dot("Upstreams").Index(lit(u.Name)), lit(u.Server))),
	}
	if len(u.Headers) > 0 {
		fields = append(fields, keyed("Header", g.headers(u.Headers, s)))
	}
	if u.Timeout > 0 {
		fields = append(fields, keyed("Timeout", duration(u.Timeout)))
	}
	if u.Retry != (plan.Retry{}) {
		fields = append(fields, keyed("Retry", g.retry(u.Retry)))
	}
	if len(u.Auth) > 0 {
		credentials := make([]jen.Code, len(u.Auth))
		for i, c := range u.Auth {
			credentials[i] = g.credential(c, s)
		}
		fields = append(fields, keyed("Auth", jen.Index().Add(g.upstreamPkg("Credential")).Values(credentials...)))
	}
	if u.MaxResponse > 0 {
		fields = append(fields, keyed("MaxResponse", lit(u.MaxResponse)))
	}
	return append(fields,
		keyed("Transport", config.Clone().Dot("Transport")),
		keyed("Logger", config.Clone().Dot("Logger")),
	)
}

// headers returns http.Header{"User-Agent": {"nws-tools (" + config.Contact + ")"}}. Several values of one name, however
// it is spelled, are one element of the map.
func (g *generator) headers(headers []plan.Header, s settings) *jen.Statement {
	var order []string
	values := map[string][]jen.Code{}
	for _, h := range headers {
		name := canonical(h.Name)
		if values[name] == nil {
			order = append(order, name)
		}
		values[name] = append(values[name], s.text(h.Value))
	}
	elems := make([]jen.Code, len(order))
	for i, name := range order {
		elems[i] = jen.Lit(name).Op(":").Values(values[name]...)
	}
	return jen.Qual("net/http", "Header").Values(elems...)
}

func (g *generator) retry(r plan.Retry) *jen.Statement {
	var fields []jen.Code
	if r.Attempts != 0 {
		fields = append(fields, keyed("Attempts", lit(r.Attempts)))
	}
	if r.Backoff != 0 {
		fields = append(fields, keyed("Backoff", duration(r.Backoff)))
	}
	if r.MaxWait != 0 {
		fields = append(fields, keyed("MaxWait", duration(r.MaxWait)))
	}
	return g.upstreamPkg("Retry").Values(fields...)
}

// credential returns upstream.APIKeyHeader("X-Api-Key", config.Key).
func (g *generator) credential(c plan.Credential, s settings) *jen.Statement {
	if c.Kind == plan.Basic {
		username := s.text(c.Username)
		return g.upstreamPkg("Basic").Call(username, s.text(c.Secret))
	}
	secret := s.text(c.Secret)
	switch c.Kind {
	case plan.APIKeyHeader:
		return g.upstreamPkg("APIKeyHeader").Call(lit(c.Name), secret)
	case plan.APIKeyQuery:
		return g.upstreamPkg("APIKeyQuery").Call(lit(c.Name), secret)
	case plan.APIKeyCookie:
		return g.upstreamPkg("APIKeyCookie").Call(lit(c.Name), secret)
	case plan.Bearer:
		return g.upstreamPkg("Bearer").Call(secret)
	}
	panic(fmt.Sprintf("gen: there is no credential of kind %d", c.Kind))
}
