package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// stepPrinter prints the call of a step, and what its failure means.
type stepPrinter struct {
	block
	step      *plan.Step
	variables plan.Variables
	undo      *plan.Undo // that takes the step back whatever its answer is; nil: none
}

// print adds
//
//	point, err := s.weather.point(ctx, weatherPointParams{Latitude: latitude, Longitude: longitude})
//	if nact.Status(err) == 404 {
//		return out, nact.Fail("CITY_NOT_FOUND", ...)
//	}
//	if err != nil {
//		return out, nact.StepError("point", err)
//	}
func (p stepPrinter) print() {
	p.call(gocode.FittedFields{})
	p.ended()
}

// call adds the call of the step, with more options than those of the step itself.
func (p stepPrinter) call(more gocode.FittedFields) {
	p.callWith(p.context(p.step, p.variables), more)
}

// callWith is call with the context of the step's call.
func (p stepPrinter) callWith(ctx *jen.Statement, more gocode.FittedFields) {
	request := p.request(ctx, more)
	p.paragraph()
	var targets []jen.Code
	assign := "="
	add := func(of plan.Binding) {
		if of.Use == plan.Defined {
			assign = ":="
		}
		targets = append(targets, p.target(of))
	}
	if p.step.Call.Answer != nil {
		add(p.variables.Body())
	}
	if p.step.Call.Meta {
		add(p.variables.Binding(plan.AnswerMeta))
	}
	p.body.Add(jen.List(append(targets, jen.Err())...).Op(assign).Add(request))
}

// request returns the call of the step's operation, with a context.
func (p stepPrinter) request(ctx *jen.Statement, more gocode.FittedFields) *jen.Statement {
	arguments := []jen.Code{ctx}
	if len(p.step.Call.Params) > 0 {
		arguments = append(arguments, p.params())
	}
	if p.step.Call.HasBody {
		arguments = append(arguments, p.requestBody())
	}
	if p.step.Call.Options {
		arguments = append(arguments, p.options(more))
	}
	client, method := p.names.Upstream(p.step.Call.Upstream).Field, p.names.Operation(p.step.Call).Method
	return p.code("s.$1.$2($3)", client, method, jen.List(arguments...))
}

// ended adds whether the step was answered, if something asks for that, and what the failure of the step means.
func (p stepPrinter) ended() {
	if p.undo != nil {
		p.block.undo(p.undo)
	}
	if answered := p.variables.Binding(plan.IsAnswered); answered.Use == plan.Defined {
		p.body.Add(p.id(answered.Local).Op(":=").Err().Op("==").Nil())
	}
	p.errorRules(p.step.OnError, p.variables)
	p.stepFailed(p.step.Name)
}

func (p stepPrinter) params() *jen.Statement {
	ids := p.names.Operation(p.step.Call)
	var fields gocode.FittedFields
	for _, arg := range p.step.Args {
		p.failIn(arg.Where)
		if arg.Param.Optional && arg.Value.Type().Kind != ir.Optional {
			fields.Add(ids.Fields[arg.Param], p.runtime.Nact("Some").Call(p.body.Typed(arg.Value)), goexpr.Width(arg.Value))
		} else {
			fields.Add(ids.Fields[arg.Param], p.body.Value(arg.Value), goexpr.Width(arg.Value))
		}
	}
	return jen.Id(ids.Params).Add(fields.Literal())
}

// requestBody returns the body that the step sends, or nil where this step sends none.
func (p stepPrinter) requestBody() *jen.Statement {
	if p.step.Body == nil {
		return jen.Nil()
	}
	for _, part := range p.step.Parts {
		p.part(part, p.variables)
	}
	p.failIn(p.step.BodyWhere)
	return p.body.Value(p.step.Body)
}

// options returns what a step, and what it is part of, does not leave to the upstream: upstream.Options{Timeout: 2 * time.Second}.
func (p stepPrinter) options(more gocode.FittedFields) *jen.Statement {
	s := p.step
	var list gocode.FittedFields
	if s.Link != nil {
		list.Add("Link", p.body.Value(s.Link), goexpr.Width(s.Link))
	}
	if s.Key != (plan.Key{}) {
		function := map[plan.KeyPlace]string{plan.KeyInHeader: "KeyInHeader", plan.KeyInQuery: "KeyInQuery", plan.KeyInBody: "KeyInBody"}[s.Key.In]
		list.Add("Key", p.runtime.Upstream(function).Call(gocode.Lit(s.Key.Name)), len("upstream.()")+len(function)+len(s.Key.Name))
	}
	if s.Unread {
		list.Add("Unread", jen.True(), len("true"))
	}
	if s.Insists() {
		list.Add("Insists", jen.True(), len("true"))
	}
	if unfollowed := s.Unfollowed(); len(unfollowed) > 0 {
		statuses := gocode.Each(unfollowed, func(status int) jen.Code { return jen.Lit(status) })
		list.Add("Unfollowed", jen.Index().Int().Values(statuses...), len("[]int{}")+len("301, ")*len(unfollowed))
	}
	if s.Timeout > 0 {
		list.Add("Timeout", gocode.Duration(s.Timeout), len("150 * time.Millisecond"))
	}
	if s.Retry != nil {
		list.Add("Retry", jen.Op("&").Add(retryPolicy(p.pkg, *s.Retry)), len("&upstream.Retry{Attempts: 3, Backoff: time.Millisecond, MaxWait: 2 * time.Second}"))
	}
	if s.Caching != nil {
		list.Add("Caching", cachePolicy(p.runtime, *s.Caching), len("upstream.KeepFor(10 * time.Minute)"))
	}
	list.Fields, list.Width = append(list.Fields, more.Fields...), list.Width+more.Width
	if s.ReadsProblems() {
		list.Add("KeepProblem", p.runtime.Upstream("ReadProblem"), len("upstream.ReadProblem"))
	}
	return p.runtime.Upstream("Options").Add(list.Literal())
}
