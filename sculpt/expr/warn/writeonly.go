package warn

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// WriteOnly doubts a read of a field that the document calls write-only.
func (d *Doubts) WriteOnly(at ast.Expr, f *ir.Field) {
	if f.Unread == "" {
		return
	}
	message := source.FieldSource(f.Name) + " is write-only (" + f.Unread + "): requests have it, and answers should not, so that there is likely nothing to read"
	d.add(at, func(origins) (string, string) { return "write-only", message })
}
