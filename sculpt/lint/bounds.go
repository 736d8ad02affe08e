package lint

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// bounds warns of elements and parts of lists that may be shorter: of items[0] and items.slice(0, inputs.n), unless something has asked how many
// elements there are, or a document promises them. The analysis has proven what it could; here lists are the same also by way of vars, and a
// comparison that is more than the analysis understands, as size(items) > inputs.n, is taken for the one that it takes.
func bounds(marked []plan.Expression, places value.Sources, found *diag.List) {
	f := &boundsFinder{
		vars: map[string]ir.Node{}, each: map[string]ir.Node{}, contents: map[*ir.Local]ir.Node{}, named: map[string]string{}, asked: map[ir.Node]sizes{}, made: map[ir.Node]int64{}, places: places, found: found,
	}
	known, when := sizes{}, map[string]sizes{} // by everything before, and by the condition of a step
	for _, e := range marked {
		if e.Place.Part != plan.PartOnError || e.Place.Detail {
			f.visit(e.Node, known.and(when[e.Place.Name]))
		}
		switch {
		case e.Place.Section == plan.InVars:
			f.define(e.Place.Name, e.Node)
		case e.Place.Part == plan.PartEach:
			f.each[e.Place.Name] = e.Node
		case e.Place.Part == plan.PartWhen:
			when[e.Place.Name] = f.shown(e.Node, true)
		case holdsBehind(e.Place):
			known = known.and(f.shown(e.Node, true))
		}
	}
}

// holdsBehind reports whether what comes behind the expression at a place runs only where it holds.
func holdsBehind(place plan.Place) bool {
	switch place.Part {
	case plan.PartExpect, plan.PartRequire:
		return !place.Detail
	case plan.PartPoll:
		return place.Key == "until"
	}
	return place.Section == plan.InRequire && !place.Detail
}

// boundsFinder finds elements that are read of lists which may be shorter.
type boundsFinder struct {
	vars     map[string]ir.Node
	each     map[string]ir.Node    // by step: the list for whose elements it runs
	contents map[*ir.Local]ir.Node // the optional that a local is the content of
	named    map[string]string     // the paths of the lists that vars are, by those of the vars
	asked    map[ir.Node]sizes     // what was found of values that names stand for: a value can be named very often
	made     map[ir.Node]int64     // the answers that least has given
	places   value.Sources
	found    *diag.List
}

// sizes are how many elements lists are known to have at least, by their paths.
type sizes map[string]int64

// enough is the size of a list of which something unknown is asked.
const enough = math.MaxInt64

func (s sizes) and(more sizes) sizes {
	all := maps.Clone(s)
	for path, size := range more {
		all[path] = max(all[path], size)
	}
	return all
}

func (f *boundsFinder) define(name string, value ir.Node) {
	f.vars[name] = value
	if path := f.path(value); path != "" {
		f.named[ir.Path(&ir.Root{Kind: ir.VarRoot, Name: name})] = path
	}
}

// visit goes through what is computed for a node. known is what conditions around it have shown.
func (f *boundsFinder) visit(n ir.Node, known sizes) {
	switch n := n.(type) {
	case *ir.Cond:
		f.visit(n.If, known)
		f.visit(n.Then, known.and(f.shown(n.If, true)))
		f.visit(n.Else, known.and(f.shown(n.If, false)))
		return
	case *ir.Logic: // an error of one side does not count if the other decides
		f.visit(n.X, known.and(f.shown(n.Y, n.And)))
		f.visit(n.Y, known.and(f.shown(n.X, n.And)))
		return
	case *ir.Loop:
		if n.Where != nil {
			known = known.and(f.shown(n.Where, true))
		}
	case *ir.Element:
		if n.Source != nil && !n.Proven && !n.Promised && n.Same == nil {
			f.element(n, known)
		}
	case *ir.Call:
		if n.Func == ir.FnSlice && n.Source != nil && !n.Proven && !n.Promised && n.Same == nil {
			f.slice(n, known)
		}
	case *ir.Then:
		f.contents[n.Local] = n.X
	}
	for _, below := range ir.Computed(n) {
		f.visit(below, known)
	}
}

// shown returns what a condition shows that holds, or does not.
func (f *boundsFinder) shown(cond ir.Node, holds bool) sizes {
	known := sizes{}
	f.ask(cond, known, false)
	for _, fact := range facts.Of(cond, holds) {
		if fact.Kind == facts.AtLeast {
			path := cmp.Or(f.named[fact.Path], fact.Path)
			known[path] = max(known[path], fact.Size)
		}
	}
	return known
}

// ask notes the lists of which n asks how many elements they have, but for comparisons with a literal, of which there are facts. named says that a
// name stands for n, of which there are none.
func (f *boundsFinder) ask(n ir.Node, known sizes, named bool) {
	switch n := n.(type) {
	case *ir.Binary:
		if !named && (ir.IsConst(n.X) || ir.IsConst(n.Y)) && (isSize(n.X) || isSize(n.Y)) {
			return
		}
	case *ir.Call:
		if isSize(n) || n.Func.Selects {
			known[f.path(n.Args[0])] = enough
		}
	case *ir.Then:
		f.contents[n.Local] = n.X
	case *ir.Loop:
		known[filtered(f.path(n.Over))] = enough
	case *ir.Root:
		if value := f.vars[n.Name]; n.Kind == ir.VarRoot && value != nil {
			maps.Copy(known, f.askedBy(value))
		}
	case *ir.Ref:
		if n.To.Value != nil {
			maps.Copy(known, f.askedBy(n.To.Value))
		}
	}
	for _, below := range ir.Children(n) {
		f.ask(below, known, named)
	}
}

// askedBy is ask for a value that a name stands for.
func (f *boundsFinder) askedBy(value ir.Node) sizes {
	known, found := f.asked[value]
	if !found {
		known = sizes{}
		f.ask(value, known, true)
		f.asked[value] = known
	}
	return known
}

// filtered is the path of what a condition leaves of a list.
func filtered(path string) string {
	if path == "" {
		return ""
	}
	return path + " filtered"
}

func isSize(n ir.Node) bool {
	call, ok := n.(*ir.Call)
	return ok && call.Func == ir.FnLen
}

// path returns the path of a list, or of the one that it has as many elements as.
func (f *boundsFinder) path(list ir.Node) string {
	if of := f.ofSize(list); of != nil {
		return f.path(of)
	}
	if loop, ok := list.(*ir.Loop); ok {
		return filtered(f.path(loop.Over))
	}
	return ir.Path(list)
}

// ofSize returns the list that another one has as many elements as, or nil.
func (f *boundsFinder) ofSize(list ir.Node) ir.Node {
	switch n := list.(type) {
	case *ir.Root:
		switch {
		case n.Kind == ir.VarRoot:
			return f.vars[n.Name]
		case n.Kind == ir.StepRoot && n.Part == "": // the answers for all elements
			return f.each[n.Name]
		}
	case *ir.Ref:
		return cmp.Or(n.To.Value, f.contents[n.To])
	case *ir.Let:
		return n.Body
	case *ir.OrValue:
		if ir.IsEmpty(n.Else) {
			return n.X
		}
	case *ir.Loop:
		if n.Kind == ir.Collect && n.Where == nil {
			return n.Over
		}
	case *ir.Call:
		if n.Func == ir.FnOptList || n.Func.Rearranges && !n.Func.Shortens {
			return n.Args[0]
		}
	default:
		return ir.Content(n)
	}
	return nil
}

// least returns how many elements a list has at least, by how it is made.
func (f *boundsFinder) least(list ir.Node) int64 {
	size, found := f.made[list]
	if !found {
		size = min(f.madeOf(list), largest)
		f.made[list] = size
	}
	return size
}

// largest is more than any index that somebody writes.
const largest = math.MaxInt32

func (f *boundsFinder) madeOf(list ir.Node) int64 {
	switch n := list.(type) {
	case *ir.ListLit:
		return int64(len(n.Elems) - len(n.OptionalAt))
	case *ir.Cond:
		return min(f.least(n.Then), f.least(n.Else))
	case *ir.Call:
		switch n.Func {
		case ir.FnStringsSplit: // by anything but nothing, a text has a part
			if c, ok := n.Args[1].(*ir.Const); ok && c.Value != "" {
				return 1
			}
		case ir.FnConcat:
			return f.least(n.Args[0]) + f.least(n.Args[1])
		case ir.FnDistinct, ir.FnDynDistinct:
			return min(f.least(n.Args[0]), 1)
		case ir.FnSlice, ir.FnDynSlice: // fails itself if there are fewer
			start, end := literalIndex(n.Args[1]), literalIndex(n.Args[2])
			return max(end-max(start, 0), 0)
		case ir.FnPrefix:
			return min(f.least(n.Args[0]), literalIndex(n.Args[1]))
		}
	}
	if of := f.ofSize(list); of != nil {
		return f.least(of)
	}
	return 0
}

// literalIndex returns a literal, or -1.
func literalIndex(n ir.Node) int64 {
	if c, ok := n.(*ir.Const); ok {
		return c.Value.(int64)
	}
	return -1
}

const mayBeShorter = "the list may be shorter, and then the call ends with an error that is the tool's, not the upstream's; "

func (f *boundsFinder) element(n *ir.Element, known sizes) {
	text := f.places.Text(n.Source)
	read, ok := lastRead(text)
	if !ok || !read.indexed || f.has(n.List, n.Index, 1, known) {
		return
	}
	list, index := read.before(text), read.index(text)
	if c, isConst := n.Index.(*ir.Const); isConst && c.Value.(int64) < 0 {
		f.warn(n.Source, "no list has an index below 0, so that the call ends with an error; the last element is "+list+".last(), an optional")
		return
	}
	f.warn(n.Source, fmt.Sprintf(mayBeShorter+"read it as %s[?%s], an optional, or ask first, with size(%s) > %s", list, index, list, index))
}

func (f *boundsFinder) slice(n *ir.Call, known sizes) {
	list, from, to, ok := partOf(f.places.Text(n.Source))
	if !ok || f.isOpen(n.Args[1]) || f.has(n.Args[0], n.Args[2], 0, known) {
		return
	}
	mend := fmt.Sprintf("ask first, as in size(%s) >= %s ? ... : ...", list, to)
	if from == "0" {
		mend = fmt.Sprintf("take no more than there is, with %s.take(%s)", list, to)
	}
	f.warn(n.Source, mayBeShorter+mend)
}

// has reports whether a list may be taken to have index elements, and more so many.
func (f *boundsFinder) has(list, index ir.Node, more int64, known sizes) bool {
	made, asked := f.least(list), int64(0)
	if path := f.path(list); path != "" {
		asked = known[path]
	}
	if c, ok := index.(*ir.Const); ok {
		return 0 <= c.Value.(int64) && c.Value.(int64) <= max(made, asked)-more
	}
	return made > 0 || asked == enough || f.isOpen(index)
}

// isOpen reports whether it cannot be known here how far into a list an index goes: it is computed from elements, or from sizes.
func (f *boundsFinder) isOpen(index ir.Node) bool {
	return ir.Contains(index, func(n ir.Node) bool {
		_, isLocal := n.(*ir.Ref)
		return isLocal || isSize(n)
	})
}

// partOf takes the text of list.slice(from, to) apart.
func partOf(text string) (list, from, to string, ok bool) {
	tokens := source.Scan(text)
	last := len(tokens) - 2 // the one after it is the end of the text
	open, commas := opening(tokens, last)
	if open < 2 || len(commas) != 1 {
		return "", "", "", false
	}
	comma := tokens[commas[0]]
	from, to = text[tokens[open].End:comma.At], text[comma.End:tokens[last].At]
	return strings.TrimSpace(text[:tokens[open-2].At]), strings.TrimSpace(from), strings.TrimSpace(to), true
}

// warn warns of a read, unless it has been said of it that a step which has written is at stake.
func (f *boundsFinder) warn(at *ir.Source, message string) {
	pos, length := f.places.Place(at)
	told := func(d diag.Diagnostic) bool { return d.Pos == pos && d.Rule == "fragile-read" }
	if !slices.ContainsFunc(*f.found, told) {
		f.found.Warnf(pos, length, "short-list", "%s", message)
	}
}
