package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// protection sets the fields of what stands between calls and the upstream.
func (p upstreamPrinter) protection(fields *gocode.Fields) {
	is := p.upstream.Protection
	if is.Budget > 0 {
		fields.Set("Budget", p.code("upstream.NewBudget($1)", gocode.Lit(is.Budget)))
	}
	if b := is.Breaker; b != (plan.Breaker{}) {
		fields.Set("Breaker", p.made("NewBreaker", "Tolerance", func(f *gocode.Fields) {
			f.SetLit("Failures", b.Failures)
			f.SetLit("Within", b.Within)
			f.SetLit("Open", b.Open)
		}))
	}
	if r := is.Rate; r != (plan.Rate{}) {
		fields.Set("Rate", p.made("NewRate", "Pace", func(f *gocode.Fields) {
			f.SetLit("Calls", r.Calls)
			f.SetLit("Per", r.Per)
			f.SetLit("Burst", r.Burst)
			f.SetLit("Wait", r.Wait)
		}))
	}
	if c := is.Concurrency; c != (plan.Concurrency{}) {
		fields.Set("Concurrency", p.code("upstream.NewConcurrency($1, $2)", gocode.Lit(c.Calls), gocode.Duration(c.Wait)))
	}
	if is.Hedge > 0 {
		fields.Set("Hedge", p.code("upstream.NewHedge($1)", gocode.Duration(is.Hedge)))
	}
}

// made returns upstream.NewBreaker(upstream.Tolerance{Failures: 5}).
func (p upstreamPrinter) made(function, settings string, set func(*gocode.Fields)) *jen.Statement {
	var fields gocode.Fields
	set(&fields)
	return p.runtime.Upstream(function).Call(p.runtime.Upstream(settings).Values(fields...))
}
