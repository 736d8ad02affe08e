package warn

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/known"
)

// Undeclared notes a read of what the names lead to in a dyn, one after the other. Where the dyn was made of an object of a document, it
// has the fields that the document declares, and no others: to ask for another is an error, as it is without the dyn.
func (d *Doubts) Undeclared(at ast.Expr, dyn ir.Node, names ...string) {
	d.reads = append(d.reads, read{at, func(from origins) string {
		t := from.known.Of(dyn)
		for _, name := range names {
			if lacks(t, name) {
				return "a dyn of an answer has what the document declares and nothing else; if the API answers this, declare it with an overlay of the document: " +
					explain.NoField(t.Object.Noun(), t.Object, name)
			}
			if t = known.Part(t, name); t == nil {
				break
			}
		}
		return ""
	}})
}

// lacks reports whether t is an object of a document that no field of that name is declared for.
func lacks(t *ir.Type, name string) bool {
	return t.Kind == ir.Object && t.Object.Described() && t.Object.Open() == nil && t.Object.Field(name) == nil
}
