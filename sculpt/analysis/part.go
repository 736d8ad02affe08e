package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// parts prepares those parts of a step's body that can fail, and returns them, and the body that refers to them.
func (b *body) parts(s *plan.Step) ([]*plan.Part, ir.Node) {
	if s.Body == nil {
		return nil, nil
	}
	var parts []*plan.Part
	var replaced func(n ir.Node) ir.Node
	replaced = func(n ir.Node) ir.Node {
		placed, ok := n.(*ir.Placed)
		if !ok {
			return ir.Copy(n, replaced)
		}
		more, value := b.part(placed, s.Place(placed.Place))
		parts = append(parts, more...)
		return value
	}
	body := replaced(s.Body)
	return parts, body
}

// part prepares a part of a body. It returns what is computed before the body, and what the body has in the place of the part: the part itself if
// it cannot fail, the value alone if all that can fail is that it is held to limits, and otherwise a read of what was computed. A value that
// is computed and then held to limits is computed as one part and checked as another.
func (b *body) part(n *ir.Placed, where plan.Where) ([]*plan.Part, ir.Node) {
	name := where.Place.String()
	value := b.defined(name, n.X)
	if !b.marker.canFail(value, b.scope) {
		if guard, ok := n.X.(*ir.Guard); ok { // what it would check was checked before
			return nil, guard.X
		}
		return nil, n.X
	}
	root := &ir.Root{T: value.Type(), Kind: ir.PartRoot, Name: name}
	if computed, guard := split(n.X, root); guard != nil && b.isStraight(guard) {
		return []*plan.Part{
			{Name: name, Value: b.placed(b.scope, b.defined(name, computed), where.Place), Where: where},
			{Value: b.expression(guard, where.Place), Where: where},
		}, root
	}
	part := &plan.Part{Name: name, Value: b.placed(b.scope, value, where.Place), Where: where}
	if guard, ok := part.Value.(*ir.Guard); ok && !guard.X.Marked().Fails {
		part.Name = ""
		return []*plan.Part{part}, clone(guard.X)
	}
	return []*plan.Part{part}, root
}

// split takes apart a value that is computed and then held to limits. It returns the computation, and the check of the limits with read in the
// place of the computed value. guard is nil if n is no such value.
func split(n, read ir.Node) (computed ir.Node, guard *ir.Guard) {
	let, ok := n.(*ir.Let)
	if !ok {
		return nil, nil
	}
	if _, ok := let.Body.(*ir.Guard); !ok {
		return nil, nil
	}
	return let.Value, substituted(let.Body, let.Local, read).(*ir.Guard)
}

// isStraight reports whether an expression has neither branches nor loops, so that it needs no function of its own.
func (b *body) isStraight(n ir.Node) bool {
	prepared := b.prepared(n)
	b.marker.mark(prepared, b.scope.fork())
	return prepared.Marked().Form != ir.Branches
}

// defined does what prepared does, and remembers under the name how large the value can be: what others cost that read it depends on that.
func (b *body) defined(name string, n ir.Node) ir.Node {
	return simplify(b.estimator.Define(name, clone(n)), b.answers)
}

// substituted returns a copy of n with a copy of another node in the place of each use of a local.
func substituted(n ir.Node, local *ir.Local, by ir.Node) ir.Node {
	if ref, ok := n.(*ir.Ref); ok && ref.To == local {
		return clone(by)
	}
	return ir.Copy(n, func(below ir.Node) ir.Node { return substituted(below, local, by) })
}
