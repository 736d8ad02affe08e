// Package settle completes the plan of a service. What a tool reads of an answer is known when all its expressions are; what an operation
// has to keep of it, when all tools are known. From a [Draft], whose operations say nothing of that, comes the plan that the emitter
// prints: with the structs of answers, the parameters that can be left out, and the schemas of what outputs hold.
package settle

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/jsonschema"
	"github.com/nactgen/nactgen/sculpt/known"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// Draft is a plan as its parts were checked, each by itself.
type Draft struct {
	Plan  *plan.Plan
	Calls *operation.Calls // those of Plan
	Usage expr.UsageLog    // what the expressions of Plan do with answers
}

// Plan returns the plan that a draft comes to, and its calls. The draft stays as it is.
func Plan(d *Draft) (*plan.Plan, *operation.Calls) {
	s := newSettler(d)
	settled := *d.Plan
	settled.Upstreams = lists.Map(d.Plan.Upstreams, func(u *plan.Upstream) *plan.Upstream { return s.upstream(u, d.Calls.Upstream(u.Name)) })
	settled.Functions = lists.Map(d.Plan.Functions, s.function)
	fields := settled.StructFields()
	settled.Parts = lists.Map(d.Plan.Parts, func(f *plan.Function) *plan.Function { return s.part(f, fields) })
	settled.Tools = lists.Map(d.Plan.Tools, func(t *plan.Tool) *plan.Tool { return s.tool(t, fields) })
	return &settled, d.Calls.With(s.operations)
}

// settler has what was decided so far. Its maps lead from a part of the draft to the part of the plan that takes its place.
type settler struct {
	reads      *serviceReads
	usage      *usage.Usage
	heads      *demand.Heads
	operations map[*plan.Operation]*plan.Operation
	params     map[*plan.Param]*plan.Param
	answers    map[*plan.Answer]*plan.Answer
	functions  map[*plan.Function]*plan.Function
	steps      plan.Steps
}

func newSettler(d *Draft) *settler {
	r := readIn(d.Plan.Sequences())
	log := slices.Clip(d.Usage)
	for _, u := range d.Plan.Upstreams {
		for _, op := range d.Calls.Upstream(u.Name) {
			if r.undone[op.Operation] { // a decoder that insisted on a field would leave nothing by which to take the step back
				log.LackAll(op.Body)
			}
		}
	}
	return &settler{
		reads: r, usage: usage.Of(log), heads: demand.HeadsIn(d.Plan.Sequences()), operations: map[*plan.Operation]*plan.Operation{},
		params: map[*plan.Param]*plan.Param{}, answers: map[*plan.Answer]*plan.Answer{}, functions: map[*plan.Function]*plan.Function{},
		steps: plan.Steps{},
	}
}

// upstream returns an upstream with the operations that steps call.
func (s *settler) upstream(u *plan.Upstream, calls []*operation.Operation) *plan.Upstream {
	settled := *u
	bodies, typed := make([]*plan.Answer, len(calls)), make([]Typed, len(calls))
	for i, op := range calls {
		typed[i] = Typed{Operation: op.Name, Answers: s.reads.problems[op.Operation]}
		if op.Body != nil && s.reads.read[op.Operation] {
			bodies[i] = &plan.Answer{Type: op.Body}
			typed[i].Answers = append([]*plan.Answer{bodies[i]}, typed[i].Answers...)
		}
	}
	structs, shapes := Structs(typed, s.usage, s.heads)
	for answer, of := range structs {
		s.answers[answer] = &plan.Answer{Status: answer.Status, Type: answer.Type, Structs: of}
	}
	settled.Shapes, settled.Operations = shapes, nil
	for i, op := range calls {
		settled.Operations = append(settled.Operations, s.operation(op, s.answer(bodies[i]), &settled))
	}
	return &settled
}

// answer is an answer with its structs. One that holds no objects has none, and stays as it is, as does nil.
func (s *settler) answer(a *plan.Answer) *plan.Answer {
	if settled := s.answers[a]; settled != nil {
		return settled
	}
	return a
}

// operation returns an operation of which an answer to success is read; nil: none is.
func (s *settler) operation(op *operation.Operation, answer *plan.Answer, of *plan.Upstream) *plan.Operation {
	draft, settled := op.Operation, *op.Operation
	settled.Upstream, settled.Answer = of, answer
	settled.Notation = notationOf(draft.Notation.Form, answer)
	settled.Problems = lists.Map(s.reads.problems[draft], s.answer)
	settled.Meta = s.reads.meta[draft] || op.Body == nil && s.reads.read[draft] // of an answer without a body, to a call for an element of a list, the status is kept
	settled.Options = s.reads.options[draft] || answer != nil && s.reads.anyUnread(draft)
	settled.Cached = s.reads.cached[draft]
	settled.Lenient = lenient(&settled) && !s.reads.repeated[draft]
	settled.Params = lists.Map(draft.Params, func(p *plan.Param) *plan.Param {
		param := *p
		param.Optional = s.reads.optional[p]
		s.params[p] = &param
		return &param
	})
	s.operations[draft] = &settled
	return &settled
}

// lenient reports whether an operation that changes something has an answer that can do without a body: an object of which no member has
// to be there, and that is not passed on as a whole.
func lenient(op *plan.Operation) bool {
	if !op.Writes() || op.Answer == nil || op.Notation.Form.Raw() || !op.Answer.Type.ByValue() {
		return false
	}
	of := op.Answer.Structs[0]
	return !of.Encode && !of.Dyn && !slices.ContainsFunc(of.Fields, func(f *plan.StructField) bool { return f.Always })
}

// function returns a function of whose result it is known which objects become dyn.
func (s *settler) function(f *plan.Function) *plan.Function {
	if f.Signs { // it returns nothing, and upstreams name it
		s.functions[f] = f
		return f
	}
	settled := *f
	settled.Structs = lists.Map(f.Structs, func(of *plan.Struct) *plan.Struct {
		result := *of
		result.Dyn = s.usage.Dynamic(of.Objects[0])
		return &result
	})
	s.functions[f] = &settled
	return &settled
}

// part returns a part of which it is known whether what it returns becomes dyn. Those that it uses have been settled.
func (s *settler) part(f *plan.Function, fields map[*ir.Field]*plan.StructField) *plan.Function {
	settled := s.function(f)
	settled.Part = s.tool(f.Part, fields)
	return settled
}

// tool returns a tool that calls the settled operations. fields are those of the structs that answers are decoded into.
func (s *settler) tool(t *plan.Tool, fields map[*ir.Field]*plan.StructField) *plan.Tool {
	settled := t.Rewrite(s.steps, s.step)
	settled.Outputs = make([]*plan.Output, len(t.Outputs))
	vars := reads.In(t).Var
	for i, out := range t.Outputs {
		o := *out
		if i < len(t.Signature.Outputs) && t.Signature.Outputs[i].Type == nact.JSON { // a part declares none
			o.Schema = jsonschema.Of(known.In(out.Value, vars).Of(out.Value), fields)
		}
		settled.Outputs[i] = &o
	}
	return settled
}

// step returns what stands for a step.
func (s *settler) step(a plan.StepAction) plan.StepAction {
	switch a := a.(type) {
	case *plan.Step:
		step := *a
		step.Call = s.operations[a.Call]
		step.Unread = step.Call.Answer != nil && s.reads.unread[a]
		step.Args = lists.Map(a.Args, func(arg plan.Arg) plan.Arg {
			arg.Param = s.params[arg.Param]
			return arg
		})
		step.OnError = lists.Map(a.OnError, func(rule plan.ErrorRule) plan.ErrorRule {
			rule.Answer = s.answer(rule.Answer)
			return rule
		})
		return &step
	case *plan.GoStep:
		step := *a
		step.Function = s.functions[a.Function]
		return &step
	}
	return a
}
