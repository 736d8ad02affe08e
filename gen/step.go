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
	p.call(options{})
	p.ended()
}

// call adds the call of the step, with more options than those of the step itself.
func (p stepPrinter) call(more options) {
	request := p.request(p.context(p.step, p.variables), more)
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
func (p stepPrinter) request(ctx *jen.Statement, more options) *jen.Statement {
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
	if answered := p.variables.Binding(plan.IsAnswered); answered.Use == plan.Defined {
		p.body.Add(p.id(answered.Local).Op(":=").Err().Op("==").Nil())
	}
	p.errorRules(p.step.OnError, p.variables)
	p.stepFailed(p.step.Name)
}

func (p stepPrinter) params() *jen.Statement {
	ids := p.names.Operation(p.step.Call)
	fields := make([]jen.Code, len(p.step.Args))
	width := 0
	for i, arg := range p.step.Args {
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

// options are fields of upstream.Options.
type options struct {
	fields gocode.Fields
	width  int // about how many characters they take
}

// add adds a field. width is about how many characters its value takes.
func (o *options) add(name string, value *jen.Statement, width int) {
	o.fields.Set(name, value)
	o.width += len(name) + len(": , ") + width
}

// options returns what a step, and what it is part of, does not leave to the upstream: upstream.Options{Timeout: 2 * time.Second}.
func (p stepPrinter) options(more options) *jen.Statement {
	s := p.step
	var list options
	if s.Link != nil {
		list.add("Link", p.body.Value(s.Link), goexpr.Width(s.Link))
	}
	if s.KeyHeader != "" {
		list.add("KeyHeader", gocode.Lit(s.KeyHeader), len(s.KeyHeader))
	}
	if s.Unread {
		list.add("Unread", jen.True(), len("true"))
	}
	if unfollowed := s.Unfollowed(); len(unfollowed) > 0 {
		statuses := gocode.Each(unfollowed, func(status int) jen.Code { return jen.Lit(status) })
		list.add("Unfollowed", jen.Index().Int().Values(statuses...), len("[]int{}")+len("301, ")*len(unfollowed))
	}
	if s.Timeout > 0 {
		list.add("Timeout", gocode.Duration(s.Timeout), len("150 * time.Millisecond"))
	}
	if s.Retry != nil {
		list.add("Retry", jen.Op("&").Add(retryPolicy(p.runtime, *s.Retry)), len("&upstream.Retry{Attempts: 3, Backoff: time.Millisecond, MaxWait: 2 * time.Second}"))
	}
	if s.Caching != nil {
		list.add("Caching", cachePolicy(p.runtime, *s.Caching), len("upstream.KeepFor(10 * time.Minute)"))
	}
	list.fields, list.width = append(list.fields, more.fields...), list.width+more.width
	if s.ReadsProblems() {
		list.add("KeepProblem", p.runtime.Upstream("ReadProblem"), len("upstream.ReadProblem"))
	}
	return p.runtime.Upstream("Options").Add(gocode.Fitted(list.fields, list.width))
}
