package gen

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
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
	config := gocode.Lines(p.settings(secretText{p.pkg, u, expressions, settings})...)
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

func (p upstreamPrinter) settings(texts secretText) []jen.Code {
	u := p.upstream
	var fields gocode.Fields
	fields.Set("Name", gocode.Lit(u.Name))
	fields.Set("BaseURL", p.code("cmp.Or(config.Upstreams[$1], $2)", gocode.Lit(u.Name), gocode.Lit(u.Server)))
	secret, plain := p.headers()
	if len(plain) > 0 {
		fields.Set("Header", p.header(plain, texts.settings))
	}
	if len(u.Query) > 0 {
		fields.Set("Query", p.code("[]upstream.Pair{$1}", jen.List(gocode.Each(u.Query, func(q plan.Constant) jen.Code {
			return p.code("{Name: $1, Value: $2}", gocode.Lit(q.Name), texts.settings.Value(q.Value))
		})...)))
	}
	fields.SetLit("Timeout", u.Timeout)
	if !u.Retry.IsZero() {
		fields.Set("Retry", retryPolicy(p.pkg, u.Retry))
	}
	p.protection(&fields)
	credentials := gocode.Each(u.Auth, func(c plan.Credential) jen.Code { return p.credential(c, texts) })
	for _, h := range secret {
		credentials = append(credentials, p.runtime.Upstream("SecretHeader").Call(jen.Lit(h.Name), texts.code(h.Value)))
	}
	if len(credentials) > 0 {
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

// headers returns the headers that hold a secret, and those that do not.
func (p upstreamPrinter) headers() (secret, plain []plan.Header) {
	for _, h := range p.upstream.Headers {
		if len(p.secretsIn(h.Value)) > 0 {
			secret = append(secret, h)
		} else {
			plain = append(plain, h)
		}
	}
	return secret, plain
}

// header returns http.Header{"User-Agent": {"nws-tools (" + config.Contact + ")"}}. Several values of one name, however
// it is spelled, are one element of the map.
func (p upstreamPrinter) header(headers []plan.Header, settings *goexpr.Body) *jen.Statement {
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

// retryPolicy returns upstream.Retry{Attempts: 3}, or one that says after which errors a call is tried again:
//
//	upstream.Retry{Attempts: 3, On: func(err error) bool { return nact.Status(err) == 409 || nact.IsTimeout(err) }}
func retryPolicy(p *pkg, r plan.Retry) *jen.Statement {
	var fields gocode.Fields
	fields.SetLit("Attempts", r.Attempts)
	fields.SetLit("Backoff", r.Backoff)
	fields.SetLit("MaxWait", r.MaxWait)
	if r.On != nil {
		fields.Set("On", p.code("func(err error) bool { return $1 }", p.causes(r.On)))
	}
	return p.runtime.Upstream("Retry").Values(fields...)
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

// credential returns upstream.APIKeyHeader("X-Api-Key", config.Key), with .As("byKey") if operations say by that name whether they are sent it.
func (p upstreamPrinter) credential(c plan.Credential, texts secretText) *jen.Statement {
	code := p.unnamed(c, texts)
	if c.Scheme != "" && slices.ContainsFunc(p.upstream.Operations, func(o *plan.Operation) bool { return o.Auth != nil }) {
		code.Dot("As").Call(gocode.Lit(c.Scheme))
	}
	return code
}

func (p upstreamPrinter) unnamed(c plan.Credential, texts secretText) *jen.Statement {
	if c.Sign != nil {
		return p.signature(c, texts)
	}
	var args []jen.Code
	if c.Kind.Header == "" {
		args = append(args, gocode.Lit(c.Name))
	}
	if c.Kind.Grant {
		args = append(args, p.grant(c, texts))
	} else {
		args = append(args, gocode.Each(c.Values, func(n ir.Node) jen.Code { return texts.code(n) })...)
	}
	return p.runtime.Upstream(lists.At(c.Kind.Functions, c.In)).Call(args...)
}

// signature returns
//
//	upstream.Signed(func(ctx context.Context, request *upstream.Unsigned) error {
//		return config.Functions.SignOrder(ctx, request, SignOrderArgs{Secret: config.Secret.Text()})
//	}, config.Secret)
func (p upstreamPrinter) signature(c plan.Credential, texts secretText) *jen.Statement {
	ids := p.names.VendorFunction(c.Sign)
	body := texts.body(func(err jen.Code) *jen.Statement { return p.code("return $1", err) }, "ctx", "request")
	args := []jen.Code{jen.Id("ctx"), jen.Id("request")}
	var fields gocode.Fields
	var secrets []string
	for i, value := range c.Values {
		fields.Set(ids.Fields[c.Sign.Args[i]], body.Value(value))
		for _, name := range p.secretsIn(value) {
			if !slices.Contains(secrets, name) {
				secrets = append(secrets, name)
			}
		}
	}
	if ids.Args != "" {
		args = append(args, jen.Id(ids.Args).Values(fields...))
	}
	sign := p.code("func(ctx context.Context, request *upstream.Unsigned) error {\n$1\nreturn config.Functions.$2($3)\n}", body.Statements(), ids.Method, jen.List(args...))
	return p.runtime.Upstream("Signed").Call(append([]jen.Code{sign}, gocode.Each(secrets, func(name string) jen.Code { return texts.field(name) })...)...)
}

// grant returns what an access token is asked for with:
//
//	upstream.Grant{
//		TokenURL:     cmp.Or(config.Upstreams["vault.token_url"], "https://login.example.com/oauth/token"),
//		ClientID:     config.ClientID,
//		ClientSecret: config.ClientSecret,
//		Scopes:       []string{"read"},
//	}
func (p upstreamPrinter) grant(c plan.Credential, texts secretText) *jen.Statement {
	var fields gocode.Fields
	for i, v := range c.Kind.Values {
		if c.Values[i] == nil {
			continue
		}
		switch {
		case c.IsTokenURL(i):
			fields.Set(v.Field, p.code("cmp.Or(config.Upstreams[$1], $2)", gocode.Lit(p.upstream.Name+plan.TokenURLs), texts.settings.Value(c.Values[i])))
		case v.Fixed:
			fields.Set(v.Field, texts.settings.Value(c.Values[i]))
		default:
			fields.Set(v.Field, texts.code(c.Values[i]))
		}
	}
	if len(c.Scopes) > 0 {
		fields.Set("Scopes", gocode.Strings(c.Scopes))
	}
	fields.SetLit("InBody", c.InBody)
	return p.runtime.Upstream("Grant").Add(gocode.Lines(fields...))
}
