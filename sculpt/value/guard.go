package value

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// guarded adds to the value of an expression the checks that it keeps the limits of the document and of HTTP, which the service makes before
// it sends the request. A limit that the value is known to keep is not checked. Of nil it makes nil.
func (s slot) guarded(n ir.Node) ir.Node {
	if n == nil || s.settled(n) || s.handedOn(n) {
		return n
	}
	limits := limitsOf(s.schema, plain(n.Type()))
	if !s.Where(plan.Place{}, n).Answers && !isNumberText(n) {
		limits = append(limits, s.wireLimits(plain(n.Type()))...)
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

// wireLimits are what HTTP says of a value of type t that no answer has a part in. What an answer has a part in the run-time library holds to the
// same, and blames the upstream.
func (s slot) wireLimits(t *ir.Type) []limit {
	switch {
	case t.Kind == ir.String:
		return lists.Map(s.http, func(l wireLimit) limit { return l.limit })
	case t.Kind == ir.List && plain(t.Elem).Kind == ir.String:
		return lists.Map(s.http, func(l wireLimit) limit {
			joined := func(x ir.Node) ir.Node { return l.broken(ir.FnStringsJoin.Call(x, ir.Text("/"))) }
			return limit{broken: joined, must: l.must}
		})
	}
	return nil
}

// isNumberText reports whether n is the text of a number or of a truth value, which fits everywhere.
func isNumberText(n ir.Node) bool {
	call, ok := n.(*ir.Call)
	return ok && slices.Contains(numberTexts, call.Func)
}

var numberTexts = []*ir.Function{ir.FnStrconvFormatInt, ir.FnStrconvFormatUint, ir.FnStringFromFloat, ir.FnStrconvFormatBool}

// hasOwnText reports whether a value is text with something of the manifest's own in it, so that it is never empty.
func hasOwnText(n ir.Node) bool {
	concat, ok := n.(*ir.Concat)
	return ok && slices.ContainsFunc(concat.Parts, func(part ir.Node) bool {
		c, isConst := part.(*ir.Const)
		return isConst && c.Value != ""
	})
}

// plain returns the type of a value of type t where it is neither absent nor null.
func plain(t *ir.Type) *ir.Type { return present(t).Plain() }

// present returns the type of a value of type t where it is not absent.
func present(t *ir.Type) *ir.Type {
	if t.Kind == ir.Optional {
		return t.Elem
	}
	return t
}

// guard is a read with the check that its value keeps limits.
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
		return present(n.Type()).Scalar()
	}
	if content := ir.Content(n); content != nil {
		return s.settled(content)
	}
	return present(n.Type()).Enum != nil
}

// handedOn reports whether n is a value out of an upstream's answer, unchanged, or a literal in its stead. Such a value is not held to the
// document: the upstream knows best what it takes.
func (s *Scope) handedOn(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Member, *ir.Maybe, *ir.Element:
		return s.handedOn(ir.Children(n)[0])
	case *ir.Root:
		if v := s.definition(n); v != nil {
			return v.handedOn
		}
		if n.Kind == ir.ElementRoot {
			return s.handedOn(s.eachOf[n.Part])
		}
		return n.Answered() && !n.Used && n.Kind != ir.StatusRoot && n.Part != "status"
	case *ir.Call:
		return (n.Func.KeepsOrigin || n.Func.Asserts) && s.handedOn(n.Args[0])
	case *ir.Loop:
		picks := n.Kind == ir.Collect || n.Kind == ir.First || n.Kind == ir.FirstMay
		return picks && n.Elem == nil && s.handedOn(n.Over)
	case *ir.Cond:
		return handedOnOr(s, n.Then, n.Else)
	case *ir.OrValue:
		return handedOnOr(s, n.X, n.Else)
	case *ir.Or:
		return handedOnOr(s, n.X, n.Else)
	}
	content := ir.Content(n)
	return content != nil && s.handedOn(content)
}

// handedOnOr reports whether of two values an upstream answered one, and the other as well unless it is a literal.
func handedOnOr(s *Scope, x, y ir.Node) bool {
	return s.handedOn(x) && (s.handedOn(y) || s.settled(y)) || s.settled(x) && s.handedOn(y)
}

// known returns what is known of the values that n can have, as the input that permits them: the input that n is, by whatever name, or
// one that stands for the results of a function. It is nil if nothing is known.
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
		if n.Kind == ir.ElementRoot {
			if over := s.eachOf[n.Part]; over != nil {
				if list := s.known(over); list != nil {
					return list.Items
				}
			}
			return nil
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
