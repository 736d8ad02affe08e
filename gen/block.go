package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// block prints a stretch of a tool's method, from its beginning to its end: what stands between two braces. The printers of the kinds of
// actions add to it, each by way of a block of its own for what is inside the action.
type block struct {
	*pkg
	tool   *plan.Tool
	locals localNames
	body   *goexpr.Body
	exit   exit
	last   plan.Action // the last action of a function that returns nothing but an error: its call is the return statement; nil: the function has no such action
	leave  *leaving    // what leaves an element out of the loop around; nil: there is none, or it leaves none out
	lead   int         // the number of statements at the beginning of the block that no empty line separates from what follows
}

// exit is how a statement leaves the function that it stands in.
type exit struct {
	fault   func(err jen.Code) *jen.Statement // because something went wrong
	failure func(err jen.Code) *jen.Statement // because the tool ends in a declared failure
}

// returnOut leaves the tool's method.
func returnOut(err jen.Code) *jen.Statement { return jen.Return(jen.Id("out"), err) }

// returnErr leaves a function that stands in the tool's method.
func returnErr(err jen.Code) *jen.Statement { return jen.Return(err) }

func (b block) actions(list []plan.Action) {
	for i, a := range list {
		undo := blindUndo(list[i+1:])
		if i > 0 && blindUndo(list[i:]) != nil {
			continue // it was printed with the call that it takes back
		}
		b.action(a, undo)
	}
}

// blindUndo returns how what stands before list is taken back if that does not depend on its answer: then it also is if the answer could not be
// read. It is nil if it depends on that, or there is no such thing.
func blindUndo(list []plan.Action) *plan.Undo {
	if len(list) == 0 {
		return nil
	}
	if undo, ok := list[0].(*plan.Undo); ok && undo.Blind() {
		return undo
	}
	return nil
}

func (b block) action(a plan.Action, undo *plan.Undo) {
	v := b.tool.Locals.By[a]
	switch a := a.(type) {
	case *plan.Check:
		b.check(a)
	case *plan.Var:
		b.variable(a, v)
	case *plan.Step:
		stepPrinter{b, a, v, undo}.print()
	case *plan.GoStep:
		goStepPrinter{b, a, v}.print()
	case *plan.Together:
		b.together(a, v)
	case *plan.When:
		b.when(a, v)
	case *plan.Each:
		newEachPrinter(b, a, v).print()
	case *plan.Pages:
		pagesPrinter{b, a, v, v.Binding(plan.PageList)}.print()
	case *plan.Poll:
		pollPrinter{stepPrinter{b, a.Step, v, undo}, a}.print()
	case *plan.Answered:
		b.answered(a, v)
	case *plan.Undo:
		b.undo(a)
	}
}

// inside returns the statements of a block inside b, which print adds.
func (b block) inside(print func(inner block)) []jen.Code {
	return b.body.Inner(func(body *goexpr.Body) {
		inner := b
		inner.body, inner.lead = body, 0
		print(inner)
	})
}

// function returns the statements of a function inside b, which print adds and which returns an error alone.
func (b block) function(print func(inner block)) []jen.Code {
	b.exit = exit{fault: returnErr, failure: returnErr}
	return b.inside(print)
}

// paragraph adds an empty line, unless nothing stands before it.
func (b block) paragraph() {
	if len(b.body.Statements()) > b.lead {
		b.body.Add(jen.Line())
	}
}

// failIn says that expressions that are added from here on are those at w: the fault of one that fails names that place, and whose fault it is.
func (b block) failIn(w plan.Where) {
	fault := "CallFault"
	var inputs []string
	switch {
	case w.Answers:
		fault = "AnswerFault"
	case len(w.Inputs) > 0:
		fault = "InputFault"
		inputs = w.Inputs
	}
	b.body.FailWith(func(err jen.Code) *jen.Statement {
		b.blame(b.tool, inputs)
		args := []jen.Code{gocode.Lit(w.Place.String()), err}
		for _, id := range inputs {
			args = append(args, gocode.Lit(id))
		}
		return b.exit.fault(b.runtime.Nact(fault).Call(args...))
	})
}

// check adds
//
//	if len(place.Results) == 0 {
//		return out, nact.Fail("CITY_NOT_FOUND", "No city is called "+in.City+".")
//	}
func (b block) check(c *plan.Check) {
	b.failIn(c.Where)
	violated := b.body.Not(c.That)
	b.body.Add(jen.If(violated).Block(b.inside(func(inner block) { inner.fails(c.Fail, c.Detail) })...))
}

// fails adds what ends the tool with a declared failure. A detail of nil is none.
func (b block) fails(name string, detail ir.Node) {
	text := gocode.Lit("")
	if detail != nil {
		text = b.body.Value(detail)
	}
	b.body.Add(b.exit.failure(b.runtime.Nact("Fail").Call(gocode.Lit(name), text)))
}

// endsWith adds the call that an action is, which returns nothing but an error.
func (b block) endsWith(a plan.Action, call *jen.Statement) {
	if b.last == a {
		b.body.Add(jen.Return(call))
		return
	}
	b.body.Add(
		jen.Err().Op("=").Add(call),
		jen.If(jen.Err().Op("!=").Nil()).Block(b.exit.fault(jen.Err())),
	)
}

// stepFailed adds what ends the tool if the call of a step failed:
//
//	if err != nil {
//		return out, nact.StepError("point", err)
//	}
func (b block) stepFailed(step string) {
	b.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(b.stepError(step)))
}

func (b block) stepError(step string) *jen.Statement {
	return b.exit.fault(b.runtime.Nact("StepError").Call(gocode.Lit(step), jen.Err()))
}

func (b block) variable(a *plan.Var, v plan.Variables) {
	b.failIn(a.Where)
	value := v.Binding(plan.VarValue)
	if value.Use == plan.Assigned {
		b.body.Assign(b.id(value.Local), a.Value)
		return
	}
	b.body.Define(b.locals[value.Local], a.Value)
}

// answered adds the actions that run only if the call was answered:
//
//	if noticeAnswered {
//		...
//	}
func (b block) answered(a *plan.Answered, v plan.Variables) {
	b.body.Add(jen.If(b.id(v.Binding(plan.IsAnswered).Local)).Block(b.inside(func(inner block) { inner.actions(a.Actions) })...))
}

func (b block) id(l *plan.Local) *jen.Statement { return jen.Id(b.locals[l]) }

// target returns what takes a value in an assignment: its variable, or _ if nothing reads it.
func (b block) target(of plan.Binding) *jen.Statement {
	if of.Use == plan.Unread {
		return jen.Id("_")
	}
	return b.id(of.Local)
}

// assignment is what gives a variable its value.
func assignment(of plan.Binding) string {
	if of.Use == plan.Defined {
		return ":="
	}
	return "="
}

// declare adds the declarations of variables, each on its own: var confirmed *clinicBooking.
func (b block) declare(list []*plan.Local) {
	for _, l := range list {
		b.body.Add(jen.Var().Add(b.id(l)).Add(b.localType(l)))
	}
}

func (b block) localType(l *plan.Local) *jen.Statement {
	switch l.Role {
	case plan.AnswerMeta:
		return b.runtime.Upstream("Answer")
	case plan.PageList:
		return b.code("flow.$1[$2]", pageTypes[l.Pages.By], jen.List(b.pageTypeArgs(l.Pages)...))
	}
	return b.types.Of(l.Type)
}

// part adds what computes a part of a request before the request itself.
func (b block) part(part *plan.Part, v plan.Variables) {
	b.failIn(part.Where)
	if part.Name == "" {
		b.body.Hold(part.Value)
		return
	}
	b.body.Define(b.locals[v.RequestPart(part)], part.Value)
}
