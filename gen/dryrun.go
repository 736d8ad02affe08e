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
//		Secrets: []nact.Secret{s.config.Token},
//	}.Begin
func (p toolPrinter) dryRun() *jen.Statement {
	var fields gocode.Fields
	if len(p.tool.DryRun) > 0 {
		fields.Set("Steps", p.code("[]dryrun.Step$1", gocode.Lines(gocode.Each(p.tool.DryRun, p.dryStep)...)))
		if secrets := p.secrets(); len(secrets) > 0 {
			fields.Set("Secrets", p.code("[]nact.Secret{$1}", jen.List(secrets...)))
		}
	}
	return p.code("dryrun.Tool$1.Begin", gocode.Lines(fields...))
}

// dryStep returns {Name: "booking", Operation: "clinic.book"}.
func (p toolPrinter) dryStep(s plan.DryStep) jen.Code {
	var fields gocode.Fields
	fields.Set("Name", gocode.Lit(s.Name))
	switch step := s.Step.(type) {
	case *plan.Step:
		fields.Set("Operation", gocode.Lit(step.Call.ID))
	case *plan.GoStep:
		fields.Set("Function", gocode.Lit(step.Function.Name))
	}
	fields.SetLit("When", s.When)
	fields.SetLit("Each", s.Each)
	fields.SetLit("Unread", s.Unread)
	fields.SetLit("Opaque", s.Opaque)
	if len(s.Sends) > 0 {
		fields.Set("Sends", p.code("[]nact.Secret{$1}", jen.List(gocode.Each(s.Sends, p.configValue)...)))
	}
	if len(s.Echoes) > 0 {
		fields.Set("Echoes", p.code("[]nact.Secret{$1}", jen.List(gocode.Each(s.Echoes, p.configValue)...)))
	}
	return jen.Values(fields...)
}
