package lower

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// fold is a comprehension on its way to a loop.
type fold struct {
	ast.ComprehensionExpr
	expr    ast.Expr
	loop    *ir.Loop
	element lowering // of the elements that are collected
}

// over sets what the loop runs over, and its variables.
func (f fold) over(cx context) {
	over := convert.NotNull(lower(cx, f.IterRange()))
	indexed := f.HasIterVar2()
	index, element := ir.IntType, over.Type().Elem
	kind := over.Type().Kind
	if kind == ir.Map && over.Type().Key.Kind == ir.Dyn {
		kind = ir.Dyn
	}
	switch kind {
	case ir.Map:
		index = over.Type().Key
		if !indexed {
			element = index
		}
	case ir.List:
	default:
		elements := ir.FnDynRange
		if indexed {
			elements, index = ir.FnDynEntries, ir.DynType
		}
		over, element = elements.Call(toDyn(cx, over)), ir.DynType
	}
	f.loop.Over = over
	f.loop.Var = &ir.Local{T: element, Name: f.IterVar()}
	if indexed {
		f.loop.Index = &ir.Local{T: index, Name: f.IterVar()}
		f.loop.Var.Name = f.IterVar2()
	}
}

// body recognizes the form, and sets the rest of the loop.
func (f fold) body(cx context) {
	step := f.LoopStep()
	if step.Kind() != ast.CallKind || !isIdent(lastArg(step), f.AccuVar()) || step.AsCall().FunctionName() != operators.Conditional {
		f.accumulate(cx, step)
		return
	}
	args := step.AsCall().Args()
	f.loop.Where = lowerTo(cx, args[0], ir.BoolType)
	f.accumulate(cx.given(f.loop.Where, true), args[1])
}

// accumulate recognizes what the loop does with an element that passes its condition.
func (f fold) accumulate(cx context, step ast.Expr) {
	call := step.AsCall()
	if step.Kind() != ast.CallKind || !isIdent(call.Args()[0], f.AccuVar()) {
		cx.fail(f.expr, "this comprehension has a form that no macro makes")
		return
	}
	switch call.FunctionName() {
	case operators.LogicalAnd:
		f.loop.Kind, f.loop.T, f.loop.Where = ir.All, ir.BoolType, lowerTo(cx, call.Args()[1], ir.BoolType)
	case operators.LogicalOr:
		f.loop.Kind, f.loop.T, f.loop.Where = ir.Any, ir.BoolType, lowerTo(cx, call.Args()[1], ir.BoolType)
	case operators.Add:
		f.add(cx, call.Args()[1])
	case "cel.@mapInsert":
		f.insert(cx, call.Args()[1:])
	}
}

func lastArg(e ast.Expr) ast.Expr {
	args := e.AsCall().Args()
	return args[len(args)-1]
}

func isIdent(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }

// add is a step that adds: one to a count, or an element to a list.
func (f fold) add(cx context, added ast.Expr) {
	if added.Kind() == ast.LiteralKind {
		f.loop.Kind, f.loop.T = ir.One, ir.BoolType
		return
	}
	f.loop.Kind = ir.Collect
	elem := added.AsList().Elements()[0]
	if isIdent(elem, f.loop.Var.Name) && f.loop.Where != nil && !f.HasIterVar2() {
		narrowed := lower(cx, elem)
		f.loop.T = ir.ListOf(narrowed.Type())
		if _, unchanged := narrowed.(*ir.Ref); !unchanged {
			f.loop.Elem = narrowed
		}
		return
	}
	f.loop.Elem = f.element(cx, elem)
	f.loop.T = ir.ListOf(f.loop.Elem.Type())
}

// insert is a step that puts an entry into a map: args are its key and its value, or a map.
func (f fold) insert(cx context, args []ast.Expr) {
	loop := f.loop
	loop.Kind = ir.Associate
	if len(args) == 2 {
		loop.KeyElem, loop.Elem = lower(cx, args[0]), lower(cx, args[1])
		loop.T = ir.MapFrom(loop.KeyElem.Type().Plain(), loop.Elem.Type())
		loop.KeyElem = convertTo(cx, loop.KeyElem, loop.T.Key, args[0])
		loop.Elem = convertTo(cx, loop.Elem, loop.T.Elem, args[1])
		return
	}
	lit, ok := lower(cx, args[0]).(*ir.MapLit)
	if !ok || len(lit.Keys) != 1 || lit.OptionalAt[0] {
		loop.Elem = f.entries(cx, args[0])
		loop.T = loop.Elem.Type()
		if loop.T.Kind == ir.Dyn || loop.T.Key.Kind == ir.Dyn {
			loop.T, loop.Elem = ir.MapOf(ir.DynType, ir.DynType), toDyn(cx, loop.Elem)
		}
		return
	}
	loop.KeyElem, loop.Elem, loop.T = lit.Keys[0], lit.Values[0], lit.T
}

// entries lowers what transformMapEntry makes of an element: a map whose entries are all added.
func (f fold) entries(cx context, e ast.Expr) ir.Node {
	n := convert.NotNull(lower(cx, e))
	if n.Type().Kind != ir.Dyn && n.Type().Kind != ir.Map {
		return cx.fail(f.expr, "transformMapEntry needs a map, not %s", n.Type().Phrase())
	}
	return n
}
