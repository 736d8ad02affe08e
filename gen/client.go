package gen

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// clientType returns the type of the client of an upstream.
func (p upstreamPrinter) clientType() *jen.Statement {
	u := p.upstream
	text := fmt.Sprintf("%s calls those operations of the upstream %s that the tools use (%s).", p.ids.Client, u.Name, u.Document)
	return p.code("$1\ntype $2 struct {\nclient *upstream.Client\n}", gocode.Doc(text), p.ids.Client)
}

// constructor returns the function that makes the client of an upstream, with what the expressions in it need.
func (p upstreamPrinter) constructor() []jen.Code {
	u := p.upstream
	expressions := p.expressions().NewFile(goexpr.Owner{Name: "the upstream " + u.Name, Prefix: p.ids.Client}, u.Functions)
	settings := expressions.NewBody(p.names.Scope("config", "client", "err"), goexpr.Roots{Config: jen.Id("config")})
	settings.FailWith(func(err jen.Code) *jen.Statement {
		return p.code("return nil, fmt.Errorf($1, $2)", gocode.Lit("upstream "+u.Name+": %w"), err)
	})
	config := gocode.Lines(p.settings(settings)...)
	decl := p.code(`$1
		func $2(config Config) (*$3, error) {
			$4
			client, err := upstream.NewClient(upstream.Config$5)
			if err != nil {
				return nil, err
			}
			return &$3{client: client}, nil
		}`,
		gocode.Doc(fmt.Sprintf("%s returns a client for the upstream %s.", p.ids.Constructor, u.Name)),
		p.ids.Constructor, p.ids.Client, settings.Statements(), config)
	functions := gocode.Each(u.Functions, expressions.Function) // which need variables, too
	return slices.Concat(expressions.Variables(), []jen.Code{decl}, functions)
}

func (p upstreamPrinter) settings(settings *goexpr.Body) []jen.Code {
	u := p.upstream
	var fields gocode.Fields
	fields.Set("Name", gocode.Lit(u.Name))
	fields.Set("BaseURL", p.code("cmp.Or(config.Upstreams[$1], $2)", gocode.Lit(u.Name), gocode.Lit(u.Server)))
	if len(u.Headers) > 0 {
		fields.Set("Header", p.headers(u.Headers, settings))
	}
	fields.SetLit("Timeout", u.Timeout)
	if u.Retry != (plan.Retry{}) {
		fields.Set("Retry", retryPolicy(p.runtime, u.Retry))
	}
	p.protection(&fields)
	if len(u.Auth) > 0 {
		credentials := gocode.Each(u.Auth, func(c plan.Credential) jen.Code { return p.credential(c, settings) })
		fields.Set("Auth", p.code("[]upstream.Credential{$1}", jen.List(credentials...)))
	}
	if len(u.Forward) > 0 {
		fields.Set("Forward", p.runtime.Upstream("Forward").Call(gocode.Each(u.Forward, func(name string) jen.Code { return gocode.Lit(name) })...))
	}
	if len(u.Redirects) > 0 {
		fields.Set("Redirects", gocode.Strings(u.Redirects))
	}
	fields.SetLit("MaxResponse", u.MaxResponse)
	if u.KeepsAnswers() {
		fields.Set("Cache", p.code("upstream.NewCache($1)", gocode.Bytes(u.CacheSize)))
	}
	if u.Caching != (plan.Caching{}) {
		fields.Set("Caching", cachePolicy(p.runtime, u.Caching))
	}
	if p.writes() {
		fields.Set("Journal", p.code("upstream.NewJournal()"))
	}
	fields.Set("Transport", p.code("config.Transport"))
	if p.observed() {
		fields.Set("Observer", p.code("config.Observer"))
	}
	if u.HandOnTrace {
		fields.Set("HandOn", p.runtime.Upstream("HandOnTrace"))
	}
	fields.Set("Logger", p.code("config.Logger"))
	return fields
}

// writes reports whether a tool of the service can change something upstream. Then the calls of all clients are recorded, also those that only read: a later
// run of the same invocation has to find what an earlier one had read before it wrote.
func (p *pkg) writes() bool {
	return slices.ContainsFunc(p.plan.Tools, func(t *plan.Tool) bool { return t.Writes })
}

// headers returns http.Header{"User-Agent": {"nws-tools (" + config.Contact + ")"}}. Several values of one name, however
// it is spelled, are one element of the map.
func (p upstreamPrinter) headers(headers []plan.Header, settings *goexpr.Body) *jen.Statement {
	var order []string
	values := map[string][]jen.Code{}
	for _, h := range headers {
		name := http.CanonicalHeaderKey(h.Name)
		if values[name] == nil {
			order = append(order, name)
		}
		values[name] = append(values[name], settings.Value(h.Value))
	}
	return jen.Qual("net/http", "Header").Values(gocode.Each(order, func(name string) jen.Code {
		return jen.Lit(name).Op(":").Values(values[name]...)
	})...)
}

// retryPolicy returns upstream.Retry{Attempts: 3}.
func retryPolicy(runtime gocode.Runtime, r plan.Retry) *jen.Statement {
	var fields gocode.Fields
	fields.SetLit("Attempts", r.Attempts)
	fields.SetLit("Backoff", r.Backoff)
	fields.SetLit("MaxWait", r.MaxWait)
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
func (p upstreamPrinter) credential(c plan.Credential, settings *goexpr.Body) *jen.Statement {
	var args []jen.Code
	switch {
	case c.Kind.Grant:
		args = []jen.Code{p.grant(c, settings)}
	case c.Kind.Header == "":
		args = append([]jen.Code{gocode.Lit(c.Name)}, gocode.Each(c.Values, settings.Value)...)
	default:
		args = gocode.Each(c.Values, settings.Value)
	}
	return p.runtime.Upstream(lists.At(c.Kind.Functions, c.In)).Call(args...)
}

// grant returns what an access token is asked for with:
//
//	upstream.Grant{
//		TokenURL:     cmp.Or(config.Upstreams["vault.token_url"], "https://login.example.com/oauth/token"),
//		ClientID:     config.ClientID,
//		ClientSecret: config.ClientSecret,
//		Scopes:       []string{"read"},
//	}
func (p upstreamPrinter) grant(c plan.Credential, settings *goexpr.Body) *jen.Statement {
	var fields gocode.Fields
	for i, v := range c.Kind.Values {
		if c.Values[i] == nil {
			continue
		}
		value := settings.Value(c.Values[i])
		if c.IsTokenURL(i) {
			value = p.code("cmp.Or(config.Upstreams[$1], $2)", gocode.Lit(p.upstream.Name+plan.TokenURLs), value)
		}
		fields.Set(v.Field, value)
	}
	if len(c.Scopes) > 0 {
		fields.Set("Scopes", gocode.Strings(c.Scopes))
	}
	fields.SetLit("InBody", c.InBody)
	return p.runtime.Upstream("Grant").Add(gocode.Lines(fields...))
}
