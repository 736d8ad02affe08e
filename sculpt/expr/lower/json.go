package lower

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// lowerJSON lowers an expression whose value becomes JSON. A map literal with constant names becomes a Record, also as an
// element of a list, in a branch of a choice, and as what map makes.
func lowerJSON(cx context, e ast.Expr) ir.Node {
	var n ir.Node
	switch {
	case e.Kind() == ast.MapKind && constantNames(e):
		return record(cx, e)
	case e.Kind() == ast.MapKind && len(e.AsMap().Entries()) == 0:
		n = &ir.MapLit{T: ir.MapOf(ir.StringType, ir.DynType)} // not of keys that JSON has not
	case e.Kind() == ast.ListKind:
		return listLiteral(cx, e, lowerJSON)
	case e.Kind() == ast.ComprehensionKind:
		n = comprehension(cx, e, lowerJSON)
	case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional:
		n = choice(cx, e.AsCall().Args(), lowerJSON)
	default:
		n = lower(cx, e)
	}
	cx.usage.Encode(n.Type())
	return n
}

// constantNames reports whether all keys of a map literal are string literals, and no two are the same.
func constantNames(e ast.Expr) bool {
	seen := map[types.String]bool{}
	for _, x := range e.AsMap().Entries() {
		key := x.AsMapEntry().Key()
		name, ok := key.AsLiteral().(types.String)
		if key.Kind() != ast.LiteralKind || !ok || seen[name] || !isMemberName(string(name)) {
			return false
		}
		seen[name] = true
	}
	return len(seen) > 0
}

// isMemberName reports whether a struct tag of encoding/json can carry the name.
func isMemberName(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, ",\"`\\") && strings.IndexFunc(name, func(r rune) bool { return r < ' ' }) < 0
}

func record(cx context, e ast.Expr) ir.Node {
	var members []ir.RecordMember
	for _, x := range e.AsMap().Entries() {
		entry := x.AsMapEntry()
		name := string(entry.Key().AsLiteral().(types.String))
		members = append(members, ir.RecordMember{Name: name, Value: lowerJSON(cx, entry.Value())})
	}
	return cx.scope.Record(cx.record, members)
}
