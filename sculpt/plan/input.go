package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Enum returns the values that an agent may give for the input, or nil if it is no enum.
func (in *Input) Enum() *ir.Enum {
	if in.Type.Kind == ir.Optional {
		return in.Type.Elem.Enum
	}
	return in.Type.Enum
}
