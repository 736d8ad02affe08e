package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Enum returns the values that an agent may give for the input, or nil if it is no enum.
func (in *Input) Enum() *ir.Enum {
	return enumOf(in.Type)
}

// Enum returns the values that an agent may get for the output, once package analysis has given it their type; nil if it is no enum.
func (out *Output) Enum() *ir.Enum { return enumOf(out.Value.Type()) }

func enumOf(t *ir.Type) *ir.Enum {
	if t.Kind == ir.Optional {
		return t.Elem.Enum
	}
	return t.Enum
}
