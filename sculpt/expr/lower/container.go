package lower

import (
	"strconv"
	"strings"
	"unicode"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// access is how an expression reads a member.
type access int

const (
	plainly    access = iota // x.f
	presence                 // has(x.f)
	optionally               // x.?f
)

// containerMember lowers a member of inputs, steps, this, vars, config or tables; ok is false if operand is none of them.
func containerMember(cx context, e, operand ast.Expr, name string, how access) (n ir.Node, ok bool) {
	if step, isStep := selectedStep(cx, operand); isStep && !cx.scope.Returns[step.name] {
		return stepPart(cx, e, step, name, how), true
	}
	if check.IsElement(e) {
		step, f := cx.scope.Element()
		return &ir.Root{T: f.Type, Kind: ir.ElementRoot, Name: name, Part: step}, true
	}
	if operand.Kind() != ast.IdentKind || cx.local(operand.AsIdent()) != nil {
		return nil, false
	}
	container := operand.AsIdent()
	switch container {
	case check.Inputs:
		return input(cx, e, cx.scope.Container(container).Field(name), how), true
	case check.This:
		if cx.scope.ThisReturned() {
			return nil, false
		}
		return thisPart(cx, e, name, how), true
	case check.Steps:
		return step(cx, e, name, how), true
	}
	kind, ok := rootKinds[container]
	if !ok {
		return nil, false
	}
	return always(&ir.Root{T: cx.scope.Container(container).Field(name).Type, Kind: kind, Name: name}, how), true
}

// rootKinds are the containers whose members are always there.
var rootKinds = map[string]ir.RootKind{check.Vars: ir.VarRoot, check.Config: ir.ConfigRoot, check.Tables: ir.TableRoot}

// always is a value that is always there.
func always(n ir.Node, how access) ir.Node {
	switch how {
	case presence:
		return ir.True()
	case optionally:
		return &ir.Some{X: n}
	}
	return n
}

// selected is a step that an expression selects, to read a part of its outcome.
type selected struct {
	name     string
	optional bool // steps.?place, not steps.place
}

// selectedStep returns the step that e selects.
func selectedStep(cx context, e ast.Expr) (s selected, ok bool) {
	s, ok = namedStep(cx, e)
	return s, ok && cx.scope.Container(check.Steps).Field(s.name).Type.Kind == ir.Object
}

// namedStep returns the step that e names: steps.place, steps.?place.
func namedStep(cx context, e ast.Expr) (s selected, ok bool) {
	var operand ast.Expr
	switch {
	case e.Kind() == ast.SelectKind:
		operand, s = e.AsSelect().Operand(), selected{name: e.AsSelect().FieldName()}
	case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.OptSelect:
		args := e.AsCall().Args()
		operand, s = args[0], selected{string(args[1].AsLiteral().(types.String)), true}
	default:
		return s, false
	}
	return s, operand.Kind() == ast.IdentKind && operand.AsIdent() == check.Steps && cx.local(check.Steps) == nil
}

// step lowers the name of a step without a part of its outcome behind it.
func step(cx context, e ast.Expr, name string, how access) ir.Node {
	if cx.scope.Returns[name] {
		return result(cx, e, name, how)
	}
	t, conditional := cx.scope.Container(check.Steps).Field(name).Type, cx.scope.Conditional[name]
	whole := &ir.Root{T: t, Kind: ir.StepRoot, Name: name}
	switch isList := t.Kind == ir.List; {
	case isList && !conditional:
		return always(whole, how)
	case isList:
		whole.T = ir.OptionalOf(t)
		return ofSkipped(cx, e, whole, name, how)
	case how == presence && conditional:
		return &ir.HasValue{X: ran(cx, name)}
	case cx.scope.Leaves[name]:
		return cx.fail(e, "a step is no value of its own: read what its elements have come to, its .items, or how many were left out, its .left_out")
	case cx.scope.Paged[name]:
		return cx.fail(e, "a step is no value of its own: read what is collected of its pages, its .items or .more")
	default:
		return cx.fail(e, "a step is no value of its own: read its .body, .status or .headers")
	}
}

// ofSkipped is an outcome, or a part of one, of a step that may not run. It must be read with .?, or where has() has shown that it is there.
func ofSkipped(cx context, e ast.Expr, root *ir.Root, step string, how access) ir.Node {
	switch how {
	case presence:
		return &ir.HasValue{X: root}
	case optionally:
		return root
	}
	if there := ir.FnValue.Call(root); cx.facts.Knows(ir.Path(there), facts.Present) {
		return there
	}
	if root.Part == "body" && cx.facts.Knows(ir.Path(ir.FnValue.Call(ran(cx, step))), facts.Present) {
		return cx.fail(e, "the answer to the step %s may have no body: read it with steps.?%s.body, or ask with has(steps.%s.body)", step, step, step)
	}
	return notRun(cx, e, step, strings.TrimPrefix(written(e), "steps."+step))
}

// notRun refuses to read a part of the outcome of a step as if the step had run.
func notRun(cx context, e ast.Expr, step, part string) ir.Node {
	return cx.fail(e, "the step %s may not run: read it with steps.?%s%s, or ask with has(steps.%s)", step, step, part, step)
}

// ran is a part of the outcome of a step that is there if the step has run, with all others of which that is true.
func ran(cx context, step string) *ir.Root {
	sign := "status"
	if cx.scope.Paged[step] {
		sign = "more"
	}
	if cx.scope.Leaves[step] {
		sign = "left_out"
	}
	root := conditionalPart(cx, step, sign)
	for _, f := range cx.scope.Container(check.Steps).Field(step).Type.Object.Fields() {
		if f.Required && f.Name != sign {
			root.With = append(root.With, partOf(cx, step, f.Name))
		}
	}
	return root
}

// stepPart is a part of the outcome of a step.
func stepPart(cx context, e ast.Expr, s selected, part string, how access) ir.Node {
	switch conditional := cx.scope.Conditional[s.name]; {
	case cx.scope.Paged[s.name] && ofPage(part):
		return cx.fail(e, "the step %s has an answer for each page: read what is collected of them, its .items or .more", s.name)
	case !conditional && s.optional:
		return cx.fail(e, "the step %s runs in any case: read it with steps.%s.%s", s.name, s.name, part)
	case !conditional:
		return answerPart(cx, e, s.name, part, how)
	case s.optional && how == plainly:
		how = optionally
	case !s.optional && !cx.facts.Knows(ir.Path(ir.FnValue.Call(ran(cx, s.name))), facts.Present):
		return notRun(cx, e, s.name, "."+part)
	}
	return ofSkipped(cx, e, conditionalPart(cx, s.name, part), s.name, how)
}

// conditionalPart is a part of the outcome of a step that may not run.
func conditionalPart(cx context, step, part string) *ir.Root {
	f := cx.scope.Container(check.Steps).Field(step).Type.Object.Field(part)
	return &ir.Root{T: ir.OptionalOf(f.Type), Kind: ir.StepRoot, Name: step, Part: partOf(cx, step, part)}
}

// partOf is the part of a step that one of its members is: the items of a step that leaves elements out are all of its outcome.
func partOf(cx context, step, member string) string {
	if cx.scope.Leaves[step] && member == "items" {
		return ""
	}
	return member
}

// answerKinds are the parts of the answer to a step's call.
var answerKinds = map[string]ir.RootKind{"body": ir.BodyRoot, "status": ir.StatusRoot, "headers": ir.HeadersRoot}

// ofPage reports whether each of the pages of a list has a part of its own, which is not collected.
func ofPage(part string) bool {
	_, answer := answerKinds[part]
	return answer
}

// answerPart is a part of the answer to a step's call, or of what is collected of its pages.
func answerPart(cx context, e ast.Expr, step, part string, how access) ir.Node {
	f := cx.scope.Answer(step).Field(part)
	root := &ir.Root{T: f.Type, Kind: answerKinds[part], Name: step}
	if cx.scope.Leaves[step] {
		root.Kind, root.Part = ir.StepRoot, partOf(cx, step, part)
	}
	if cx.scope.Paged[step] && !ofPage(part) {
		root.Kind, root.Part = ir.PagesRoot, part
	}
	if f.Required {
		return always(root, how)
	}
	root.T = check.Body(f)
	switch how {
	case presence:
		return &ir.Has{X: root, Field: f}
	case optionally:
		return &ir.Maybe{X: root, Field: f, Path: written(e), Source: cx.source(e)}
	}
	return &ir.Member{X: root, Field: f, Path: written(e), Source: cx.source(e)}
}

// thisPart is a part of the answer that is this: that of the step itself, or the error answer that a rule is about.
func thisPart(cx context, e ast.Expr, part string, how access) ir.Node {
	if cx.scope.Error == nil {
		return answerPart(cx, e, cx.scope.Step, part, how)
	}
	f := cx.scope.Container(check.This).Field(part)
	return always(&ir.Root{T: f.Type, Kind: ir.ProblemRoot, Name: cx.scope.Step, Part: part}, how)
}

// input is an input. One that may be absent must be read with .?, or where has() has shown that it is there.
func input(cx context, e ast.Expr, f *ir.Field, how access) ir.Node {
	root := &ir.Root{T: f.Type, Kind: ir.InputRoot, Name: f.Name}
	switch {
	case f.Type.Kind != ir.Optional:
		return always(root, how)
	case how == presence:
		return &ir.HasValue{X: root}
	case how == optionally:
		return root
	}
	if given := ir.FnValue.Call(root); cx.facts.Knows(ir.Path(given), facts.Present) {
		return given
	}
	return cx.fail(e, "the input %s may be absent: read it with inputs.?%s, guard it with has(inputs.%s), or give it a default", f.Name, f.Name, f.Name)
}

// written is how the author wrote a chain of selections, constant indexes and calls, whose arguments are left out; other operands stand as "(...)".
func written(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		if check.IsElement(e) {
			return e.AsSelect().FieldName()
		}
		return written(e.AsSelect().Operand()) + "." + source.FieldSource(e.AsSelect().FieldName())
	case ast.CallKind:
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.Index:
			return written(call.Args()[0]) + "[" + writtenIndex(call.Args()[1]) + "]"
		case operators.OptIndex:
			return written(call.Args()[0]) + "[?" + writtenIndex(call.Args()[1]) + "]"
		case operators.OptSelect:
			return written(call.Args()[0]) + ".?" + source.FieldSource(string(call.Args()[1].AsLiteral().(types.String)))
		}
		name, arguments := call.FunctionName(), "(...)"
		if len(call.Args()) == 0 {
			arguments = "()"
		}
		switch {
		case !unicode.IsLetter(rune(name[0])): // an operator
		case call.IsMemberFunction():
			return written(call.Target()) + "." + name + arguments
		default:
			return name + arguments
		}
	}
	return "(...)"
}

func writtenIndex(e ast.Expr) string {
	if i, ok := e.AsLiteral().(types.Int); ok && e.Kind() == ast.LiteralKind {
		return strconv.FormatInt(int64(i), 10)
	}
	return "..."
}

// result is what the function of a step returned. That of a step that may not run must be read with .?, except by that step.
func result(cx context, e ast.Expr, step string, how access) ir.Node {
	f := cx.scope.Container(check.Steps).Field(step)
	conditional := cx.scope.Conditional[step]
	if !conditional && how == optionally {
		return cx.fail(e, "the step %s runs in any case: read it with steps.%s", step, step)
	}
	if !conditional || step == cx.scope.Step {
		return always(&ir.Root{T: f.Type, Kind: ir.ResultRoot, Name: step, Used: cx.scope.Used[step]}, how)
	}
	return ofSkipped(cx, e, &ir.Root{T: ir.OptionalOf(f.Type), Kind: ir.StepRoot, Name: step, Part: ir.ResultPart, Used: cx.scope.Used[step]}, step, how)
}
