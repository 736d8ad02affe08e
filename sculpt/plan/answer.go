package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Elements returns the objects that are first met as an element of a list or a value of a map.
func (a *Answer) Elements() map[*ir.ObjectType]bool {
	fields := map[*ir.ObjectType][]*StructField{}
	for _, s := range a.Structs {
		fields[s.Object] = s.Fields
	}
	elements, seen := map[*ir.ObjectType]bool{}, map[*ir.ObjectType]bool{}
	var visit func(t *ir.Type, element bool)
	visit = func(t *ir.Type, element bool) {
		switch {
		case t.Kind == ir.List || t.Kind == ir.Map:
			visit(t.Elem, true)
		case t.Kind == ir.Object && !seen[t.Object]:
			seen[t.Object] = true
			elements[t.Object] = element
			for _, f := range fields[t.Object] {
				visit(f.Field.Type, false)
			}
		}
	}
	visit(a.Type, false)
	return elements
}
