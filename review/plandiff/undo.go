package plandiff

import "github.com/nactgen/nactgen/sculpt/plan"

// undos compares how steps are taken back, by the names of the steps. The calls that do so are compared as those of steps are.
func (c *comparison) undos(was, is *view) {
	each(was.undos, is.undos, func(u **plan.Undo) string { return (*u).Of }, func(step string, older, newer **plan.Undo) {
		place := "steps." + step
		switch {
		case newer != nil && older != nil:
			c.differ(LimitChanged, place+".undo.timeout", (*older).Limit.String(), (*newer).Limit.String())
		case newer == nil && is.names()[place]:
			c.add(UndoRemoved, place, (*older).Call().Call.ID, "")
		}
	})
}
