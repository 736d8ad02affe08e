package naming

import "github.com/nactgen/nactgen/sculpt/plan"

// assignPart names what is generated for a part: a method of Service that only the methods of tools, and of other parts, call.
func (n *Names) assignPart(f *plan.Function, service *space) {
	small := Unexported(f.Name)
	names := &Tool{
		Method: service.claim(small, small+"Part"), Inputs: map[string]string{}, Outputs: map[string]string{},
		File: n.files.claimFile("part", snake(f.Name)),
	}
	n.tools[f.Part] = names
	inputs, types := newSpace(nil), &Function{}
	if len(f.Args) > 0 {
		names.Input = n.pkg.claim(names.Method + "Input")
	}
	for _, arg := range f.Args {
		names.Inputs[arg.Name] = inputs.claim(Exported(arg.Name), "Input")
		n.assignFunctionType(types, arg.Type, names.Input+names.Inputs[arg.Name])
	}
	names.Types = types.Types
	names.Output = n.pkg.claim(names.Method + "Output")
	n.structs[f.Result.Object] = names.Output
	n.assignFields(f.Result.Object)
	for _, out := range f.Result.Object.Fields() {
		names.Outputs[out.Name] = n.fields[out]
	}
}
