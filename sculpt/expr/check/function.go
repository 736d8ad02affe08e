package check

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// manifestFunctions declares the functions that CEL has not and manifests have: see docs/functions.md.
func manifestFunctions() []cel.EnvOption {
	var options []cel.EnvOption
	for _, f := range ir.Functions() {
		if f.Declares != "" {
			options = append(options, Declare(f))
		}
	}
	return options
}

// Declare returns the declaration of a function of manifests.
func Declare(f *ir.Function, more ...cel.OverloadOpt) cel.EnvOption {
	params := make([]*types.Type, len(f.Params))
	for i, p := range f.Params {
		params[i] = CELType(p)
	}
	return cel.Function(f.Declares, cel.Overload(f.Overloads[0], params, CELType(f.Result), more...))
}
