package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// configType returns the type of the configuration:
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
		typ := jen.String()
		if v.Secret {
			typ = p.runtime.Nact("Secret")
		}
		fields = append(fields, gocode.Member(jen.Id(p.names.Config(v.Name)).Add(typ), configRemark(v)))
	}
	if len(fields) > 0 {
		fields = append(fields, jen.Empty())
	}
	if len(p.plan.Functions) > 0 {
		fields = append(fields, gocode.Member(jen.Id("Functions").Id("Functions"), "What steps call of the vendor's own code. Required."))
	}
	fields = append(fields, p.accessFields()...)
	fields = append(fields, p.idempotencyFields()...)
	fields = append(fields,
		gocode.Member(jen.Id("Upstreams").Map(jen.String()).String(), "Base URLs by upstream: "+p.upstreamList()+". One that is left out is called at its document's server."),
		gocode.Member(jen.Id("Root").String(), "The path under which the endpoints stand. Empty: /."),
		gocode.Member(jen.Id("Limits").Add(p.code("invocation.Limits")), "Of what runs at one time, and of its memory. The zero Limits are the defaults."),
	)
	fields = append(fields, p.limitFields()...)
	fields = append(fields, p.faceFields()...)
	fields = append(fields,
		gocode.Member(jen.Id("Transport").Qual("net/http", "RoundTripper"), "What carries the calls to upstreams. Nil: one for all, from upstream.NewTransport."),
	)
	fields = append(fields, p.observeFields()...)
	fields = append(fields,
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

func (p servicePrinter) upstreamList() string {
	if len(p.plan.Upstreams) == 0 {
		return "there are none"
	}
	var names []string
	for _, u := range p.plan.Upstreams {
		names = append(names, u.Places()...)
	}
	return strings.Join(names, ", ")
}

// configFromEnv returns the function that reads the configuration from the environment.
func (p servicePrinter) configFromEnv() *jen.Statement {
	lookup := "_"
	var values []jen.Code
	for _, v := range p.plan.Config {
		if v.Env == "" {
			continue
		}
		lookup = "lookup"
		assignment := "config.$1, _ = lookup($2)"
		if v.Secret {
			assignment = "config.$1 = nact.SecretFrom(lookup($2))"
		}
		values = append(values, p.code(assignment, p.names.Config(v.Name), jen.Lit(v.Env)))
	}
	text := "ConfigFromEnv returns the configuration that the environment gives. lookup is os.LookupEnv or something like it. What the environment does not say is left for the caller to set; New says what is missing then."
	return p.code(`$1
		func ConfigFromEnv($2 func(string) (string, bool)) Config {
			var config Config
			$3
			return config
		}`, gocode.Doc(text), lookup, values)
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
		var fields gocode.Fields
		fields.Set("Name", gocode.Lit(v.Env))
		if !v.Secret {
			fields.SetLit("Default", v.Default)
		}
		description := gocode.Sentence(v.Description)
		if !v.HasDefault {
			description = gocode.Sentence(description + " Required")
		}
		fields.SetLit("Description", description)
		fields.SetLit("Secret", v.Secret)
		variables = append(variables, jen.Values(fields...))
	}
	result := jen.Nil()
	if len(variables) > 0 {
		result = p.code("[]nact.Variable$1", gocode.Lines(variables...))
	}
	return p.code(`// Environment lists the environment variables that ConfigFromEnv reads.
		func Environment() []nact.Variable {
			return $1
		}`, result)
}

// configValue returns s.config.Token.
func (p *pkg) configValue(name string) *jen.Statement {
	return p.code("s.config.$1", p.names.Config(name))
}

// secrets returns the secret config values, which no dry run shows.
func (p *pkg) secrets() []jen.Code {
	var values []jen.Code
	for _, v := range p.plan.Config {
		if v.Secret {
			values = append(values, p.configValue(v.Name))
		}
	}
	return values
}
