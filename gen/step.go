package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// step adds the call of a step, and what its failure means:
//
//	point, err := s.weather.point(ctx, weatherPointParams{Latitude: latitude, Longitude: longitude})
//	if nact.Status(err) == 404 {
//		return out, nact.Fail("CITY_NOT_FOUND", ...)
//	}
//	if err != nil {
//		return out, nact.StepError("point", err)
//	}
func (p *runPrinter) step(s *plan.Step) {
	p.call(s)
	if answered := p.expected[s.Name]; answered != "" {
		p.body.Add(jen.Id(answered).Op(":=").Err().Op("==").Nil())
	}
	p.ended(s)
}

// call adds the call of a step.
func (p *runPrinter) call(s *plan.Step) {
	request := p.request(s, p.context(s))
	p.paragraph()
	p.body.Add(p.receive(s, request))
}

// request returns the call of a step's operation, with a context.
func (p *runPrinter) request(s *plan.Step, ctx *jen.Statement) *jen.Statement {
	arguments := []jen.Code{ctx}
	if len(s.Call.Params) > 0 {
		arguments = append(arguments, p.params(s))
	}
	if s.Call.HasBody {
		arguments = append(arguments, p.requestBody(s))
	}
	if s.Call.Options {
		arguments = append(arguments, p.options(s))
	}
	method := p.names.Operation(s.Call).Method
	return jen.Id("s").Dot(p.names.Upstream(s.Call.Upstream).Field).Dot(method).Call(arguments...)
}

// ended adds what the failure of a step means.
func (p *runPrinter) ended(s *plan.Step) {
	for _, rule := range s.OnError {
		p.errorRule(s.Name, rule)
	}
	p.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(
		p.give(p.runtime.Nact("StepError").Call(gocode.Lit(s.Name), jen.Err()))))
}

// receive returns the assignment of what a call returns to those variables that an expression reads.
func (p *runPrinter) receive(s *plan.Step, call *jen.Statement) *jen.Statement {
	var targets []jen.Code
	op := "="
	receive := func(of read, name string) {
		switch {
		case p.reads[of] == 0 && !p.taken[of]:
			name = "_"
		case !p.held[of]:
			op = ":="
		}
		targets = append(targets, jen.Id(name))
	}
	if s.Call.Answer != nil {
		receive(bodyOf(s), p.roots.Bodies[s.Name])
	}
	if s.Call.Meta {
		receive(metaOf(s), p.roots.Metas[s.Name])
	}
	return jen.List(append(targets, jen.Err())...).Op(op).Add(call)
}

// params returns the struct of a step's parameters.
func (p *runPrinter) params(s *plan.Step) *jen.Statement {
	ids := p.names.Operation(s.Call)
	fields := make([]jen.Code, len(s.Args))
	width := 0
	for i, arg := range s.Args {
		p.failIn(arg.Where)
		var code *jen.Statement
		if arg.Param.Optional && arg.Value.Type().Kind != ir.Optional {
			code = p.runtime.Nact("Some").Call(p.body.Typed(arg.Value))
		} else {
			code = p.body.Value(arg.Value)
		}
		fields[i] = gocode.Keyed(ids.Fields[arg.Param], code)
		width += len(ids.Fields[arg.Param]) + len(": , ") + goexpr.Width(arg.Value)
	}
	return jen.Id(ids.Params).Add(gocode.Fitted(fields, width))
}

// options returns what a step does not leave to its upstream: upstream.Options{Timeout: 2 * time.Second}.
func (p *runPrinter) options(s *plan.Step) *jen.Statement {
	var fields []jen.Code
	width := 0
	if s.Link != nil {
		fields = append(fields, gocode.Keyed("Link", p.body.Value(s.Link)))
		width += len("Link: ") + goexpr.Width(s.Link)
	}
	if s.KeyHeader != "" {
		fields = append(fields, gocode.Keyed("KeyHeader", gocode.Lit(s.KeyHeader)))
		width += len("KeyHeader: , ") + len(s.KeyHeader)
	}
	if s.Unread {
		fields = append(fields, gocode.Keyed("Unread", jen.True()))
		width += len("Unread: true, ")
	}
	if unfollowed := s.Unfollowed(); len(unfollowed) > 0 {
		statuses := make([]jen.Code, len(unfollowed))
		for i, status := range unfollowed {
			statuses[i] = jen.Lit(status)
		}
		fields = append(fields, gocode.Keyed("Unfollowed", jen.Index().Int().Values(statuses...)))
		width += len("Unfollowed: []int{}, ") + len("301, ")*len(statuses)
	}
	if s.Timeout > 0 {
		fields = append(fields, gocode.Keyed("Timeout", gocode.Duration(s.Timeout)))
		width += len("Timeout: 150 * time.Millisecond")
	}
	if s.Retry != nil {
		fields = append(fields, gocode.Keyed("Retry", jen.Op("&").Add(p.retry(*s.Retry))))
		width += len("Retry: &upstream.Retry{Attempts: 3, Backoff: time.Millisecond, MaxWait: 2 * time.Second}")
	}
	if s.Caching != nil {
		fields = append(fields, gocode.Keyed("Caching", p.caching(*s.Caching)))
		width += len("Caching: upstream.KeepFor(10 * time.Minute)")
	}
	if poll := p.polls[s.Name]; poll.variable != "" {
		more, moreWidth := poll.options()
		fields, width = append(fields, more...), width+moreWidth
	}
	if s.ReadsProblems() {
		fields = append(fields, gocode.Keyed("KeepProblem", jen.True()))
		width += len("KeepProblem: true")
	}
	return p.runtime.Upstream("Options").Add(gocode.Fitted(fields, width))
}

// requestBody returns the body that a step sends, or nil where this step sends none.
func (p *runPrinter) requestBody(s *plan.Step) *jen.Statement {
	if s.Body == nil {
		return jen.Nil()
	}
	for _, part := range s.Parts {
		p.part(part)
	}
	p.failIn(s.BodyWhere)
	return p.body.Value(s.Body)
}

// part computes a part of a request.
func (p *runPrinter) part(part *plan.Part) {
	p.failIn(part.Where)
	if part.Name == "" {
		p.body.Hold(part.Value)
		return
	}
	member := (&ir.Root{Kind: ir.PartRoot, Name: part.Name}).Title()
	_, place, _ := strings.Cut(part.Where.Name, ".")
	step, _, _ := strings.Cut(place, ".")
	p.roots.Vars[part.Name] = p.scope.Name(member, step+"_"+member)
	p.body.Define(p.roots.Vars[part.Name], part.Value)
}
