package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Expressions calls f for every expression of the tool, in the order in which they run, and then for those that the
// analysis has moved into functions.
func (t *Tool) Expressions(f func(ir.Node)) {
	Expressions(t.Actions, f)
	for _, out := range t.Outputs {
		present(f)(out.Value)
	}
	for _, o := range t.Functions {
		f(o.Body)
	}
}

// Expressions calls f for every expression of actions, in the order in which they stand in the code.
func Expressions(actions []Action, f func(ir.Node)) {
	call := present(f)
	Walk(actions, func(a Action) {
		switch a := a.(type) {
		case *Check:
			call(a.That, a.Detail)
		case *When:
			call(a.If)
		case *Each:
			call(a.List)
			for _, part := range a.Before {
				call(part.Value)
			}
		case *Pages:
			for _, part := range a.Before {
				call(part.Value)
			}
			call(a.Limit, a.Items, a.Next, a.Enough)
		case *Poll:
			for _, part := range a.Before {
				call(part.Value)
			}
			call(a.FailedIf, a.Detail, a.Until)
		case *Var:
			call(a.Value)
		case *Step:
			for _, arg := range a.Args {
				call(arg.Value)
			}
			for _, part := range a.Parts {
				call(part.Value)
			}
			call(a.Body, a.Link)
			for _, rule := range a.OnError {
				rule.Expressions(f)
			}
		case *GoStep:
			for _, arg := range a.Args {
				call(arg.Value)
			}
			for _, rule := range a.OnError {
				rule.Expressions(f)
			}
		}
	})
}

// Expressions calls f for every expression of the rule that is computed.
func (r ErrorRule) Expressions(f func(ir.Node)) { present(f)(r.That, r.Detail, r.StandIn()) }

// StandIn is what is computed to stand for the body of the answer, or nil.
func (r ErrorRule) StandIn() ir.Node {
	if r.Idle {
		return nil
	}
	return r.Use
}

// Expressions calls f for every expression of the upstream's headers and credentials, and then for those that the analysis
// has moved into functions.
func (u *Upstream) Expressions(f func(ir.Node)) {
	call := present(f)
	for _, h := range u.Headers {
		call(h.Value)
	}
	for _, c := range u.Auth {
		call(c.Username, c.Secret)
	}
	for _, o := range u.Functions {
		call(o.Body)
	}
}

// present returns a function that calls f for each node that is not nil.
func present(f func(ir.Node)) func(nodes ...ir.Node) {
	return func(nodes ...ir.Node) {
		for _, n := range nodes {
			if n != nil {
				f(n)
			}
		}
	}
}
