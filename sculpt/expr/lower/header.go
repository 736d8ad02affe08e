package lower

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// refuseHeader refuses a name that no header of an answer has: they are in lower case.
func refuseHeader(cx context, of, name ir.Node, at ast.Expr) {
	literal, isLiteral := name.(*ir.Const)
	if !isLiteral || !isHeaders(of) {
		return
	}
	if text, isText := literal.Value.(string); isText && text != strings.ToLower(text) {
		cx.fail(at, "headers of answers have their names in lower case: write %q", strings.ToLower(text))
	}
}

// isHeaders reports whether a value is the headers of an answer, or of one that may be absent.
func isHeaders(n ir.Node) bool {
	root, isRoot := n.(*ir.Root)
	return isRoot && (root.Kind == ir.HeadersRoot || root.OfStep() && root.Part == "headers")
}
