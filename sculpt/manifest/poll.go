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
		keys := r.keysOf(n)
		keys.demand("failed_if", !keys.has("fail"), "\"failed_if\" needs \"fail\" beside it: the declared failure that the tool ends in")
		for _, key := range []string{"fail", "detail"} {
			keys.demand(key, !keys.has("failed_if"), "%q in %s belongs to \"failed_if\": add that, or leave this out", key, what)
		}
		if r.all == before {
			*dst = p
		}
	}}
}
