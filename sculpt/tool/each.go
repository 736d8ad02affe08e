package tool

import (
	"cmp"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// defaultEachLimit is how many elements a list may have whose step says nothing about it.
const defaultEachLimit = 100

// each checks what a step runs for each element of, and returns the checker of the rest of the step, in which the element has a
// name. It is nil, and the checker c itself, if the step runs once; and nil if anything is wrong. what says why it writes, if it does, and instead what else could be
// said of it.
func (c *checker) each(m *manifest.Step, writes bool, what, instead string) (*plan.Each, *checker) {
	if m.Each == nil {
		return nil, c
	}
	if at := m.Each.Concurrency; at.V > 1 && writes {
		c.found.ErrorAt(at, "writes", "%s: it runs for one element after the other; leave out \"concurrency\"%s", what, instead)
	}
	if as := m.Each.As; c.scope.Means(as.V) {
		c.found.ErrorAt(as, "reserved-name", "\"as\" means something else in expressions; choose another name")
		return nil, nil
	}
	list := c.list(m.Each.List)
	if list == nil || !m.Each.As.Set {
		return nil, nil
	}
	e := &plan.Each{
		As: m.Each.As.V, List: list, Concurrency: max(m.Each.Concurrency.V, 1), Limit: cmp.Or(m.Each.Limit.V, defaultEachLimit),
		Where: c.scope.Where(placeIn(m, plan.PartEach, ""), list),
	}
	if literal, ok := list.(*ir.ListLit); ok {
		if n := int64(len(literal.Elems)); n > e.Limit {
			c.found.ErrorAt(m.Each.List, "constraint", "this list has %d elements, and the step runs for at most %d: give it a \"limit\"", n, e.Limit)
		}
		e.Limit = 0
	}
	if most := mostOf(c.tool, list); most > 0 && (!m.Each.Limit.Set || most <= e.Limit) {
		e.Limit = 0
	}
	inside := *c
	inside.scope = c.scope.In(m.Name.V, e.As, list)
	inside.shown = inside.scope.Shown()
	return e, &inside
}

// mostOf returns how many elements a list has at most that is an input of a tool, which has held it to that; 0: the list is none.
func mostOf(m *manifest.Tool, list ir.Node) int64 {
	root, ok := list.(*ir.Root)
	if !ok || root.Kind != ir.InputRoot {
		return 0
	}
	in := lists.Find(m.Inputs, func(in *manifest.Input) bool { return in.ID.V == root.Name })
	switch {
	case in == nil || in.Type.V != string(nact.List):
		return 0
	case in.MaxItems.Set:
		return in.MaxItems.V
	}
	return nact.DefaultMaxItems
}

// list checks an expression that must be a list; nil if it is none.
func (c *checker) list(e *manifest.Expr) ir.Node {
	n := c.scope.List(e)
	if n == nil {
		return nil
	}
	switch t := n.Type(); {
	case t.Kind == ir.Dyn:
		return ir.FnAsList.Call(n)
	case t.Kind == ir.Optional && t.Elem.Kind == ir.List:
		c.found.ErrorAt(e, "type", "this list may be absent; say what stands for it, with .orValue([])")
	case t.Kind != ir.List:
		c.found.ErrorAt(e, "type", "\"for_each\" is a list, and this is %s", t.Phrase())
	case t.Nullable:
		return &ir.NotNull{X: n}
	default:
		return n
	}
	return nil
}

// resultOf is the type of a step in expressions of other steps, by the type of the body of its answers; body is nil if nobody can read it.
func resultOf(m *manifest.Step, body *ir.Type) *ir.Type {
	if m.Each != nil {
		return expr.Each(body)
	}
	return expr.Answer(m.Name.V, body)
}
