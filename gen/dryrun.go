package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// dryRun returns what begins a dry run of a tool:
//
//	dryrun.Tool{
//		Steps: []dryrun.Step{
//			{Name: "booking", Operation: "clinic.book"},
//			{Name: "notice", Operation: "messages.send", When: true, Unread: true},
//		},
//		Secrets: []string{s.config.Token},
//	}.Begin
func (p toolPrinter) dryRun() *jen.Statement {
	var fields []jen.Code
	if len(p.tool.DryRun) > 0 {
		steps := make([]jen.Code, len(p.tool.DryRun))
		for i, s := range p.tool.DryRun {
			steps[i] = p.dryStep(s)
		}
		fields = append(fields, gocode.Keyed("Steps", jen.Index().Add(p.runtime.Dryrun("Step")).Add(gocode.Lines(steps...))))
		if secrets := p.secrets(); len(secrets) > 0 {
			fields = append(fields, gocode.Keyed("Secrets", jen.Index().String().Values(secrets...)))
		}
	}
	return p.runtime.Dryrun("Tool").Add(gocode.Lines(fields...)).Dot("Begin")
}

// dryStep returns {Name: "booking", Operation: "clinic.book"}.
func (p toolPrinter) dryStep(s plan.DryStep) jen.Code {
	fields := []jen.Code{gocode.Keyed("Name", gocode.Lit(s.Step.StepName()))}
	switch step := s.Step.(type) {
	case *plan.Step:
		fields = append(fields, gocode.Keyed("Operation", gocode.Lit(step.Call.ID)))
	case *plan.GoStep:
		fields = append(fields, gocode.Keyed("Function", gocode.Lit(step.Function.Name)))
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"When", s.When}, {"Each", s.Each}, {"Unread", s.Unread}, {"Opaque", s.Opaque}} {
		if flag.set {
			fields = append(fields, gocode.Keyed(flag.name, jen.True()))
		}
	}
	if len(s.Sends) > 0 {
		sends := make([]jen.Code, len(s.Sends))
		for i, name := range s.Sends {
			sends[i] = p.configValue(name)
		}
		fields = append(fields, gocode.Keyed("Sends", jen.Index().String().Values(sends...)))
	}
	return gocode.Inline(fields...)
}

// configValue returns s.config.Token.
func (p *pkg) configValue(name string) *jen.Statement {
	return jen.Id("s").Dot("config").Dot(p.names.Config(name))
}

// secrets returns the secret config values, which no dry run shows.
func (p *pkg) secrets() []jen.Code {
	var values []jen.Code
	for _, v := range p.plan.Config {
		if v.Secret {
			values = append(values, p.configValue(v.Name))
		}
	}
	return values
}
