package analysis

import (
	"cmp"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// marker marks expressions: see [ir.Marks], and the fields of nodes that say how they are computed. It goes through a
// node in the order in which the emitted code runs.
type marker struct {
	paths    paths
	risks    risks
	lazy     map[*ir.Local]bool    // the bindings that are computed when they are first read
	contents map[*ir.Local]ir.Node // the optionals that locals hold the contents of
	asked    map[question]bool     // the answers that canFail has given
	vars     map[string]ir.Node    // the values of the vars that were computed before, by name
	needs    needs
}

func newMarker(a answers) *marker {
	return &marker{
		paths: paths{}, risks: risks{answers: a, found: map[ir.Node]bool{}, mayBeLazy: map[*ir.Local]bool{}},
		lazy: map[*ir.Local]bool{}, contents: map[*ir.Local]ir.Node{}, asked: map[question]bool{}, vars: map[string]ir.Node{}, needs: needs{},
	}
}

// paths remembers the [ir.Path] of each node that was asked for.
type paths map[ir.Node]string

// of returns the [ir.Path] of a node, which it computes once.
func (p paths) of(n ir.Node) string {
	path, known := p[n]
	if !known {
		path = ir.Path(n)
		p[n] = path
	}
	return path
}

// mark marks n and all below it, as what runs next in s.
func (m *marker) mark(n ir.Node, s *scope) {
	*n.Marked() = ir.Marks{}
	switch n := n.(type) {
	case *ir.Ref:
		m.ref(n, s)
	case *ir.Member:
		m.member(n, s)
	case *ir.NotNull:
		m.notNull(n, s)
	case *ir.Element:
		m.element(n, s)
	case *ir.Row:
		m.below(n, s, n.Key)
		if !n.Proven {
			mayFail(n, s, "")
		}
	case *ir.Call:
		m.call(n, s)
	case *ir.Logic:
		m.logic(n, s)
	case *ir.Cond:
		m.cond(n, s)
	case *ir.Let:
		m.let(n, s)
	case *ir.Loop:
		m.loop(n, s)
	case *ir.ListLit:
		m.listLit(n, s)
	case *ir.MapLit:
		m.mapLit(n, s)
	case *ir.Guard:
		m.guard(n, s)
	case *ir.Then, *ir.OrValue, *ir.Or, *ir.HasValue:
		m.optional(n, s)
	default:
		m.plain(n, s)
	}
	if ir.Counts(n) {
		n.Marked().Form = ir.Branches
	}
}

// plain marks a node that is computed after all that is below it, and cannot fail itself.
func (m *marker) plain(n ir.Node, s *scope) {
	m.below(n, s, ir.Children(n)...)
	switch n := n.(type) {
	case *ir.Binary:
		holdNullable(n, n.X, n.Y)
	case *ir.In:
		holdNullable(n, n.X)
	}
}

// holdNullable marks a node whose Go reads operands twice, since they may be null: to ask for null, and to use the value. What is computed for such
// an operand is held in a variable, which takes a line.
func holdNullable(n ir.Node, operands ...ir.Node) {
	for _, x := range operands {
		if x.Type().Nullable && !ir.IsRead(x) {
			atLeast(n, ir.Lines)
		}
	}
}

// below marks what is below n, in that order.
func (m *marker) below(n ir.Node, s *scope, nodes ...ir.Node) {
	for _, x := range nodes {
		if x != nil {
			m.mark(x, s)
			include(n, x)
		}
	}
}

// include marks that computing n takes computing x.
func include(n, x ir.Node) {
	marks, of := n.Marked(), x.Marked()
	marks.Fails = marks.Fails || of.Fails
	marks.Form = max(marks.Form, of.Form)
}

func atLeast(n ir.Node, form ir.Form) { n.Marked().Form = max(n.Marked().Form, form) }

// mayFail marks that n can fail. What runs later in s finds the value of n under key, unless that is empty.
func mayFail(n ir.Node, s *scope, key string) {
	n.Marked().Fails = true
	atLeast(n, ir.Lines)
	if key != "" {
		s.done[key] = n
	}
}

// repeats reports whether s has a value under key, which was computed before, and if so marks n as the same.
func repeats(n ir.Node, s *scope, key string) bool {
	same := s.computed(key)
	if same == nil {
		return false
	}
	n.Marked().Same = same
	return true
}

// ref marks a use of a local. A lazy one is computed at its first use.
func (m *marker) ref(n *ir.Ref, s *scope) {
	if !m.lazy[n.To] {
		return
	}
	key := "value of " + m.paths.of(n)
	if !repeats(n, s, key) {
		mayFail(n, s, key)
	}
}

func (m *marker) member(n *ir.Member, s *scope) {
	path := m.paths.of(n)
	n.Proven, n.Tagged = !m.risks.mayLack(n.Field), false
	if !n.Proven && repeats(n, s, path) {
		return
	}
	m.below(n, s, n.X)
	if n.Proven || s.known.Knows(path, facts.Present) {
		n.Proven = true
		return
	}
	variant := s.known.Variant(m.paths.of(n.X))
	n.Tagged = variant != nil && variant.Has(n.Field.Name)
	mayFail(n, s, path)
	s.learn(facts.About(facts.Fact{Path: path, Kind: facts.Present})...)
}

func (m *marker) notNull(n *ir.NotNull, s *scope) {
	n.Proven, n.Name = false, ""
	path, key := m.paths.of(n.X), ""
	if path != "" {
		key = "not null " + path
	}
	if repeats(n, s, key) {
		return
	}
	m.below(n, s, n.X)
	if s.known.Knows(path, facts.NotNull) {
		n.Proven = true
		return
	}
	n.Name = cmp.Or(ir.ReadText(n.X, m.contents), "the value")
	mayFail(n, s, key)
	s.learn(facts.About(facts.Fact{Path: path, Kind: facts.NotNull})...)
}

// element marks a read from a list. Whether the list is there needs no check of its own: one that is not has no elements.
func (m *marker) element(n *ir.Element, s *scope) {
	path, list := m.paths.of(n), m.paths.of(ofSize(n.List))
	n.Proven, n.Promised = false, false
	if repeats(n, s, path) {
		return
	}
	m.list(n, s, n.List)
	m.below(n, s, n.Index)
	index, isConst := n.Index.(*ir.Const)
	if isConst && index.Value.(int64) >= 0 && index.Value.(int64) < s.known.Size(list) {
		n.Proven = true
		return
	}
	mayFail(n, s, path)
	s.learn(facts.About(facts.Fact{Path: list, Kind: facts.Present})...)
	if isConst {
		n.Promised = index.Value.(int64) >= 0 && index.Value.(int64) < m.promised(n.List, s)
		s.learn(facts.About(facts.Fact{Path: list, Kind: facts.AtLeast, Size: index.Value.(int64) + 1})...)
	}
}

// slice marks a part of a list, between literal indexes: what is known of them, and what is when the part was there.
func (m *marker) slice(n *ir.Call, s *scope) {
	start, startConst := n.Args[1].(*ir.Const)
	end, endConst := n.Args[2].(*ir.Const)
	if !startConst || !endConst || start.Value.(int64) < 0 || end.Value.(int64) < start.Value.(int64) {
		return
	}
	size, list := end.Value.(int64), m.paths.of(ofSize(n.Args[0]))
	n.Proven = size <= s.known.Size(list)
	n.Promised = !n.Proven && size <= m.promised(n.Args[0], s)
	s.learn(facts.About(facts.Fact{Path: list, Kind: facts.AtLeast, Size: size})...)
}

// promised returns how many elements a document promises of a list that is read of an answer, and that is there.
func (m *marker) promised(list ir.Node, s *scope) int64 {
	switch n := ofSize(list).(type) {
	case *ir.Member:
		if n.Field.Required || s.known.Knows(m.paths.of(n), facts.Present) {
			return n.Field.Type.Least
		}
	case *ir.Root:
		if n.Kind == ir.VarRoot && m.vars[n.Name] != nil {
			return m.promised(m.vars[n.Name], s)
		}
		if n.Answered() {
			return n.T.Least
		}
	}
	return 0
}

// ofSize looks through sorting, reversing, bindings and what makes another element of each, which do not change how many elements a list has: it
// returns the list below them.
func ofSize(n ir.Node) ir.Node {
	switch x := n.(type) {
	case *ir.Call:
		if reorders[x.Func] {
			return ofSize(x.Args[0])
		}
	case *ir.Loop:
		if x.Kind == ir.Collect && x.Where == nil && x.Over.Type().Kind == ir.List {
			return ofSize(x.Over)
		}
	case *ir.Let:
		return ofSize(x.Body)
	case *ir.Ref:
		if x.To.Value != nil {
			return ofSize(x.To.Value)
		}
	}
	return n
}

// reorders are the functions whose result is their first argument in another order.
var reorders = map[*ir.Function]bool{ir.FnSort: true, ir.FnSortBy: true, ir.FnSortByDyn: true, ir.FnReverse: true}

// list marks a list that is read from by an index. A list that is absent is as good as an empty one there: the index is out of range.
func (m *marker) list(n ir.Node, s *scope, list ir.Node) {
	member, ok := list.(*ir.Member)
	if !ok || member.Field.Type.Nullable || !m.risks.mayLack(member.Field) {
		m.below(n, s, list)
		return
	}
	*member.Marked() = ir.Marks{}
	member.Proven = true
	m.below(member, s, member.X)
	include(n, member)
}

func (m *marker) call(n *ir.Call, s *scope) {
	path := ""
	if n.Func.Fails {
		path = m.paths.of(n)
	}
	n.Proven, n.Promised, n.ByField = false, false, false
	if repeats(n, s, path) {
		return
	}
	m.below(n, s, n.Args...)
	if n.Func == ir.FnSlice {
		m.slice(n, s)
	}
	switch {
	case n.Proven:
		return
	case m.isShown(n, s):
		n.Proven = true
		return
	case sortsByField(n):
		n.ByField = true
		n.Marked().Form = n.Args[0].Marked().Form
	}
	if n.Func.Fails {
		mayFail(n, s, path)
	}
}

// isShown reports whether a call only takes a dyn for what a condition has shown it to be, or reads a key that is there, or
// the value of an optional that has one.
func (m *marker) isShown(n *ir.Call, s *scope) bool {
	if n.Func == ir.FnKey || n.Func == ir.FnValue && ir.IsRead(n.Args[0]) {
		return s.known.Knows(m.paths.of(n), facts.Present)
	}
	if !scalarAssertions[n.Func] {
		return false
	}
	t := s.known.Type(m.paths.of(n.Args[0]))
	return t != nil && t.Kind == n.T.Kind
}

// scalarAssertions are the functions that take a dyn for a value that under dyn has one Go type.
var scalarAssertions = map[*ir.Function]bool{ir.FnAsBool: true, ir.FnAsInt: true, ir.FnAsUint: true, ir.FnAsFloat: true, ir.FnAsString: true}

// sortsByField reports whether a call sorts a list by something that is read of each element and cannot fail. Then the
// keys need no list of their own.
func sortsByField(n *ir.Call) bool {
	if n.Func != ir.FnSortBy || len(n.Costs) > 0 {
		return false
	}
	keys, ok := n.Args[1].(*ir.Loop)
	if !ok || keys.Kind != ir.Collect || keys.Where != nil || keys.Index != nil || keys.Again || keys.Elem == nil {
		return false
	}
	list := ir.Path(n.Args[0])
	return hasOperator(keys.T.Elem.Kind) && list != "" && list == ir.Path(keys.Over) && ir.IsRead(keys.Elem) && !keys.Marked().Fails && keys.Elem.Marked().Form == ir.Inline
}

// hasOperator reports whether Go orders values of a kind that lists are sorted by with an operator.
func hasOperator(k ir.Kind) bool { return k != ir.Timestamp && k != ir.Bool }

// guard marks a limit. One value is checked once.
func (m *marker) guard(n *ir.Guard, s *scope) {
	key := ""
	if path := m.paths.of(n.X); path != "" {
		key = "limits of " + path + ": " + n.Limits
	}
	n.Proven = s.computed(key) != nil
	if n.Proven {
		m.below(n, s, n.X)
		return
	}
	m.below(n, s, n.Broken)
	s.learn(facts.Of(n.Broken, false)...)
	m.below(n, s, n.X)
	mayFail(n, s, key)
}

func (m *marker) cond(n *ir.Cond, s *scope) {
	m.below(n, s, n.If)
	m.below(n, s.given(n.If, true), n.Then)
	m.below(n, s.given(n.If, false), n.Else)
	atLeast(n, ir.Branches)
}

func (m *marker) listLit(n *ir.ListLit, s *scope) {
	for i, e := range n.Elems {
		if n.OptionalAt[i] {
			m.below(n, s.fork(), e)
			atLeast(n, ir.Branches)
			continue
		}
		m.below(n, s, e)
	}
}

// mapLit marks a map literal: what stands in the literal of Go comes before the entries that are added to it.
func (m *marker) mapLit(n *ir.MapLit, s *scope) {
	literal, added := n.Parts()
	for _, i := range literal {
		m.below(n, s, n.Keys[i], n.Values[i])
	}
	for _, i := range added {
		m.below(n, s, n.Keys[i])
		if n.OptionalAt[i] {
			m.below(n, s.fork(), n.Values[i])
		} else {
			m.below(n, s, n.Values[i])
		}
	}
	if len(added) > 0 {
		atLeast(n, ir.Branches)
	}
	if n.T.Key.Kind == ir.Dyn && len(n.Keys) > 0 {
		n.Marked().Fails = true // of a key that no map can have, or that comes twice
	}
}
