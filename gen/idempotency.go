package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// needsRedis reports whether the service keeps answers in Redis.
func needsRedis(p *plan.Plan) bool {
	i := p.Service.Idempotency
	return i != nil && i.Redis
}

// idempotencyFields returns the fields of the configuration that tools which write make necessary.
func (p servicePrinter) idempotencyFields() []jen.Code {
	if p.plan.Service.Idempotency == nil {
		return nil
	}
	fields := []jen.Code{gocode.Member(
		jen.Id("Caller").Func().Params(jen.Op("*").Qual("net/http", "Request")).String(),
		"Tells apart who gives idempotency keys. Nil: by the field Authorization.",
	)}
	if needsRedis(p.plan) {
		fields = append(fields, gocode.Member(jen.Id("Redis").Qual(gocode.RedisClient, "UniversalClient"), "Keeps idempotency keys, for all instances of the service. Required."))
	}
	return fields
}

// idempotency returns
//
//	endpoint.NewIdempotency(endpoint.IdempotencyConfig{
//		Store:  idempotency.NewMemory(idempotency.Limits{Keep: time.Hour}),
//		Caller: config.Caller,
//	})
func (p servicePrinter) idempotency() *jen.Statement {
	i := p.plan.Service.Idempotency
	var store *jen.Statement
	if i.Redis {
		keep := jen.Lit(0)
		if i.Keep > 0 {
			keep = gocode.Duration(i.Keep)
		}
		store = p.runtime.Redis("NewStore").Call(jen.Id("config").Dot("Redis"), keep)
	} else {
		var limits []jen.Code
		if i.Keep > 0 {
			limits = append(limits, gocode.Keyed("Keep", gocode.Duration(i.Keep)))
		}
		store = p.runtime.Idempotency("NewMemory").Call(p.runtime.Idempotency("Limits").Values(limits...))
	}
	return p.runtime.Face(face.NACT, "NewIdempotency").Call(p.runtime.Face(face.NACT, "IdempotencyConfig").Add(gocode.Lines(
		gocode.Keyed("Store", store),
		gocode.Keyed("Caller", jen.Id("config").Dot("Caller")),
	)))
}
