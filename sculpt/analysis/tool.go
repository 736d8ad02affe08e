package analysis

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// analyzeTool returns a tool with its expressions prepared by b, and its steps calling the operations of the analyzed upstreams, and the analyzed parts.
func analyzeTool(t *plan.Tool, b *body) *plan.Tool {
	analyzed := *t
	analyzed.Actions = b.actions(t.Actions)
	analyzed.Outputs = make([]*plan.Output, len(t.Outputs))
	for i, out := range t.Outputs {
		o := *out
		value := b.prepare(out.Value)
		if i < len(t.Signature.Outputs) { // a part declares none
			if enum := enumOf(t.Signature.Outputs[i]); enum != nil {
				value = asEnum(value, enum)
			}
		}
		o.Value = b.finish(b.scope, value, out.Where.Place)
		analyzed.Outputs[i] = &o
	}
	analyzed.Functions = b.outliner.functions
	analyzed.Examples = b.of.steps.Examples(t.Examples)
	return &analyzed
}

// actions prepares actions, in the order in which they run.
func (b *body) actions(list []plan.Action) []plan.Action {
	prepared := make([]plan.Action, len(list))
	for i, a := range list {
		switch a := a.(type) {
		case *plan.Check:
			prepared[i] = b.check(a)
		case *plan.Var:
			prepared[i] = b.variable(a)
		case *plan.Step:
			prepared[i] = b.step(a)
		case *plan.GoStep:
			prepared[i] = b.goStep(a)
		case *plan.Together:
			prepared[i] = b.together(a)
		case *plan.When:
			prepared[i] = b.when(a)
		case *plan.Each:
			prepared[i] = b.each(a)
		case *plan.Pages:
			prepared[i] = b.pages(a)
		case *plan.Poll:
			prepared[i] = b.poll(a)
		case *plan.Answered:
			prepared[i] = &plan.Answered{Step: b.of.steps[a.Step].(*plan.Step), Actions: b.inside(b.scope.fork(), a.Actions)}
		case *plan.Undo:
			undo := *a
			undo.Actions = b.inside(b.scope.fork(), a.Actions)
			prepared[i] = &undo
		}
	}
	return prepared
}

// together prepares branches. What one of them shows or computes is nothing to the others; what all of them have shown is known when
// they have ended.
func (b *body) together(t *plan.Together) *plan.Together {
	before, prepared := b.scope, &plan.Together{}
	var shown []facts.Fact
	for _, branch := range t.Branches {
		b.scope = before.fork()
		start := b.scope.known
		prepared.Branches = append(prepared.Branches, b.actions(branch))
		shown = append(shown, b.scope.known.Since(start)...)
	}
	b.scope = before
	b.scope.learn(shown...)
	return prepared
}

// when prepares what may not run. Nothing of it is known behind it.
func (b *body) when(w *plan.When) *plan.When {
	prepared := *w
	cond := b.prepare(w.If)
	prepared.If = b.finish(b.scope, cond, w.Where.Place)
	prepared.Actions = b.inside(b.scope.given(cond, true), w.Actions)
	prepared.Step = b.of.steps[w.Step]
	return &prepared
}

// each prepares what runs for each element of a list. Nothing of it is known behind it, nor for the next element.
func (b *body) each(e *plan.Each) *plan.Each {
	prepared := *e
	prepared.List = b.expression(e.List, e.Where.Place)
	actions := e.Actions
	if call, calls := e.Step.(*plan.Step); calls {
		var step *plan.Step
		step, prepared.Before = b.beforeEach(e, call)
		actions = plan.Steps{e.Step: step}.Actions(e.Actions)
	}
	prepared.Actions = b.inside(b.scope.fork(), actions)
	prepared.Step = b.of.steps[e.Step]
	return &prepared
}

// inside prepares actions in a scope inside that of the body.
func (b *body) inside(s *scope, list []plan.Action) []plan.Action {
	before := b.scope
	b.scope = s
	prepared := b.actions(list)
	b.scope = before
	return prepared
}

// check prepares an expectation. What it shows is known from there on.
func (b *body) check(c *plan.Check) *plan.Check {
	checked := *c
	cond := b.prepare(c.That)
	checked.That = b.finish(b.scope, cond, c.Where.Place)
	checked.Detail = b.conditional(cond, false, c.Detail, c.Where.Place.WithDetail())
	b.scope.learn(facts.Of(cond, true)...)
	return &checked
}

// variable prepares the value of a var. How large it can be counts where the var is read.
func (b *body) variable(v *plan.Var) *plan.Var {
	n := b.define(v.Name, v.Value)
	b.marker.vars[v.Name] = n
	return &plan.Var{Name: v.Name, Value: b.finish(b.scope, n, v.Where.Place), Where: v.Where}
}

// step prepares a call: its arguments and body before it, the texts of its failures after it.
func (b *body) step(s *plan.Step) *plan.Step {
	step := *s
	step.Args = make([]plan.Arg, len(s.Args))
	for i, arg := range s.Args {
		arg.Value = b.expression(arg.Value, arg.Where.Place)
		step.Args[i] = arg
	}
	step.Parts, step.Body = b.parts(s)
	step.Body = b.expression(step.Body, s.BodyWhere.Place)
	step.Link = b.expression(s.Link, plan.Place{})
	step.OnError = b.rules(s.OnError)
	step.Call = b.of.operations[s.Call]
	for ; s != nil; s = b.hoistedOf[s] {
		b.of.steps[s] = &step
	}
	return &step
}

func (b *body) goStep(s *plan.GoStep) *plan.GoStep {
	step := *s
	step.Args = make([]plan.GoArg, len(s.Args))
	for i, arg := range s.Args {
		arg.Value = b.expression(arg.Value, arg.Where.Place)
		step.Args[i] = arg
	}
	step.OnError = b.rules(s.OnError)
	if s.Part() != nil {
		step.Function = b.of.functions[s.Function]
	}
	b.of.steps[s] = &step
	return &step
}

func (b *body) rules(list []plan.ErrorRule) []plan.ErrorRule {
	prepared := make([]plan.ErrorRule, len(list))
	for i, rule := range list {
		prepared[i] = b.errorRule(rule)
	}
	return prepared
}

// errorRule prepares a rule of on_error, of which nothing is known behind it.
func (b *body) errorRule(r plan.ErrorRule) plan.ErrorRule {
	before := b.scope
	b.scope = before.fork()
	if r.That != nil {
		cond := b.prepare(r.That)
		r.That = b.condition(cond, r.Where.Place)
		b.scope = b.scope.given(cond, true)
	}
	r.Detail = b.expression(r.Detail, r.Where.Place.WithDetail())
	if r.Use = r.StandIn(); r.Use != nil {
		r.Use = b.finishApart(b.prepare(b.answers.withoutUnread(r.Use)), r.Where.Place)
	}
	b.scope = before
	return r
}

// enumOf returns the type of the values of an output that is an enum, or nil.
func enumOf(out nact.Output) *ir.Type {
	if out.Type != nact.Enum {
		return nil
	}
	values := make([]string, len(out.AllowedValues))
	for i, v := range out.AllowedValues {
		values[i] = v.Name
	}
	return &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: out.ID, Values: values}}
}

// asEnum returns a text, or an optional of one, as a value of an enum: literals become values of it where they stand.
func asEnum(n ir.Node, enum *ir.Type) ir.Node {
	switch n := n.(type) {
	case *ir.Const:
		return &ir.Const{T: enum, Value: n.Value}
	case *ir.None:
		return &ir.None{T: ir.OptionalOf(enum)}
	case *ir.Some:
		return &ir.Some{X: asEnum(n.X, enum)}
	case *ir.Cond:
		return &ir.Cond{If: n.If, Then: asEnum(n.Then, enum), Else: asEnum(n.Else, enum)}
	case *ir.Let:
		return within(n, func(body ir.Node) ir.Node { return asEnum(body, enum) })
	case *ir.Then:
		return &ir.Then{X: n.X, Local: n.Local, Body: asEnum(n.Body, enum)}
	}
	if n.Type().Kind != ir.Optional {
		return &ir.ToEnum{T: enum, X: n}
	}
	text := &ir.Local{T: n.Type().Elem, Name: "text"}
	return &ir.Then{X: n, Local: text, Body: &ir.Some{X: &ir.ToEnum{T: enum, X: &ir.Ref{To: text}}}}
}
