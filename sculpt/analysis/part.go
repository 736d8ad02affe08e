package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// parts prepares those parts of a step's body that can fail. It returns them, and the body, which reads them.
func (b *body) parts(s *plan.Step) ([]*plan.Part, ir.Node) {
	if s.Body == nil {
		return nil, nil
	}
	var parts []*plan.Part
	body := replacePlaced(s.Body, func(n *ir.Placed) ir.Node {
		more, value := b.part(n, s.Place(n.Place))
		parts = append(parts, more...)
		return value
	})
	return parts, body
}

// replacePlaced returns a copy of n with what f makes of them in the places of those outermost nodes that have a place of their own.
func replacePlaced(n ir.Node, f func(*ir.Placed) ir.Node) ir.Node {
	if placed, ok := n.(*ir.Placed); ok {
		return f(placed)
	}
	return ir.Copy(n, func(below ir.Node) ir.Node { return replacePlaced(below, f) })
}

// newPart returns a part of a request that is computed here, and read by its [partRoot].
func (b *body) newPart(n ir.Node, where plan.Where) *plan.Part {
	name := where.Place.String()
	return &plan.Part{Name: name, Value: b.finish(b.scope, b.define(name, n), where.Place), Where: where}
}

// partRoot reads the part that is computed of n at a place.
func partRoot(n ir.Node, where plan.Where) *ir.Root {
	return &ir.Root{T: n.Type(), Kind: ir.PartRoot, Name: where.Place.String()}
}

// canFail reports whether a part of a request can fail if it is computed here.
func (b *body) canFail(n ir.Node, where plan.Where) bool {
	return b.marker.canFail(b.define(where.Place.String(), n), b.scope)
}

// part prepares a part of a body. It returns what is computed before the body, and what the body has in the place of the part: the part itself if
// it cannot fail, the value alone if all that can fail is that it is held to limits, and otherwise a read of what was computed. A value that
// is computed and then held to limits is computed as one part and checked as another.
func (b *body) part(n *ir.Placed, where plan.Where) ([]*plan.Part, ir.Node) {
	name := where.Place.String()
	value := b.define(name, n.X)
	if !b.marker.canFail(value, b.scope) {
		if guard, ok := n.X.(*ir.Guard); ok { // what it would check was checked before
			return nil, guard.X
		}
		return nil, n.X
	}
	root := partRoot(value, where)
	if computed, guard := split(n.X, root); guard != nil && b.isStraight(guard) {
		return []*plan.Part{
			b.newPart(computed, where),
			{Value: b.expression(guard, where.Place), Where: where},
		}, root
	}
	part := &plan.Part{Name: name, Value: b.finish(b.scope, value, where.Place), Where: where}
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
	return let.Value, substitute(let.Body, let.Local, read).(*ir.Guard)
}

// isStraight reports whether an expression has neither branches nor loops, so that it needs no function of its own.
func (b *body) isStraight(n ir.Node) bool {
	prepared := b.prepare(n)
	b.marker.mark(prepared, b.scope.fork())
	return prepared.Marked().Form != ir.Branches
}

// define is prepare for a value that others read by that name. How large it can be is remembered: what it costs to go over it depends on that.
func (b *body) define(name string, n ir.Node) ir.Node {
	return simplify(b.estimator.Define(name, clone(n)), b.answers)
}

// substitute returns a copy of n with a copy of another node in the place of each use of a local.
func substitute(n ir.Node, local *ir.Local, by ir.Node) ir.Node {
	if ref, ok := n.(*ir.Ref); ok && ref.To == local {
		return clone(by)
	}
	return ir.Copy(n, func(below ir.Node) ir.Node { return substitute(below, local, by) })
}
