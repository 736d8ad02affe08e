package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
)

// observed reports whether the service tells somebody of its calls.
func (p *pkg) observed() bool { return p.plan.Service.Observe.Any() }

// audited reports whether the service records what calls change.
func (p *pkg) audited() bool { return p.plan.Service.Observe.Audit != nil }

// counted reports whether the service counts what it does.
func (p *pkg) counted() bool { return p.plan.Service.Observe.Metrics }

// traced reports whether the service makes spans of its calls.
func (p *pkg) traced() bool { return p.plan.Service.Observe.Traces }

// observeFields returns the fields of the configuration for what the operator is told: where the audit log is, and who else is told of calls.
func (p servicePrinter) observeFields() []jen.Code {
	var fields []jen.Code
	if p.audited() {
		fields = append(fields, gocode.Member(jen.Id("Audit").String(), "The file to which a line is appended for each call that changed something, or may have. Required."))
	}
	if p.observed() {
		fields = append(fields, gocode.Member(p.code("Observer nact.Observer"), "Is told of calls, and of what they call upstream. Nil: nobody but the service itself."))
	}
	return fields
}

// observeMembers returns the fields of the service for the same.
func (p servicePrinter) observeMembers() []jen.Code {
	var members []jen.Code
	if p.counted() {
		members = append(members, p.code("counts *metrics.Metrics"))
	}
	if p.audited() {
		members = append(members, p.code("records *audit.Log"))
	}
	return members
}

// observers returns the statements that make who is told of calls, and adds them to the members of the service:
//
//	counts := metrics.New()
//	records, err := audit.Open(config.Audit, []string{"patient"}, config.Logger)
//	if err != nil {
//		return nil, err
//	}
//	config.Observer = nact.Observers(counts, records, config.Observer)
func (p servicePrinter) observers(members *gocode.Fields) []jen.Code {
	var statements, all []jen.Code
	if p.counted() {
		statements = append(statements, p.code("counts := metrics.New()"))
		members.Set("counts", jen.Id("counts"))
		all = append(all, jen.Id("counts"))
	}
	if p.audited() {
		inputs := jen.Nil()
		if ids := p.plan.Service.Observe.Audit.Inputs; len(ids) > 0 {
			inputs = gocode.Strings(ids)
		}
		statements = append(statements, p.code("records, err := audit.Open(config.Audit, $1, config.Logger)\nif err != nil {\nreturn nil, err\n}", inputs))
		members.Set("records", jen.Id("records"))
		all = append(all, jen.Id("records"))
	}
	if all == nil {
		return nil
	}
	return append(statements, p.code("config.Observer = nact.Observers($1)", jen.List(append(all, p.code("config.Observer"))...)))
}

// runner returns what runs the invocations.
func (p servicePrinter) runner() *jen.Statement {
	runner := p.code("invocation.NewRunner(config.Limits, config.Logger)")
	if p.observed() {
		runner = p.code("$1.ObservedBy(config.Observer)", runner)
	}
	if p.audited() {
		runner = p.code("$1.GatedBy(records.Ready)", runner)
	}
	if p.plan.Service.Inbound.CallerLimits {
		runner = p.code("$1.PerCaller(throttle.New(config.CallerLimits))", runner)
	}
	return runner
}

// namedRunner returns the statements that make the runner, and have it watched by what counts:
//
//	runner := invocation.NewRunner(config.Limits, config.Logger).ObservedBy(config.Observer)
//	counts.Watch(runner)
func (p servicePrinter) namedRunner() []jen.Code {
	statements := []jen.Code{p.code("runner := $1", p.runner())}
	if p.counted() {
		statements = append(statements, p.code("counts.Watch(runner)"))
	}
	return statements
}

// observeMethods returns the methods by which a program finds the metrics, and whether writes can be recorded.
func (p servicePrinter) observeMethods() []jen.Code {
	var methods []jen.Code
	if p.counted() {
		methods = append(methods, p.code(`// Metrics returns what serves the metrics of the service, in the text format of Prometheus. It is for its operator alone.
			func (s *Service) Metrics() http.Handler {
				return s.counts
			}`))
	}
	if p.plan.Service.Observe.OTLP {
		methods = append(methods, p.code(`// Counts returns what the service counts, for whoever sends it on.
			func (s *Service) Counts() *metrics.Metrics {
				return s.counts
			}`))
	}
	if p.audited() {
		methods = append(methods, p.code(`// Ready returns nil while what calls change can be recorded. Otherwise no tool that writes is run.
			func (s *Service) Ready() error {
				return s.records.Ready()
			}`))
	}
	return methods
}
