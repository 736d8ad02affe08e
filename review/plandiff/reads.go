package plandiff

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// reads adds the parts of answers that are newly read, and those that no longer are.
func (c *comparison) reads(was, is []string) {
	c.sets(was, is, func(path string) { c.add(FieldRead, path, "", "") }, func(path string) { c.add(FieldUnread, path, "", "") })
}

// reads returns the parts of answers that the tool reads, sorted: steps.forecast.body.periods[].name. A value that is read as a whole is one part.
func (v *view) reads() []string {
	r := &reader{behind: reads.In(v.tool), locals: reads.Locals(v.tool), paths: map[string]bool{}}
	vars := map[ir.Node]bool{}
	for _, value := range v.vars {
		vars[value.Value] = true
	}
	v.tool.Expressions(func(n ir.Node) { r.read(n, !vars[n]) }) // a var counts where it is read
	return slices.Sorted(maps.Keys(r.paths))
}

// reader collects what expressions read of answers.
type reader struct {
	behind reads.Through
	locals map[*ir.Local]reads.Bound
	paths  map[string]bool
}

// read records what a node and the nodes below it read. Whole says that all of the node's value is read, and not only the part that a node above it
// selects.
func (r *reader) read(n ir.Node, whole bool) {
	switch asked := n.(type) {
	case *ir.Has:
		r.add(r.path(n))
	case *ir.Call:
		if asked.Func == ir.FnLen {
			if path := r.path(asked.Args[0]); path != "" {
				r.add(path + ".size()")
			}
		}
	}
	if whole {
		r.add(r.path(n))
	}
	of, result := r.selected(n), resultOf(n)
	for _, below := range ir.Children(n) {
		r.read(below, below != of && (below != result || whole))
	}
}

// resultOf returns the node below n that has the same value as n, or nil.
func resultOf(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Let:
		return n.Body
	case *ir.Then:
		return n.Body
	}
	return nil
}

// add records that a part is read. An empty path is no part.
func (r *reader) add(path string) {
	if path != "" {
		r.paths[path] = true
	}
}

// selected returns the node below n that n reads only a part of, or nil. The value of a local is one: what is read of it shows where the local is read.
func (r *reader) selected(n ir.Node) ir.Node {
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

// source returns the node below n whose path is the beginning of the path of n, or nil.
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

// path returns the part of an answer that is the value of a node: steps.forecast.body.periods[].name. It is empty if the value is not a single part.
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
	behind := r.behind.Source(n)
	switch {
	case n.OfStep():
		return ir.RootText(n)
	case behind == nil:
		return ""
	case n.Kind == ir.ElementRoot:
		return r.elementPath(behind)
	}
	return r.path(behind)
}

func (r *reader) localPath(l *ir.Local) string {
	switch bound := r.locals[l]; {
	case bound.Value == nil:
		return ""
	case bound.Element:
		return r.elementPath(bound.Value)
	default:
		return r.path(bound.Value)
	}
}

// elementPath returns the path of the elements of a list, or of the values of a map.
func (r *reader) elementPath(list ir.Node) string {
	if loop, ok := list.(*ir.Loop); ok && loop.Elem != nil {
		return r.path(loop.Elem)
	}
	if path := r.path(list); path != "" {
		return path + "[]"
	}
	return ""
}

// loopPath returns the path of what a loop selects from its list.
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

// step returns what a node appends to the path of its source.
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

// callStep returns what a call appends to the path of its first argument.
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
