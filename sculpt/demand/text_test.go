package demand_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// text is a condition that package demand makes, as CEL: of the nodes that it makes conditions of.
func text(n ir.Node) string {
	if inner := ir.Content(n); inner != nil {
		return text(inner)
	}
	switch n := n.(type) {
	case *ir.Const:
		return ir.LiteralText(n.Value)
	case *ir.Root:
		return strings.Replace(ir.RootText(n), "steps.slots.", "this.", 1)
	case *ir.Ref:
		return n.To.Name
	case *ir.Member:
		return text(n.X) + "." + n.Field.Name
	case *ir.Not:
		return "!" + text(n.X)
	case *ir.Binary:
		return text(n.X) + " " + n.Op + " " + text(n.Y)
	case *ir.Logic:
		return text(n.X) + " && " + text(n.Y)
	case *ir.Call:
		return calls(n)
	case *ir.Loop:
		return loops(n)
	}
	return fmt.Sprintf("a %T", n)
}

func calls(n *ir.Call) string {
	args := make([]string, len(n.Args))
	for i, arg := range n.Args {
		args[i] = text(arg)
	}
	switch name := n.Func.Name; {
	case n.Func == ir.FnEqual:
		return strings.Join(args, " == ")
	case n.Func == ir.FnLen:
		return "size(" + args[0] + ")"
	default:
		return strings.ToLower(name[:1]) + name[1:] + "(" + strings.Join(args, ", ") + ")"
	}
}

func loops(n *ir.Loop) string {
	macro, after := "filter", ".size()"
	if n.Kind == ir.Any {
		macro, after = "exists", ""
	}
	if n.Kind != ir.Any && n.Kind != ir.Count {
		return "a loop " + strconv.Itoa(int(n.Kind))
	}
	return text(n.Over) + "." + macro + "(" + n.Var.Name + ", " + text(n.Where) + ")" + after
}
