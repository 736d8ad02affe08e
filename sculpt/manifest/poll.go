package manifest

import (
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Poll is how a step asks an upstream again and again until something has come about.
type Poll struct {
	Pos      diag.Position
	Until    *Expr // nil if not written
	FailedIf *Expr // nil if not written
	Fail     Value[string]
	Detail   *Template // nil if not written
	Every    Value[time.Duration]
	Backoff  Value[float64] // 1 to 10
	MaxEvery Value[time.Duration]
	Timeout  Value[time.Duration]
	Location Value[bool]
}

func poll(dst **Poll) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		p, before := &Poll{Pos: at.pos}, r.all
		r.mapping(n, what, at,
			optional("until", expression(&p.Until)),
			optional("failed_if", expression(&p.FailedIf)),
			optional("fail", value(&p.Fail, text(capitals))),
			optional("detail", template(&p.Detail)),
			optional("every", value(&p.Every, duration)),
			optional("backoff", value(&p.Backoff, number(1, 10))),
			optional("max_every", value(&p.MaxEvery, duration)),
			optional("timeout", value(&p.Timeout, duration)),
			optional("location", value(&p.Location, boolean)),
		)
		keys := keyNodes(n)
		if failed := keys["failed_if"]; failed != nil && keys["fail"] == nil {
			r.errorf(r.place(failed), "missing-key", "\"failed_if\" needs \"fail\" beside it: the declared failure that the tool ends in")
		}
		for _, key := range []string{"fail", "detail"} {
			if keys[key] != nil && keys["failed_if"] == nil {
				r.errorf(r.place(keys[key]), "missing-key", "%q in %s belongs to \"failed_if\": add that, or leave this out", key, what)
			}
		}
		if r.all == before {
			*dst = p
		}
	}}
}

// checkPoll checks that a step is not asked again and again for what it does once otherwise.
func checkPoll(r *reader, what string, n *yaml.Node) {
	keys := keyNodes(n)
	if keys["poll"] == nil {
		return
	}
	if paginate := keys["paginate"]; paginate != nil {
		r.errorf(r.place(paginate), "conflicting-keys", "%s has poll and paginate; wait in a step with poll, and collect the pages in another one after it", what)
	}
	if cache := keys["cache"]; cache != nil {
		r.errorf(r.place(cache), "conflicting-keys", "%s has poll, of which every answer is a new one, and cache; leave out cache", what)
	}
}
