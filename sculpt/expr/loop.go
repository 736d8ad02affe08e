package expr

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// comprehension lowers what a macro expanded to. The parser makes every fold, and in a few fixed forms: element lowers
// the elements that map and transformList collect.
func (l *lowerer) comprehension(e ast.Expr, element func(ast.Expr) ir.Node) ir.Node {
	c := e.AsComprehension()
	if r := c.IterRange(); r.Kind() == ast.ListKind && r.AsList().Size() == 0 && c.AccuVar() != c.IterVar() && isFalse(c.LoopCondition()) {
		if body, ok := optMapBody(c); ok {
			return l.optMap(c.AccuInit(), body)
		}
		return l.let(c, element)
	}
	loop := &ir.Loop{}
	l.over(loop, c)
	vars := []*ir.Local{loop.Var}
	if loop.Index != nil {
		vars = append(vars, loop.Index)
	}
	l.with(func() {
		l.knowing(facts.OfElement(ir.FilterOf(loop.Over), loop.Var), func() { l.fold(e, c, loop, element) })
	}, vars...)
	fuse(loop)
	return loop
}

// fuse makes one loop of filter(...).map(...).
func fuse(loop *ir.Loop) {
	inner, ok := loop.Over.(*ir.Loop)
	if !ok || !isFilter(inner) || loop.Kind != ir.Collect || loop.Where != nil || loop.Index != nil || inner.Index != nil {
		return
	}
	if inner.Elem == nil {
		rename(loop.Elem, loop.Var, inner.Var)
	} else if refersTo(loop.Elem, loop.Var) { // as something narrower than what the list holds
		loop.Elem = &ir.Let{Local: loop.Var, Value: inner.Elem, Body: loop.Elem}
	}
	loop.Over, loop.Var, loop.Where = inner.Over, inner.Var, inner.Where
}

// rename makes all that refers to one local refer to another.
func rename(n ir.Node, from, to *ir.Local) {
	ir.Walk(n, func(n ir.Node) {
		if ref, ok := n.(*ir.Ref); ok && ref.To == from {
			ref.To = to
		}
	})
}

// isFalse reports whether e is the literal false: the loop condition of cel.bind, which never runs.
func isFalse(e ast.Expr) bool {
	b, ok := e.AsLiteral().(types.Bool)
	return e.Kind() == ast.LiteralKind && ok && !bool(b)
}

// let lowers cel.bind, and what other macros bind.
func (l *lowerer) let(c ast.ComprehensionExpr, element func(ast.Expr) ir.Node) ir.Node {
	value := l.lower(c.AccuInit())
	let := &ir.Let{Value: value, Local: &ir.Local{T: value.Type(), Name: c.AccuVar(), Value: value}}
	l.with(func() {
		l.knowing(facts.OfElement(ir.FilterOfElement(value), let.Local), func() { let.Body = element(c.Result()) })
	}, let.Local)
	if !isName(let.Local.Name) {
		let.Local.Name = readName(value)
	}
	if !refersTo(let.Body, let.Local) {
		return let.Body // the value is never computed, and an error of it never occurs
	}
	return let
}

// readName names the value that a macro binds after what it is read from.
func readName(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Member:
		return n.Field.Name
	case *ir.Root:
		return n.Name
	case *ir.Ref:
		return n.To.Name
	case *ir.Loop:
		return readName(n.Over)
	}
	return "list"
}

// refersTo reports whether n uses a local.
func refersTo(n ir.Node, local *ir.Local) bool {
	found := false
	ir.Walk(n, func(n ir.Node) {
		ref, ok := n.(*ir.Ref)
		found = found || ok && ref.To == local
	})
	return found
}

// over sets what the loop runs over and its variables.
func (l *lowerer) over(loop *ir.Loop, c ast.ComprehensionExpr) {
	over := notNull(l.lower(c.IterRange()))
	two := c.HasIterVar2()
	index, element := ir.IntType, over.Type().Elem
	kind := over.Type().Kind
	if kind == ir.Map && over.Type().Key.Kind == ir.Dyn {
		kind = ir.Dyn
	}
	switch kind {
	case ir.Map:
		index = over.Type().Key
		if !two {
			element = index
		}
	case ir.List:
	default:
		elements := ir.FnDynRange
		if two {
			elements, index = ir.FnDynEntries, ir.DynType
		}
		over, element = elements.Call(l.dyn(over)), ir.DynType
	}
	loop.Over = over
	loop.Var = &ir.Local{T: element, Name: c.IterVar()}
	if two {
		loop.Index = &ir.Local{T: index, Name: c.IterVar()}
		loop.Var.Name = c.IterVar2()
	}
}

// fold recognizes the form and sets the rest of the loop.
func (l *lowerer) fold(e ast.Expr, c ast.ComprehensionExpr, loop *ir.Loop, element func(ast.Expr) ir.Node) {
	step := c.LoopStep()
	if step.Kind() == ast.CallKind && isIdent(lastArg(step), c.AccuVar()) && step.AsCall().FunctionName() == operators.Conditional {
		loop.Where = l.as(step.AsCall().Args()[0], ir.BoolType)
		l.given(loop.Where, true, func() { l.take(e, c, loop, step.AsCall().Args()[1], element) })
		return
	}
	l.take(e, c, loop, step, element)
}

// take recognizes what the loop does with an element that it takes.
func (l *lowerer) take(e ast.Expr, c ast.ComprehensionExpr, loop *ir.Loop, step ast.Expr, element func(ast.Expr) ir.Node) {
	call := step.AsCall()
	if step.Kind() != ast.CallKind || !isIdent(call.Args()[0], c.AccuVar()) {
		l.fail(e, "this comprehension has a form that no macro makes")
		return
	}
	switch call.FunctionName() {
	case operators.LogicalAnd:
		loop.Kind, loop.T, loop.Where = ir.All, ir.BoolType, l.as(call.Args()[1], ir.BoolType)
	case operators.LogicalOr:
		loop.Kind, loop.T, loop.Where = ir.Any, ir.BoolType, l.as(call.Args()[1], ir.BoolType)
	case operators.Add:
		l.accumulate(c, loop, call.Args()[1], element)
	case "cel.@mapInsert":
		l.insert(e, loop, call.Args()[1:])
	}
}

func lastArg(e ast.Expr) ast.Expr {
	args := e.AsCall().Args()
	return args[len(args)-1]
}

func isIdent(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }

// accumulate is a step that adds: one to a count, or an element to a list.
func (l *lowerer) accumulate(c ast.ComprehensionExpr, loop *ir.Loop, added ast.Expr, element func(ast.Expr) ir.Node) {
	if added.Kind() == ast.LiteralKind {
		loop.Kind, loop.T = ir.One, ir.BoolType
		return
	}
	loop.Kind = ir.Collect
	elem := added.AsList().Elements()[0]
	if isIdent(elem, loop.Var.Name) && loop.Where != nil && !c.HasIterVar2() {
		kept := l.lower(elem)
		loop.T = ir.ListOf(kept.Type())
		if _, plain := kept.(*ir.Ref); !plain {
			loop.Elem = kept
		}
		return
	}
	loop.Elem = element(elem)
	loop.T = ir.ListOf(loop.Elem.Type())
}

// insert is a step that puts an entry into a map.
func (l *lowerer) insert(e ast.Expr, loop *ir.Loop, args []ast.Expr) {
	loop.Kind = ir.Associate
	if len(args) == 2 {
		loop.KeyElem, loop.Elem = l.lower(args[0]), l.lower(args[1])
		loop.T = mapOf(loop.KeyElem.Type().Plain(), loop.Elem.Type())
		loop.KeyElem = l.convert(loop.KeyElem, loop.T.Key, args[0])
		loop.Elem = l.convert(loop.Elem, loop.T.Elem, args[1])
		return
	}
	lit, ok := l.lower(args[0]).(*ir.MapLit)
	if !ok || len(lit.Keys) != 1 || lit.OptionalAt[0] {
		loop.Elem = l.entries(args[0], e)
		loop.T = loop.Elem.Type()
		if loop.T.Kind == ir.Dyn || loop.T.Key.Kind == ir.Dyn {
			loop.T, loop.Elem = ir.MapOf(ir.DynType, ir.DynType), l.dyn(loop.Elem)
		}
		return
	}
	loop.KeyElem, loop.Elem, loop.T = lit.Keys[0], lit.Values[0], lit.T
}

// mapOf is the type of a map. No key is null. One whose keys are of several types, or of one that no Go map has, is a map from dyn to dyn.
func mapOf(key, elem *ir.Type) *ir.Type {
	switch key.Kind {
	case ir.String, ir.Int, ir.Uint, ir.Bool:
		return ir.MapOf(key.Plain(), elem)
	}
	return ir.MapOf(ir.DynType, ir.DynType)
}

// entries lowers what transformMapEntry makes of an element: a map whose entries are all added.
func (l *lowerer) entries(x, e ast.Expr) ir.Node {
	n := notNull(l.lower(x))
	if n.Type().Kind == ir.Dyn {
		return n
	}
	if n.Type().Kind != ir.Map {
		return l.fail(e, "transformMapEntry needs a map, not %s", n.Type().Phrase())
	}
	return n
}

// firstWhere recognizes filter(...)[0], of which only the first element counts.
func firstWhere(x, index ir.Node) (ir.Node, bool) {
	loop, isLoop := x.(*ir.Loop)
	if !isZero(index) || !isLoop || !isFilter(loop) {
		return nil, false
	}
	kept := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.First, loop.Var.T, nil
	return narrowed(loop, kept), true
}

// firstMayWhere recognizes filter(...)[?0] and filter(...).first().
func (l *lowerer) firstMayWhere(x, index ir.Node) (ir.Node, bool) {
	loop, isLoop := x.(*ir.Loop)
	if !isZero(index) || !isLoop || !isFilter(loop) {
		return nil, false
	}
	kept := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.FirstMay, ir.OptionalOf(loop.Var.T), nil
	if kept == nil {
		return loop, true
	}
	return l.then(loop, func(v ir.Node) ir.Node { return &ir.Some{X: narrowed(v, kept)} }), true
}

func isZero(n ir.Node) bool {
	c, ok := n.(*ir.Const)
	return ok && c.Value == int64(0)
}

// isFilter reports whether a loop keeps elements as they are, or as what its condition has shown them to be.
func isFilter(loop *ir.Loop) bool {
	if loop.Kind != ir.Collect || loop.Where == nil {
		return false
	}
	return loop.Elem == nil || isNarrowed(loop.Elem, loop.Var)
}
