package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// idempotencyFields returns the fields of the configuration that tools which write make necessary.
func (p servicePrinter) idempotencyFields() []jen.Code {
	if p.plan.Service.Idempotency == nil {
		return nil
	}
	fields := []jen.Code{gocode.Member(p.code("Caller func(*http.Request) string"), callerRemark(p.plan))}
	if p.has(extension.Redis) {
		fields = append(fields, gocode.Member(p.code("Redis redis.UniversalClient"), "Keeps idempotency keys, for all instances of the service. Required."))
	}
	return fields
}

func callerRemark(p *plan.Plan) string {
	if p.Access != nil {
		return "Tells apart who gives idempotency keys. Nil: by who calls."
	}
	return "Tells apart who gives idempotency keys. Nil: by the field Authorization."
}

// idempotency returns
//
//	endpoint.NewIdempotency(endpoint.IdempotencyConfig{
//		Store:  idempotency.NewMemory(idempotency.Limits{Keep: time.Hour}),
//		Caller: config.Caller,
//	})
func (p servicePrinter) idempotency() *jen.Statement {
	i := p.plan.Service.Idempotency
	var limits gocode.Fields
	limits.SetLit("Keep", i.Keep)
	store := p.code("idempotency.NewMemory(idempotency.Limits{$1})", jen.List(limits...))
	if i.Redis {
		keep := jen.Lit(0)
		if i.Keep > 0 {
			keep = gocode.Duration(i.Keep)
		}
		store = p.code("nactredis.NewStore(config.Redis, $1)", keep)
	}
	return p.code("endpoint.NewIdempotency(endpoint.IdempotencyConfig{\nStore: $1,\nCaller: config.Caller,\n})", store)
}
