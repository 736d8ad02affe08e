// Package reads says what expressions read: themselves, and by way of the vars and of the elements of lists that they name.
//
// Of vars.total, whose value is steps.order.body.items.size() * inputs.price, [Through.Roots] gives the var, the body of order's answer,
// and the input.
package reads

import (
	"iter"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Through says what stands behind what expressions name. A nil function, or node, ends the way there.
type Through struct {
	Var  func(name string) ir.Node // its value
	List func(step string) ir.Node // what the step runs for the elements of
}

// In goes through the vars of a tool, and the lists that its steps run for the elements of.
func In(t *plan.Tool) Through {
	vars, lists := map[string]ir.Node{}, t.Lists()
	for _, v := range t.Vars() {
		vars[v.Name] = v.Value
	}
	return Through{
		Var:  func(name string) ir.Node { return vars[name] },
		List: func(step string) ir.Node { return lists[step] },
	}
}

// Nodes returns the nodes of expressions, each before what is below it, with those of the vars and lists that they name: where they are
// first named, each once. nil is no expression.
func (t Through) Nodes(nodes ...ir.Node) iter.Seq[ir.Node] {
	return func(yield func(ir.Node) bool) {
		w := walk{t, map[ir.Node]bool{}, yield}
		for _, n := range nodes {
			if n != nil && !w.node(n) {
				return
			}
		}
	}
}

// Roots returns what expressions read, as [Through.Nodes] does.
func (t Through) Roots(nodes ...ir.Node) iter.Seq[*ir.Root] {
	return func(yield func(*ir.Root) bool) {
		for n := range t.Nodes(nodes...) {
			if root, ok := n.(*ir.Root); ok && !yield(root) {
				return
			}
		}
	}
}

// Roots returns what expressions read themselves.
func Roots(nodes ...ir.Node) iter.Seq[*ir.Root] { return Through{}.Roots(nodes...) }

// Any reports whether one of some reads is of a kind.
func Any(roots iter.Seq[*ir.Root], is func(*ir.Root) bool) bool {
	for root := range roots {
		if is(root) {
			return true
		}
	}
	return false
}

// walk goes through expressions. Its methods report whether it goes on.
type walk struct {
	through  Through
	followed map[ir.Node]bool // the values of vars and lists
	yield    func(ir.Node) bool
}

func (w walk) node(n ir.Node) bool {
	if !w.yield(n) {
		return false
	}
	if root, ok := n.(*ir.Root); ok {
		behind := w.through.Source(root)
		if behind == nil || w.followed[behind] {
			return true
		}
		w.followed[behind] = true
		return w.node(behind)
	}
	for _, below := range ir.Children(n) {
		if !w.node(below) {
			return false
		}
	}
	return true
}

// Source returns what stands behind a name: the value of a var, or the list that an element is of; nil: neither.
func (t Through) Source(root *ir.Root) ir.Node {
	switch {
	case root.Kind == ir.VarRoot && t.Var != nil:
		return t.Var(root.Name)
	case root.Kind == ir.ElementRoot && t.List != nil:
		return t.List(root.Part)
	}
	return nil
}

// Bound is what a local of an expression stands for: a value, or the elements of a list or a map.
type Bound struct {
	Value   ir.Node
	Element bool // the local is an element of Value
}

// Locals returns what the locals in the expressions of a tool stand for.
func Locals(t *plan.Tool) map[*ir.Local]Bound {
	locals := map[*ir.Local]Bound{}
	t.Expressions(func(n ir.Node) {
		ir.Walk(n, func(n ir.Node) {
			switch n := n.(type) {
			case *ir.Let:
				locals[n.Local] = Bound{Value: n.Value}
			case *ir.Then:
				locals[n.Local] = Bound{Value: n.X}
			case *ir.Loop:
				locals[n.Var] = Bound{Value: n.Over, Element: true}
			}
		})
	})
	return locals
}

// Set is what expressions read: inputs, answers of steps, vars, config values, tables.
type Set map[Read]bool

// Read is one thing that expressions can read.
type Read struct {
	Kind ir.RootKind
	Name string
}

// Has reports whether something is read.
func (s Set) Has(kind ir.RootKind, name string) bool { return s[Read{kind, name}] }

// Add adds what expressions read themselves. nil is no expression.
func (s Set) Add(nodes ...ir.Node) {
	for root := range Roots(nodes...) {
		s[Read{root.Kind, root.Name}] = true
	}
}
