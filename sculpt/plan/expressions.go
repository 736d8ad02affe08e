package plan

import (
	"iter"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Expression is an expression of a plan, and where it stands.
type Expression struct {
	Place Place   // the zero Place: of what the analysis has moved into a function
	Node  ir.Node // nil: there is none
}

// All returns the expressions of the tool, in the order in which they run, and then those that the analysis has moved into functions.
func (t *Tool) All() iter.Seq2[Place, ir.Node] {
	list := inActions(t.Actions)
	for _, out := range t.Outputs {
		list = append(list, Expression{out.Where.Place, out.Value})
	}
	return present(append(list, outlined(t.Functions)...))
}

// All returns the expressions of actions, in the order in which they stand in the code.
func All(actions []Action) iter.Seq2[Place, ir.Node] {
	return present(inActions(actions))
}

// All returns the expressions of the upstream's headers, query and credentials, and then those that the analysis has moved into functions.
func (u *Upstream) All() iter.Seq2[Place, ir.Node] {
	var list []Expression
	for _, h := range u.Headers {
		list = append(list, Expression{Place{Section: InHeaders, Name: h.Name}, h.Value})
	}
	for _, q := range u.Query {
		list = append(list, Expression{Place{Section: InQuery, Name: q.Name}, q.Value})
	}
	for _, c := range u.Auth {
		for i, v := range c.Values {
			list = append(list, Expression{c.Place(i), v})
		}
	}
	return present(append(list, outlined(u.Functions)...))
}

// Place is where a value of the credential stands.
func (c *Credential) Place(value int) Place {
	return Place{Section: InAuth, Key: c.Value(value).Key}
}

// Expressions calls f for each of [Tool.All].
func (t *Tool) Expressions(f func(ir.Node)) {
	for _, n := range t.All() {
		f(n)
	}
}

// Expressions calls f for each of [All].
func Expressions(actions []Action, f func(ir.Node)) {
	for _, n := range All(actions) {
		f(n)
	}
}

// Expressions calls f for each of [Upstream.All].
func (u *Upstream) Expressions(f func(ir.Node)) {
	for _, n := range u.All() {
		f(n)
	}
}

// present are the expressions of a list that there are.
func present(list []Expression) iter.Seq2[Place, ir.Node] {
	return func(yield func(Place, ir.Node) bool) {
		for _, e := range list {
			if e.Node != nil && !yield(e.Place, e.Node) {
				return
			}
		}
	}
}

func inActions(actions []Action) []Expression {
	var list []Expression
	Walk(actions, func(a Action) { list = append(list, a.Own()...) })
	return list
}

func outlined(functions []*ir.Outlined) []Expression {
	var list []Expression
	for _, f := range functions {
		list = append(list, Expression{Node: f.Body})
	}
	return list
}

// Own returns the condition, and the text that explains the failure.
func (c *Check) Own() []Expression {
	return []Expression{{c.Where.Place, c.That}, {c.Where.Place.WithDetail(), c.Detail}}
}

// Own returns the value of the var.
func (v *Var) Own() []Expression { return []Expression{{v.Where.Place, v.Value}} }

// Own returns the condition on which the step runs.
func (w *When) Own() []Expression { return []Expression{{w.Where.Place, w.If}} }

// Own returns the list, and what is computed before the first element.
func (e *Each) Own() []Expression {
	return append([]Expression{{e.Where.Place, e.List}}, inParts(e.Before)...)
}

// Own returns what is computed before the first page, and of each.
func (p *Pages) Own() []Expression {
	list := append(inParts(p.Before), Expression{p.LimitWhere.Place, p.Limit})
	return append(list, p.OfPage()...)
}

// OfPage returns what is computed of each page.
func (p *Pages) OfPage() []Expression {
	return []Expression{{p.ItemsWhere.Place, p.Items}, {p.NextWhere.Place, p.Next}, {p.EnoughWhere.Place, p.Enough}}
}

// Own returns what is computed before the first call, and of each answer.
func (p *Poll) Own() []Expression { return append(inParts(p.Before), p.OfAnswer()...) }

// OfAnswer returns what is computed of each answer.
func (p *Poll) OfAnswer() []Expression {
	return []Expression{{p.FailedWhere.Place, p.FailedIf}, {p.FailedWhere.Place.WithDetail(), p.Detail}, {p.UntilWhere.Place, p.Until}}
}

// Own returns what the step sends, and what it makes of errors.
func (s *Step) Own() []Expression {
	list := make([]Expression, 0, len(s.Args))
	for _, arg := range s.Args {
		list = append(list, Expression{arg.Where.Place, arg.Value})
	}
	list = append(list, inParts(s.Parts)...)
	list = append(list, Expression{s.BodyWhere.Place, s.Body}, Expression{Node: s.Link})
	return append(list, inRules(s.OnError)...)
}

// Own returns what the step passes, and what it makes of errors.
func (s *GoStep) Own() []Expression {
	var list []Expression
	for _, arg := range s.Args {
		list = append(list, Expression{arg.Where.Place, arg.Value})
	}
	return append(list, inRules(s.OnError)...)
}

// Own returns nothing: what runs at the same time has expressions, not the fact that it does.
func (*Together) Own() []Expression { return nil }

// Own returns nothing.
func (*Answered) Own() []Expression { return nil }

// Own returns nothing: the call that takes a step back is among the actions.
func (*Undo) Own() []Expression { return nil }

func inParts(parts []*Part) []Expression {
	var list []Expression
	for _, part := range parts {
		list = append(list, Expression{part.Where.Place, part.Value})
	}
	return list
}

func inRules(rules []ErrorRule) []Expression {
	var list []Expression
	for _, rule := range rules {
		list = append(list, rule.Own()...)
	}
	return list
}

// Own returns the expressions of the rule that are computed.
func (r ErrorRule) Own() []Expression {
	return []Expression{{r.Where.Place, r.That}, {r.Where.Place.WithDetail(), r.Detail}, {r.Where.Place, r.StandIn()}}
}

// Expressions calls f for every expression of the rule that is computed.
func (r ErrorRule) Expressions(f func(ir.Node)) {
	for _, e := range r.Own() {
		if e.Node != nil {
			f(e.Node)
		}
	}
}

// StandIn is what is computed to stand for the body of the answer, or nil.
func (r ErrorRule) StandIn() ir.Node {
	if r.Idle {
		return nil
	}
	return r.Use
}
