package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// configType returns
//
//	// Config is what the operator supplies at start.
//	type Config struct {
//		Contact string // Address sent in User-Agent. Environment: NWS_CONTACT. Empty: ops@example.com.
//
//		Upstreams map[string]string // ...
//	}
func (p servicePrinter) configType() *jen.Statement {
	var fields []jen.Code
	for _, v := range p.plan.Config {
		fields = append(fields, gocode.Member(jen.Id(p.names.Config(v.Name)).String(), configRemark(v)))
	}
	if len(fields) > 0 {
		fields = append(fields, jen.Empty())
	}
	if len(p.plan.Functions) > 0 {
		fields = append(fields, gocode.Member(jen.Id("Functions").Id("Functions"), "What steps call of the vendor's own code. Required."))
	}
	fields = append(fields, p.idempotencyFields()...)
	fields = append(fields,
		gocode.Member(jen.Id("Upstreams").Map(jen.String()).String(), "Base URLs by upstream: "+p.upstreamList()+". One that is left out is called at its document's server."),
		gocode.Member(jen.Id("Root").String(), "The path under which the endpoints stand. Empty: /."),
		gocode.Member(jen.Id("MaxCalls").Int(), "How many invocations may run at one time; further ones are 503. 0: 256."),
	)
	fields = append(fields, p.faceFields()...)
	fields = append(fields,
		gocode.Member(jen.Id("Transport").Qual("net/http", "RoundTripper"), "What carries the calls to upstreams. Nil: one for all, from upstream.NewTransport."),
		gocode.Member(jen.Id("Logger").Op("*").Qual("log/slog", "Logger"), "Nil: nothing is logged."),
	)
	return gocode.Doc("Config is what the operator supplies at start.").Line().Type().Id("Config").Struct(fields...)
}

func configRemark(v *plan.ConfigValue) string {
	text := gocode.Sentence(v.Description)
	if v.Env != "" {
		text += " Environment: " + v.Env + "."
	}
	switch {
	case !v.HasDefault:
		text += " Required."
	case v.Default != "" && !v.Secret:
		text += " Default: " + v.Default
	}
	return text
}

// upstreamList returns the names of the upstreams as a comment lists them.
func (p servicePrinter) upstreamList() string {
	if len(p.plan.Upstreams) == 0 {
		return "there are none"
	}
	list := make([]string, len(p.plan.Upstreams))
	for i, u := range p.plan.Upstreams {
		list[i] = u.Name
	}
	return strings.Join(list, ", ")
}

// configFromEnv returns
//
//	func ConfigFromEnv(lookup func(string) (string, bool)) Config {
//		var config Config
//		config.Contact, _ = lookup("NWS_CONTACT")
//		config.Token, _ = lookup("NWS_TOKEN")
//		return config
//	}
func (p servicePrinter) configFromEnv() *jen.Statement {
	lookup := "_"
	body := []jen.Code{jen.Var().Id("config").Id("Config")}
	for _, v := range p.plan.Config {
		if v.Env != "" {
			lookup = "lookup"
			field := jen.Id("config").Dot(p.names.Config(v.Name))
			body = append(body, jen.List(field, jen.Id("_")).Op("=").Id(lookup).Call(jen.Lit(v.Env)))
		}
	}
	body = append(body, jen.Return(jen.Id("config")))
	text := "ConfigFromEnv returns the configuration that the environment gives. lookup is os.LookupEnv or something like it. What the environment does not say is left for the caller to set; New says what is missing then."
	return gocode.Doc(text).Line().
		Func().Id("ConfigFromEnv").Params(jen.Id(lookup).Func().Params(jen.String()).Params(jen.String(), jen.Bool())).
		Id("Config").Block(body...)
}

// environment returns
//
//	func Environment() []nact.Variable {
//		return []nact.Variable{
//			{Name: "NWS_CONTACT", Default: "ops@example.com", Description: "Address sent in User-Agent."},
//		}
//	}
func (p servicePrinter) environment() *jen.Statement {
	var variables []jen.Code
	for _, v := range p.plan.Config {
		if v.Env == "" {
			continue
		}
		fields := []jen.Code{gocode.Keyed("Name", gocode.Lit(v.Env))}
		if v.Default != "" && !v.Secret {
			fields = append(fields, gocode.Keyed("Default", gocode.Lit(v.Default)))
		}
		description := gocode.Sentence(v.Description)
		if !v.HasDefault {
			description = gocode.Sentence(description + " Required")
		}
		if description != "" {
			fields = append(fields, gocode.Keyed("Description", gocode.Lit(description)))
		}
		if v.Secret {
			fields = append(fields, gocode.Keyed("Secret", jen.True()))
		}
		variables = append(variables, gocode.Inline(fields...))
	}
	typ := jen.Index().Add(p.runtime.Nact("Variable"))
	var result jen.Code = jen.Nil()
	if len(variables) > 0 {
		result = typ.Clone().Add(gocode.Lines(variables...))
	}
	return gocode.Doc("Environment lists the environment variables that ConfigFromEnv reads.").Line().
		Func().Id("Environment").Params().Add(typ).Block(jen.Return(result))
}
