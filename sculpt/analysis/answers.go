package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answers is what the plan says of the objects in answers. All others have all their fields.
type answers struct {
	fields  map[*ir.Field]*plan.StructField
	structs map[*ir.ObjectType]*plan.Struct
}

func answersOf(p *plan.Plan) answers {
	a := answers{fields: p.StructFields(), structs: map[*ir.ObjectType]*plan.Struct{}}
	for _, u := range p.Upstreams {
		for _, s := range u.Structs() {
			for _, o := range s.Objects {
				a.structs[o] = s.Struct
			}
		}
	}
	return a
}

// mayLack reports whether there are objects without that field.
func (a answers) mayLack(f *ir.Field) bool {
	held := a.fields[f]
	return held != nil && !held.Always
}

// field returns what tells a field from all others that the emitter declares.
func (a answers) field(f *ir.Field) any {
	if held := a.fields[f]; held != nil {
		return held
	}
	return f
}

// object returns what tells an object type from all others that the emitter declares.
func (a answers) object(o *ir.ObjectType) any {
	if s := a.structs[o]; s != nil {
		return s
	}
	return o
}
