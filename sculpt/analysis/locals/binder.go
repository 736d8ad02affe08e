package locals

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// binder decides what each action does with the variables, in the order in which actions stand in the code.
type binder struct {
	*maker
	declared map[value]bool // the values whose variables are declared before the action that gives them
	by       map[plan.Action]plan.Variables
}

// around are the variables of the loop, or of the list of pages, that actions stand in.
type around []plan.Binding

func (b *binder) actions(list []plan.Action, in around) {
	for _, a := range list {
		b.by[a] = b.action(a, in)
	}
}

// action returns what an action does with variables, and notes the same of the actions inside it.
func (b *binder) action(a plan.Action, in around) plan.Variables {
	switch a := a.(type) {
	case *plan.Check:
	case *plan.Var:
		return binds(plan.Binding{Local: b.of[varOf(a.Name)], Use: b.use(varOf(a.Name), true)})
	case *plan.Step:
		return b.step(a, in)
	case *plan.GoStep:
		v := binds(append([]plan.Binding{b.value(resultOf(a.Name))}, in...)...)
		v.Rules = rules(a.OnError)
		return v
	case *plan.Together:
		return b.together(a, in)
	case *plan.When:
		return b.when(a, in)
	case *plan.Each:
		return b.each(a)
	case *plan.Pages:
		return b.pages(a, in)
	case *plan.Poll:
		return b.poll(a, in)
	case *plan.Answered:
		b.actions(a.Actions, in)
		return binds(plan.Binding{Local: b.of[answeredOf(a.Step.Name)], Use: plan.Assigned})
	case *plan.Undo:
		return b.undo(a)
	}
	return plan.Variables{}
}

func binds(bindings ...plan.Binding) plan.Variables { return plan.Variables{Bindings: bindings} }

// use says how the action that gives a value has its variable.
func (b *binder) use(v value, live bool) plan.Use {
	switch {
	case !live:
		return plan.Unread
	case b.declared[v]:
		return plan.Assigned
	}
	return plan.Defined
}

// value binds the variable of a value, for the action that gives it.
func (b *binder) value(v value) plan.Binding {
	return plan.Binding{Local: b.of[v], Use: b.use(v, b.isLive(v))}
}

// step binds what a call returns. What stands around it is bound before the call.
func (b *binder) step(s *plan.Step, in around) plan.Variables {
	var list []plan.Binding
	if s.Call.Answer != nil {
		list = append(list, b.value(bodyOf(s.Name)))
	}
	if s.Call.Meta {
		list = append(list, b.value(metaOf(s.Name)))
	}
	if answered := b.of[answeredOf(s.Name)]; answered != nil {
		list = append(list, plan.Binding{Local: answered, Use: plan.Defined})
	}
	return plan.Variables{Bindings: slices.Concat(list, b.requested(s), in), Rules: rules(s.OnError)}
}

// requested binds the variables of the parts of a request that an action computes before the request itself.
func (b *binder) requested(a plan.Action) []plan.Binding {
	var list []plan.Binding
	for _, p := range partsOf(a) {
		if p.Name != "" {
			list = append(list, plan.Binding{Local: b.of[requestOf(p.Name)], Use: plan.Defined})
		}
	}
	return list
}

func rules(list []plan.ErrorRule) []plan.ProblemReads {
	reads := make([]plan.ProblemReads, len(list))
	for i, rule := range list {
		reads[i] = problemReads(rule)
	}
	return reads
}

// declare notes that the variables of values are declared, and returns those that were not yet.
func (b *binder) declare(values ...value) []*plan.Local {
	var list []*plan.Local
	for _, v := range values {
		if !b.declared[v] {
			b.declared[v] = true
			list = append(list, b.of[v])
		}
	}
	return list
}

// together declares what is read of a branch when all have ended.
func (b *binder) together(t *plan.Together, in around) plan.Variables {
	var v plan.Variables
	for _, branch := range t.Branches {
		within := readsOf(func(f func(ir.Node)) { plan.Expressions(branch, f) })
		beyond := func(v value) bool { return b.reads[v] > within[v] }
		v.Declared = append(v.Declared, b.declare(b.outliving(branch, beyond)...)...)
	}
	for _, branch := range t.Branches {
		b.actions(branch, in)
	}
	return v
}

// outliving returns the values of actions, and of those inside them, that are read beyond them.
func (b *binder) outliving(actions []plan.Action, beyond func(value) bool) []value {
	var values []value
	for _, a := range actions {
		values = append(values, slices.DeleteFunc(b.own(a, beyond), func(v value) bool { return b.of[v] == nil || b.reads[v] == 0 })...)
		for _, inner := range blocks(a) {
			values = append(values, b.outliving(inner, beyond)...)
		}
	}
	return values
}

// own returns the values that an action gives and that are read beyond it. Those of a step are the body of its answer and what else the answer says: if one
// of them is read, it returns both, since one statement assigns them, which declares both or none.
func (b *binder) own(a plan.Action, beyond func(value) bool) []value {
	var values []value
	switch a := a.(type) {
	case *plan.Check, *plan.Together, *plan.Answered, *plan.Undo:
		return nil
	case *plan.Var:
		values = []value{varOf(a.Name)}
	case *plan.Step:
		if both := []value{bodyOf(a.Name), metaOf(a.Name)}; slices.ContainsFunc(both, beyond) {
			return both
		}
	case *plan.GoStep:
		values = []value{resultOf(a.Name)}
	case *plan.When:
		values = outcomeValues(b.outcomes(a))
	case *plan.Each:
		values = []value{partOf(a.Step.StepName(), ""), partOf(a.Step.StepName(), leftOut)}
	case *plan.Pages:
		values = []value{pagesOf(a.Step.Name)}
	case *plan.Poll:
		values = []value{bodyOf(a.Step.Name), metaOf(a.Step.Name)}
	}
	return slices.DeleteFunc(values, func(v value) bool { return !beyond(v) })
}

// outcomes binds those parts of a step that may not run which something reads.
func (b *binder) outcomes(w *plan.When) []plan.Binding {
	var list []plan.Binding
	step := w.Step.StepName()
	for _, part := range stepParts {
		if l := b.of[partOf(step, part.name)]; l != nil && l.Role == plan.StepPart {
			list = append(list, plan.Binding{Local: l, Use: plan.Assigned, From: b.of[part.from(step)]})
		}
	}
	return list
}

// when declares the outcome of a step, and assigns it where the step has run.
func (b *binder) when(w *plan.When, in around) plan.Variables {
	v := plan.Variables{Declared: b.declare(outcomeValues(b.outcomes(w))...), Bindings: b.outcomes(w)}
	b.actions(w.Actions, in)
	return v
}

func outcomeValues(outcomes []plan.Binding) []value {
	var values []value
	for _, o := range outcomes {
		values = append(values, partOf(o.Of, o.Part))
	}
	return values
}

// each defines the variables of a loop. The list of outcomes of the step is declared before the loop, whether or not anything outside reads it.
func (b *binder) each(e *plan.Each) plan.Variables {
	step := e.Step.StepName()
	loop := around{{Local: b.of[index], Use: plan.Defined}, {Local: b.of[elementOf(step)], Use: b.use(elementOf(step), b.isLive(elementOf(step)))}}
	v := binds(loop...)
	if list := b.of[elementsOf(step)]; list != nil {
		v.Bindings = append(v.Bindings, plan.Binding{Local: list, Use: b.outcomeUse(partOf(step, ""), list), From: b.of[kept(e)]})
	}
	if left := b.of[leftOf(step)]; left != nil {
		v.Bindings = append(v.Bindings, plan.Binding{Local: left, Use: b.outcomeUse(partOf(step, leftOut), left)})
	}
	v.Bindings = append(v.Bindings, b.requested(e)...)
	b.actions(e.Actions, loop)
	return v
}

// outcomeUse says how a loop has the variable of a part of its outcome, which is one of its own where the loop may not run.
func (b *binder) outcomeUse(part value, l *plan.Local) plan.Use {
	if b.of[part] == l {
		return b.use(part, true)
	}
	return plan.Defined
}

func (b *binder) pages(p *plan.Pages, in around) plan.Variables {
	pages := pagesOf(p.Step.Name)
	list := plan.Binding{Local: b.of[pages], Use: b.use(pages, true)}
	within := slices.Concat(in, around{list})
	b.actions(p.Actions, within)
	return binds(slices.Concat(within, b.requested(p))...)
}

// poll declares what is read of the last answer: the calls stand in a loop.
func (b *binder) poll(p *plan.Poll, in around) plan.Variables {
	step := p.Step.Name
	var values []value
	if p.Step.Call.Answer != nil && b.isLive(bodyOf(step)) {
		values = append(values, bodyOf(step))
	}
	v := plan.Variables{Declared: b.declare(append(values, metaOf(step))...)}
	within := slices.Concat(in, around{{Local: b.of[pollOf(step)], Use: plan.Defined}})
	b.actions([]plan.Action{p.Step}, within)
	v.Bindings, v.Rules = slices.Concat(b.by[p.Step].Bindings, b.requested(p)), b.by[p.Step].Rules
	return v
}

// undo binds what the function computes that takes a step back: it declares its vars itself, although others may be declared outside of it.
func (b *binder) undo(u *plan.Undo) plan.Variables {
	vars := u.Actions[:len(u.Actions)-1]
	outside := b.declared
	b.declared = maps.Clone(outside)
	for _, a := range vars {
		delete(b.declared, varOf(a.(*plan.Var).Name))
	}
	b.actions(vars, nil)
	b.declared = outside
	b.by[u.Call()] = binds(b.requested(u.Call())...)
	return plan.Variables{}
}
