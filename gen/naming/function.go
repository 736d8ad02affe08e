package naming

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Function are the names of what is generated for a function that the vendor writes.
type Function struct {
	Method string                       // of the interface
	Args   string                       // the struct of its arguments; empty if there are none
	Fields map[*plan.FunctionArg]string // of Args
	Types  []*ir.ObjectType             // those of its arguments, then those of its result, one inside another after it
}

func (n *Names) assignFunctions(functions []*plan.Function) {
	methods := newSpace(nil)
	for _, f := range functions {
		names := &Function{Method: methods.claim(Exported(f.Name), Exported(f.Name)+"Function"), Fields: map[*plan.FunctionArg]string{}}
		n.functions[f] = names
		base := Exported(f.Name)
		if len(f.Args) > 0 {
			names.Args = n.pkg.claim(base+"Args", base+"Arguments")
		}
		members := newSpace(nil)
		for _, arg := range f.Args {
			names.Fields[arg] = members.claim(Exported(arg.Name), "Arg")
			n.assignFunctionType(names, arg.Type, names.Args+names.Fields[arg])
		}
		n.assignFunctionType(names, f.Result, base+"Result")
	}
}

// assignFunctionType names the structs of the objects in a type, the outermost after name.
func (n *Names) assignFunctionType(names *Function, t *ir.Type, name string) {
	for t.Elem != nil {
		if t.Kind == ir.List {
			name = Singular(name)
		}
		t = t.Elem
	}
	if t.Kind != ir.Object {
		return
	}
	n.structs[t.Object] = n.pkg.claim(name, name+"Object")
	n.assignFields(t.Object)
	names.Types = append(names.Types, t.Object)
	for _, f := range t.Object.Fields() {
		n.assignFunctionType(names, f.Type, n.structs[t.Object]+n.fields[f])
	}
}
