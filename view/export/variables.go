package export

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// redisURL is the environment variable with the URL of Redis for a stand-alone service.
const redisURL = "NACT_REDIS_URL"

// variables returns the environment variables that configure the program of a service, by what stands in them and with their names, each once, since several config
// values can have the same.
func variables(p *plan.Plan) []*plan.ConfigValue {
	var list []*plan.ConfigValue
	byName := map[string]*plan.ConfigValue{}
	for _, v := range p.Config {
		if v.Env == "" {
			continue
		}
		one, known := byName[v.Env]
		if !known {
			first := *v
			first.Name = v.Env
			byName[v.Env] = &first
			list = append(list, &first)
			continue
		}
		one.Description = cmp.Or(one.Description, v.Description)
		one.Secret = one.Secret || v.Secret
		one.HasDefault = one.HasDefault && v.HasDefault
	}
	if p.Service.Idempotency != nil && p.Service.Idempotency.Redis {
		list = append(list, &plan.ConfigValue{
			Name: redisURL, Description: "Where idempotency keys are kept: redis://USER:PASSWORD@HOST:PORT/DATABASE.", Secret: true,
		})
	}
	return list
}

// asks reports whether the service proves who calls in a way.
func asks(p *plan.Plan, way string) bool { return p.Access != nil && slices.Contains(p.Access.By, way) }

// callerVariables returns what the program of a service is told of its callers. One that is started by a client needs none of them.
func callerVariables(p *plan.Plan) []*plan.ConfigValue {
	var list []*plan.ConfigValue
	if asks(p, "api_keys") {
		list = append(list, &plan.ConfigValue{Name: "NACT_API_KEYS", Description: "Lines of API keys: ID sha256:HEX SCOPE...", Secret: true})
	}
	if asks(p, "oidc") {
		list = append(list,
			&plan.ConfigValue{Name: "NACT_OIDC_ISSUER", Description: "The issuer whose tokens are taken."},
			&plan.ConfigValue{Name: "NACT_PUBLIC_URL", Description: "The address at which callers reach the service, which is the audience of their tokens."})
	}
	return list
}
