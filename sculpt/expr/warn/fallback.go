package warn

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Fallback doubts what stands for an absent field that the document requires, and allows to be null: null stays null. That null
// stands for itself is no doubt.
func (d *Doubts) Fallback(at ast.Expr, field *ir.Field, other ir.Node) {
	if !field.Required || !field.Type.Nullable || other.Type().Nullable || other.Type().Kind == ir.Null {
		return
	}
	message := source.FieldSource(field.Name) + " is always there, and may be null: orValue stands in for absence alone, so null stays null; write x != null ? x : ... for it"
	d.add(at, func(origins) (string, string) { return "null-fallback", message })
}
