// Package settle completes the plan of a service. What a tool reads of an answer is known when all its expressions are; what an operation
// has to keep of it, when all tools are known. From a [Draft], whose operations say nothing of that, comes the plan that the emitter
// prints: with the structs of answers, the parameters that can be left out, and the schemas of what outputs hold.
package settle

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/jsonschema"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
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
	settled.Upstreams = nil
	for _, u := range d.Plan.Upstreams {
		settled.Upstreams = append(settled.Upstreams, s.upstream(u, d.Calls.Upstream(u.Name)))
	}
	settled.Functions = nil
	for _, f := range d.Plan.Functions {
		settled.Functions = append(settled.Functions, s.function(f))
	}
	settled.Tools = nil
	held := settled.StructFields()
	for _, t := range d.Plan.Tools {
		settled.Tools = append(settled.Tools, s.tool(t, held))
	}
	return &settled, d.Calls.With(s.operations)
}

// settler has what was decided so far, by what stands for it in the draft.
type settler struct {
	reads      *serviceReads
	usage      *usage.Usage
	heads      *demand.Heads
	operations map[*plan.Operation]*plan.Operation
	params     map[*plan.Param]*plan.Param
	answers    map[*plan.Answer]*plan.Answer
	functions  map[*plan.Function]*plan.Function
}

func newSettler(d *Draft) *settler {
	r := readIn(d.Plan.Tools)
	log := slices.Clip(d.Usage)
	for _, u := range d.Plan.Upstreams {
		for _, op := range d.Calls.Upstream(u.Name) {
			if r.undone[op.Operation] { // a decoder that insisted on a field would leave nothing by which to take the step back
				log.LackAll(op.Body)
			}
		}
	}
	return &settler{
		reads: r, usage: usage.Of(log), heads: demand.HeadsIn(d.Plan.Tools), operations: map[*plan.Operation]*plan.Operation{},
		params: map[*plan.Param]*plan.Param{}, answers: map[*plan.Answer]*plan.Answer{}, functions: map[*plan.Function]*plan.Function{},
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

// answer is an answer with its structs. One that holds no objects has none.
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
	settled.Problems = nil
	for _, problem := range s.reads.problems[draft] {
		settled.Problems = append(settled.Problems, s.answer(problem))
	}
	settled.Meta = s.reads.meta[draft] || op.Body == nil && s.reads.read[draft] // of an answer for an element that has no body its status is kept
	settled.Options = s.reads.options[draft] || answer != nil && s.reads.anyUnread(draft)
	settled.Cached = s.reads.cached[draft]
	settled.Lenient = s.lenient(&settled) && !s.reads.repeated[draft]
	settled.Params = nil
	for _, p := range draft.Params {
		param := *p
		param.Optional = s.reads.optional[p]
		s.params[p] = &param
		settled.Params = append(settled.Params, &param)
	}
	s.operations[draft] = &settled
	return &settled
}

// lenient reports whether an operation that changes something has an answer that can do without a body: an object of which no member has
// to be there, and that is not passed on as a whole.
func (s *settler) lenient(op *plan.Operation) bool {
	return op.Writes() && op.Answer != nil && !op.Notation.Form.Raw() && op.Answer.Type.ByValue() && canBeEmpty(op.Answer.Structs[0])
}

// canBeEmpty reports whether a struct without any member is a value like others.
func canBeEmpty(s *plan.Struct) bool {
	for _, f := range s.Fields {
		if f.Always {
			return false
		}
	}
	return !s.Encode && !s.Dyn
}

// function returns a function of whose result it is known which objects become dyn.
func (s *settler) function(f *plan.Function) *plan.Function {
	settled := *f
	settled.Structs = nil
	for _, of := range f.Structs {
		result := *of
		result.Dyn = s.usage.Dynamic(of.Objects[0])
		settled.Structs = append(settled.Structs, &result)
	}
	s.functions[f] = &settled
	return &settled
}

// tool returns a tool that calls the settled operations. held says how the fields of answers are held.
func (s *settler) tool(t *plan.Tool, held map[*ir.Field]*plan.StructField) *plan.Tool {
	settled := t.Rewrite(s.step)
	settled.Outputs = make([]*plan.Output, len(t.Outputs))
	for i, out := range t.Outputs {
		o := *out
		if t.Signature.Outputs[i].Type == nact.JSON {
			o.Schema = jsonschema.Of(out.Value.Type(), held)
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
		step.Args = make([]plan.Arg, len(a.Args))
		for i, arg := range a.Args {
			arg.Param = s.params[arg.Param]
			step.Args[i] = arg
		}
		step.OnError = s.rules(a.OnError)
		return &step
	case *plan.GoStep:
		step := *a
		step.Function = s.functions[a.Function]
		return &step
	}
	return a
}

// rules returns rules that read the settled answers to errors.
func (s *settler) rules(list []plan.ErrorRule) []plan.ErrorRule {
	settled := make([]plan.ErrorRule, len(list))
	for i, rule := range list {
		if rule.Answer != nil {
			rule.Answer = s.answer(rule.Answer)
		}
		settled[i] = rule
	}
	return settled
}
