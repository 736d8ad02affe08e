package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
)

// observed reports whether the service tells somebody of its calls.
func (p *pkg) observed() bool { return p.plan.Service.Observe.Any() }

// observerField returns the field of the configuration for who else is told.
func (p servicePrinter) observerField() []jen.Code {
	if !p.observed() {
		return nil
	}
	return []jen.Code{gocode.Member(p.code("Observer nact.Observer"), "Is told of calls, and of what they call upstream, beside the metrics. Nil: nobody is.")}
}

// observers returns the statements that make who is told of calls:
//
//	counts := metrics.New()
//	config.Observer = nact.Observers(counts, config.Observer)
func (p servicePrinter) observers() []jen.Code {
	if !p.observed() {
		return nil
	}
	return []jen.Code{p.code("counts := metrics.New()\nconfig.Observer = nact.Observers(counts, config.Observer)")}
}

// runner returns what runs the invocations.
func (p servicePrinter) runner() *jen.Statement {
	if p.observed() {
		return p.code("invocation.NewRunner(config.Limits, config.Logger).ObservedBy(config.Observer)")
	}
	return p.code("invocation.NewRunner(config.Limits, config.Logger)")
}

// metricsMethod returns the method by which a program finds the metrics.
func (p servicePrinter) metricsMethod() []jen.Code {
	if !p.observed() {
		return nil
	}
	return []jen.Code{p.code(`// Metrics returns what serves the metrics of the service, in the text format of Prometheus. It is for its operator alone.
		func (s *Service) Metrics() http.Handler {
			return s.counts
		}`)}
}
