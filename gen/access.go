package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// newGate returns the statements that make the handler of a service that asks who calls:
//
//	runner := invocation.NewRunner(config.Limits, config.Logger)
//	handler, err := callers.New(callers.Config{
//		Name:           "nws",
//		Authenticators: config.Authenticators,
//		Logger:         config.Logger,
//	}, []nact.Tool{
//		s.lookupWeatherByCityTool(),
//	}, func(view *nact.View, tools []nact.Tool) (http.Handler, error) {
//		return endpoint.New(endpoint.Config{..., View: view}, tools)
//	})
//	if err != nil {
//		return nil, err
//	}
//
// What keeps idempotency keys is one for all views.
func (p servicePrinter) newGate() []jen.Code {
	statements := p.namedRunner()
	if p.plan.Service.Idempotency != nil {
		statements = append(statements, p.code("keys := $1", p.idempotency()))
	}
	keys := func() *jen.Statement { return jen.Id("keys") }
	inner, outermost := p.newFaces(faceParts{runner: jen.Id("runner"), tools: jen.Id("tools"), view: jen.Id("view"), idempotency: keys})
	var settings gocode.Fields
	settings.Set("Name", gocode.Lit(p.plan.Service.Name))
	settings.Set("Authenticators", p.code("config.Authenticators"))
	settings.Set("Logger", p.code("config.Logger"))
	if p.observed() {
		settings.Set("Observer", p.code("config.Observer"))
	}
	return append(statements, p.code(`handler, err := callers.New(callers.Config$1, $2, func(view *nact.View, tools []nact.Tool) (http.Handler, error) {
			$3
			return $4
		})
		if err != nil {
			return nil, err
		}`, gocode.Lines(settings...), p.tools(), inner, outermost))
}

// accessFields returns the field of the configuration that says who calls.
func (p servicePrinter) accessFields() []jen.Code {
	if p.plan.Access == nil {
		return nil
	}
	return []jen.Code{gocode.Member(p.code("Authenticators []callers.Authenticator"), "Prove who calls, asked in this order. Whom the context of a request names already (nact.WithCaller) is not asked.")}
}

// limitFields returns the field of the configuration for the limits of each caller.
func (p servicePrinter) limitFields() []jen.Code {
	if !p.plan.Service.Inbound.CallerLimits {
		return nil
	}
	return []jen.Code{gocode.Member(p.code("CallerLimits throttle.Limits"), "Of each caller by itself. The zero Limits are none.")}
}

// access returns &nact.Access{Scopes: []string{"weather.read"}}.
func (p *pkg) access(t *plan.Tool) *jen.Statement {
	if len(t.Access.Scopes) == 0 {
		return p.code("&nact.Access{}")
	}
	return p.code("&nact.Access{Scopes: $1}", gocode.Strings(t.Access.Scopes))
}

// scopesOf returns the scopes that callers can be granted, in the manifest's order.
func scopesOf(p *plan.Plan) []string {
	if p.Access == nil {
		return nil
	}
	var scopes []string
	for _, s := range p.Access.Scopes {
		scopes = append(scopes, s.Name)
	}
	return scopes
}
