package writes

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// secrets knows where the secrets of a configuration go in a tool.
type secrets struct {
	config  []string // their names
	through reads.Through
}

// sentBy returns what a call sends. The credentials of its upstream do not count: they are never shown.
func (s secrets) sentBy(step *plan.Step) []ir.Node {
	query := lists.Map(step.Call.Upstream.Query, func(q plan.Constant) ir.Node { return q.Value })
	headers := lists.Map(step.Call.Upstream.Headers, func(h plan.Header) ir.Node { return h.Value })
	return present(slices.Concat([]ir.Node{text(step.Body), step.Link}, values(step.Args), headers, query))
}

// values are those of the arguments of a call.
func values(args []plan.Arg) []ir.Node {
	return lists.Map(args, func(arg plan.Arg) ir.Node { return arg.Value })
}

// takenBy returns the arguments of a function.
func (s secrets) takenBy(step *plan.GoStep) []ir.Node {
	return present(lists.Map(step.Args, func(arg plan.GoArg) ir.Node { return arg.Value }))
}

func present(values []ir.Node) []ir.Node {
	return slices.DeleteFunc(values, func(n ir.Node) bool { return n == nil })
}

// text returns the text that a body is the bytes of, or the body.
func text(body ir.Node) ir.Node {
	if call, ok := body.(*ir.Call); ok && call.Func == ir.FnBytes {
		return call.Args[0]
	}
	return body
}

// givenBy returns the names of the secrets that upstreams and functions get of a tool, credentials as well, in the order of the configuration.
func givenBy(t *plan.Tool, config []string) []string {
	s := secrets{config, reads.In(t)}
	var given []ir.Node
	for _, step := range t.Steps() {
		given = append(given, s.sentBy(step)...)
		for _, n := range step.Call.Upstream.All() {
			given = append(given, n)
		}
	}
	var byParts []string
	for _, step := range t.GoSteps() {
		if step.Part() != nil {
			byParts = append(byParts, givenBy(step.Part(), config)...)
			continue
		}
		given = append(given, s.takenBy(step)...)
	}
	all := append(s.in(given), byParts...)
	return slices.DeleteFunc(slices.Clone(config), func(name string) bool { return !slices.Contains(all, name) })
}

// takesInput reports whether a value is made of what comes in.
func (s secrets) takesInput(n ir.Node) bool {
	return reads.Any(s.through.Roots(n), func(root *ir.Root) bool { return root.Kind == ir.InputRoot })
}

// answered reports whether a value is made of what upstreams have answered, or functions have returned.
func (s secrets) answered(n ir.Node) bool {
	for root := range s.through.Roots(n) {
		if root.OfStep() {
			return true
		}
	}
	return false
}

func (s secrets) anyDerived(values []ir.Node) bool { return slices.ContainsFunc(values, s.derived) }

// derived reports whether a secret is in a value in another form than its own: neither alone, nor as a part of a text, a list or an object.
func (s secrets) derived(n ir.Node) bool {
	if len(s.in([]ir.Node{n})) == 0 {
		return false
	}
	switch n := n.(type) {
	case *ir.Root:
		at := s.through.Source(n)
		return at != nil && s.derived(at)
	case *ir.Concat, *ir.Record, *ir.ListLit, *ir.MapLit, *ir.Pairs, *ir.Cond, *ir.Or, *ir.OrValue,
		*ir.Some, *ir.NotNull, *ir.MayNull, *ir.ToDyn, *ir.Placed:
		return s.anyDerived(ir.Children(n))
	case *ir.Guard:
		return s.derived(n.X)
	case *ir.Call:
		return s.callDerives(n)
	case *ir.Binary:
		return n.Op != "+" || s.anyDerived(ir.Children(n))
	}
	return true
}

// callDerives reports whether a call puts a secret into another form. What makes the parts of a body does not, and of the content of a file only
// the size is shown.
func (s secrets) callDerives(n *ir.Call) bool {
	switch n.Func {
	case ir.FnNewPart, ir.FnPartsOf:
		return s.anyDerived(n.Args)
	case ir.FnNewFile:
		return s.derived(n.Args[0]) || s.anyDerived(n.Args[2:])
	}
	return true
}

// in returns the names of the secrets that values are made of, in the order of the configuration.
func (s secrets) in(values []ir.Node) []string {
	read := reads.Set{}
	for root := range s.through.Roots(values...) {
		read[reads.Read{Kind: root.Kind, Name: root.Name}] = true
	}
	var names []string
	for _, name := range s.config {
		if read[reads.Read{Kind: ir.ConfigRoot, Name: name}] {
			names = append(names, name)
		}
	}
	return names
}
