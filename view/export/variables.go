package export

import (
	"cmp"

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
