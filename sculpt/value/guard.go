package value

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// guarded is the value of an expression, held to the limits that there are for it before the request is made. Those that
// it is known to be within need no check. Of nil it makes nil.
func (s slot) guarded(n ir.Node) ir.Node {
	if n == nil || s.settled(n) || s.handedOn(n) {
		return n
	}
	limits := limitsOf(s.schema, plain(n.Type()))
	if plain(n.Type()).Kind == ir.String && len(s.Where(plan.Place{}, n).Inputs) > 0 {
		for _, l := range s.http {
			limits = append(limits, l.limit)
		}
	}
	if in := s.known(n); in != nil {
		limits = slices.DeleteFunc(limits, func(l limit) bool { return l.met != nil && l.met(in) })
	}
	if hasOwnText(n) {
		limits = slices.DeleteFunc(limits, func(l limit) bool { return l.nonEmpty })
	}
	switch {
	case len(limits) == 0:
		return n
	case ir.IsRead(n):
		return guard(n, limits)
	}
	local := &ir.Local{T: n.Type(), Name: s.name}
	return &ir.Let{Local: local, Value: n, Body: guard(&ir.Ref{To: local}, limits), Strict: true, Implicit: true}
}

// hasOwnText reports whether a value is text with something of the manifest's own in it, so that it is never empty.
func hasOwnText(n ir.Node) bool {
	concat, ok := n.(*ir.Concat)
	return ok && slices.ContainsFunc(concat.Parts, func(part ir.Node) bool {
		c, isConst := part.(*ir.Const)
		return isConst && c.Value != ""
	})
}

// plain is the type of what a value is that is neither absent nor null.
func plain(t *ir.Type) *ir.Type {
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	return t.Plain()
}

// guard is a read, held to limits.
func guard(read ir.Node, limits []limit) ir.Node {
	return &ir.Guard{Broken: broken(again(read), limits), Must: words(limits), Limits: exactly(limits), X: read}
}

// broken is the condition that x breaks one of the limits, which it does not where it is absent or null.
func broken(x ir.Node, limits []limit) ir.Node {
	switch t := x.Type(); {
	case t.Kind == ir.Optional:
		return &ir.Logic{And: true, X: &ir.HasValue{X: x}, Y: broken(ir.FnValue.Call(again(x)), limits)}
	case t.Nullable:
		return &ir.Logic{And: true, X: &ir.Not{X: &ir.IsNull{X: x}}, Y: broken(&ir.NotNull{X: again(x)}, limits)}
	}
	breaks := limits[0].broken(x)
	for _, l := range limits[1:] {
		breaks = &ir.Logic{X: breaks, Y: l.broken(again(x))}
	}
	return breaks
}

// again is the same read at another place.
func again(n ir.Node) ir.Node { return ir.Copy(n, again) }

// settled reports whether all values that n can have are known, and so have been checked.
func (s *Scope) settled(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const:
		return true
	case *ir.Cond:
		return s.settled(n.Then) && s.settled(n.Else)
	case *ir.OrValue:
		return s.settled(n.X) && s.settled(n.Else)
	case *ir.ListLit:
		return !slices.ContainsFunc(n.Elems, func(e ir.Node) bool { return !s.settled(e) })
	case *ir.Root:
		if v := s.definition(n); v != nil {
			return v.settled
		}
	}
	if _, ok := tableLookUp(n); ok {
		t := n.Type()
		return t.Scalar() || t.Kind == ir.Optional && t.Elem.Scalar()
	}
	if content := ir.Content(n); content != nil {
		return s.settled(content)
	}
	t := n.Type()
	return t.Enum != nil || t.Kind == ir.Optional && t.Elem.Enum != nil
}

// handedOn reports whether n is something that an upstream answered, as it is, or a literal in its stead. Nobody but the
// upstream knows better what it takes.
func (s *Scope) handedOn(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Member, *ir.Maybe, *ir.Element:
		return s.handedOn(ir.Children(n)[0])
	case *ir.Root:
		if v := s.definition(n); v != nil {
			return v.handedOn
		}
		if n.Kind == ir.ElementRoot {
			return s.handedOn(s.lists[n.Part])
		}
		return n.Answered() && n.Kind != ir.StatusRoot && n.Part != "status"
	case *ir.Call:
		return (n.Func.KeepsOrigin || n.Func.Asserts) && s.handedOn(n.Args[0])
	case *ir.Loop:
		picks := n.Kind == ir.Collect || n.Kind == ir.First || n.Kind == ir.FirstMay
		return picks && n.Elem == nil && s.handedOn(n.Over)
	case *ir.Cond:
		return s.handedOnOr(n.Then, n.Else)
	case *ir.OrValue:
		return s.handedOnOr(n.X, n.Else)
	case *ir.Or:
		return s.handedOnOr(n.X, n.Else)
	}
	content := ir.Content(n)
	return content != nil && s.handedOn(content)
}

// handedOnOr reports whether of two values an upstream answered one, and the other as well unless it is a literal.
func (s *Scope) handedOnOr(x, y ir.Node) bool {
	return s.handedOn(x) && (s.handedOn(y) || s.settled(y)) || s.settled(x) && s.handedOn(y)
}

// known is what is known of a value, in the form of an input that permits no other: the input that it is, by whatever
// name, or what a function returns. It is nil if nothing is.
func (s *Scope) known(n ir.Node) *nact.Input {
	if content := ir.Content(n); content != nil {
		return s.known(content)
	}
	switch n := n.(type) {
	case *ir.Call:
		if format := resultFormats[n.Func]; format != "" {
			return &nact.Input{Type: nact.String, Format: format}
		}
		if n.Func == ir.FnLen || n.Func == ir.FnSize {
			return &nact.Input{Type: nact.Int, Min: new(int64), Max: &largestSize}
		}
	case *ir.Root:
		if n.Kind == ir.InputRoot {
			return s.inputs[n.Name]
		}
		if v := s.definition(n); v != nil {
			return s.known(v.value)
		}
	}
	return nil
}

// resultFormats are the formats that the results of functions have.
var resultFormats = map[*ir.Function]string{
	ir.FnDateOf: "date", ir.FnAddDays: "date", ir.FnAddMonths: "date", ir.FnUUID: "uuid", ir.FnStringFromTime: "date-time",
}

// largestSize is more than a list, map or text of an answer can have.
var largestSize = int64(1<<31 - 1)
