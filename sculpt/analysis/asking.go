package analysis

import "github.com/nactgen/nactgen/sculpt/ir"

// asking returns a condition that holds where n does, and does not where n fails because something that it reads is not there: before
// a read of it, it asks whether it is.
func (a answers) asking(n ir.Node) ir.Node {
	if logic, ok := n.(*ir.Logic); ok {
		return &ir.Logic{And: logic.And, X: a.asking(logic.X), Y: a.asking(logic.Y)}
	}
	asked := clone(n)
	questions := a.questions(n)
	for i := len(questions) - 1; i >= 0; i-- {
		asked = &ir.Logic{And: true, X: questions[i], Y: asked}
	}
	return asked
}

// questions are whether the values are there that n reads in any case, in the order in which it reads them.
func (a answers) questions(n ir.Node) []ir.Node {
	var list []ir.Node
	for _, below := range ir.Always(n) {
		list = append(list, a.questions(below)...)
	}
	switch n := n.(type) {
	case *ir.Member:
		if a.mayLack(n.Field) {
			list = append(list, &ir.Has{X: clone(n.X), Field: n.Field})
		}
	case *ir.NotNull:
		list = append(list, &ir.Not{X: &ir.IsNull{X: clone(n.X)}})
	case *ir.Element:
		if i, ok := n.Index.(*ir.Const); ok && i.Value.(int64) >= 0 {
			list = append(list, &ir.Binary{T: ir.BoolType, Op: ">", X: ir.FnLen.Call(clone(n.List)), Y: i})
		}
	}
	return list
}
