package plandiff

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// reads adds the parts of answers that are newly read, and those that no longer are.
func (c *comparison) reads(was, is []string) {
	for _, path := range is {
		if !slices.Contains(was, path) {
			c.add(FieldRead, path, "", "")
		}
	}
	for _, path := range was {
		if !slices.Contains(is, path) {
			c.add(FieldUnread, path, "", "")
		}
	}
}

// reads are the parts of answers that the tool reads, sorted: steps.forecast.body.periods[].name. Something that is read as a
// whole is one part.
func (v *view) reads() []string {
	r := &reader{lists: v.tool.Lists(), vars: map[string]ir.Node{}, bound: map[*ir.Local]ir.Node{}, elements: map[*ir.Local]bool{}, paths: map[string]bool{}}
	v.tool.Expressions(func(n ir.Node) { ir.Walk(n, r.bind) })
	vars := map[ir.Node]bool{}
	for _, value := range v.vars {
		r.vars[value.Name], vars[value.Value] = value.Value, true
	}
	v.tool.Expressions(func(n ir.Node) { r.read(n, !vars[n]) }) // a var counts where it is read
	return slices.Sorted(maps.Keys(r.paths))
}

// reader collects what expressions read of answers.
type reader struct {
	lists    map[string]ir.Node // what steps run for the elements of
	vars     map[string]ir.Node
	bound    map[*ir.Local]ir.Node // what locals are, or are elements of
	elements map[*ir.Local]bool    // those that are elements
	paths    map[string]bool
}

// bind notes what the locals stand for that a node binds.
func (r *reader) bind(n ir.Node) {
	switch n := n.(type) {
	case *ir.Let:
		r.bound[n.Local] = n.Value
	case *ir.Then:
		r.bound[n.Local] = n.X
	case *ir.Loop:
		r.bound[n.Var], r.elements[n.Var] = n.Over, true
	}
}

// read notes what is read of a node, and below it. Whole says that all of its value counts, not only what a node above it
// takes of that.
func (r *reader) read(n ir.Node, whole bool) {
	switch asked := n.(type) {
	case *ir.Has:
		r.note(r.path(n))
	case *ir.Call:
		if asked.Func == ir.FnLen {
			r.noteSize(asked.Args[0])
		}
	}
	if whole {
		r.note(r.path(n))
	}
	of, result := r.taken(n), resultOf(n)
	for _, below := range ir.Children(n) {
		r.read(below, below != of && (below != result || whole))
	}
}

// resultOf returns the node below n whose value that of n is, or nil.
func resultOf(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Let:
		return n.Body
	case *ir.Then:
		return n.Body
	}
	return nil
}

// noteSize notes that it is asked how many elements a list or a map has.
func (r *reader) noteSize(of ir.Node) {
	if path := r.path(of); path != "" {
		r.note(path + ".size()")
	}
}

func (r *reader) note(path string) {
	if path != "" {
		r.paths[path] = true
	}
}

// taken returns the node below n of which n takes a part, or which counts where something bound to it is read; nil if there is none.
func (r *reader) taken(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Let:
		return n.Value
	case *ir.Then:
		return n.X
	case *ir.Loop:
		return n.Over
	case *ir.Call:
		if n.Func == ir.FnLen {
			return n.Args[0]
		}
	}
	return r.source(n)
}

// source returns the node below n whose path that of n begins with, or nil.
func (r *reader) source(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Member:
		return n.X
	case *ir.Maybe:
		return n.X
	case *ir.Has:
		return n.X
	case *ir.Element:
		return n.List
	case *ir.OrValue:
		return n.X
	case *ir.Call:
		if n.Func.KeepsOrigin || n.Func == ir.FnDynHas {
			return n.Args[0]
		}
	}
	return ir.Content(n)
}

// path names what of an answer a node is: steps.forecast.body.periods[].name. It is empty if that is no single part.
func (r *reader) path(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Root:
		return r.rootPath(n)
	case *ir.Ref:
		return r.localPath(n.To)
	case *ir.Then:
		return r.path(n.Body)
	case *ir.Let:
		return r.path(n.Body)
	case *ir.Loop:
		return r.loopPath(n)
	}
	source := r.source(n)
	if source == nil {
		return ""
	}
	path := r.path(source)
	if path == "" {
		return ""
	}
	return path + step(n)
}

func (r *reader) rootPath(n *ir.Root) string {
	switch {
	case n.OfStep():
		return ir.RootText(n)
	case n.Kind == ir.ElementRoot:
		return r.elementPath(r.lists[n.Part])
	case n.Kind == ir.VarRoot:
		if value := r.vars[n.Name]; value != nil {
			return r.path(value)
		}
	}
	return ""
}

func (r *reader) localPath(l *ir.Local) string {
	value := r.bound[l]
	if value == nil {
		return ""
	}
	if r.elements[l] {
		return r.elementPath(value)
	}
	return r.path(value)
}

// elementPath names the elements of a list or the values of a map.
func (r *reader) elementPath(list ir.Node) string {
	if loop, ok := list.(*ir.Loop); ok && loop.Elem != nil {
		return r.path(loop.Elem)
	}
	if path := r.path(list); path != "" {
		return path + "[]"
	}
	return ""
}

// loopPath names what a loop selects of the list that it runs over.
func (r *reader) loopPath(n *ir.Loop) string {
	switch {
	case n.Elem != nil || n.KeyElem != nil:
		return ""
	case n.Kind == ir.Collect:
		return r.path(n.Over)
	case n.Kind == ir.First || n.Kind == ir.FirstMay:
		return r.elementPath(n.Over)
	}
	return ""
}

// step is what a node adds to the path of its source.
func step(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Member:
		return member(n.Field.Name)
	case *ir.Maybe:
		return member(n.Field.Name)
	case *ir.Has:
		return member(n.Field.Name)
	case *ir.Element:
		return "[]"
	case *ir.Call:
		return callStep(n)
	}
	return ""
}

// callStep is what a call adds to the path of its first argument.
func callStep(n *ir.Call) string {
	switch n.Func {
	case ir.FnDynSelect, ir.FnDynOptSelect, ir.FnDynHas, ir.FnKey, ir.FnOptKey, ir.FnDynIndex, ir.FnDynOptIndex:
		if c, ok := n.Args[1].(*ir.Const); ok {
			if name, isText := c.Value.(string); isText {
				return member(name)
			}
		}
		return "[]"
	case ir.FnAtDyn, ir.FnOptAtDyn, ir.FnKeyDyn, ir.FnOptKeyDyn, ir.FnDynFirst, ir.FnDynLast:
		return "[]"
	}
	if n.Func.Selects {
		return "[]"
	}
	return ""
}
