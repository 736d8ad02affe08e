package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// flow writes the function of a tool: the steps one below the other, each with what is checked before and after it.
type flow struct {
	*toolFile
	block *block
	types map[rootKey]*ir.Type // of the variables
}

func newFlow(tf *toolFile) *flow {
	fn := newFunction(tf, jen.Id("s").Dot("config"))
	scope := tf.g.names.Scope("s", "ctx", "cancel", "in", "out", "err")
	fl := &flow{toolFile: tf, block: newBlock(fn, scope), types: map[rootKey]*ir.Type{}}
	fl.nameVariables()
	return fl
}

// nameVariables names the variables for answers and vars, before anything of less weight can take their names.
func (fl *flow) nameVariables() {
	for _, a := range fl.tool.Actions {
		switch a := a.(type) {
		case *plan.Var:
			fl.nameVariable(rootKey{ir.VarRoot, a.Name})
		case *plan.Step:
			fl.nameVariable(rootKey{ir.BodyRoot, a.Name})
			if a.Call.Meta {
				fl.nameVariable(rootKey{ir.StatusRoot, a.Name})
			}
		}
	}
}

func (fl *flow) nameVariable(k rootKey) { fl.locals[k] = fl.block.name(k.hint()) }

// start emits the time limit of the tool.
func (fl *flow) start() {
	calls := false
	for _, a := range fl.tool.Actions {
		_, step := a.(*plan.Step)
		calls = calls || step
	}
	if !calls {
		return
	}
	fl.block.add(
		jen.List(jen.Id("ctx"), jen.Id("cancel")).Op(":=").Qual("context", "WithTimeout").Call(jen.Id("ctx"), gocode.Duration(fl.tool.Timeout)),
		jen.Defer().Id("cancel").Call(),
		jen.Line(),
	)
}

func (fl *flow) action(a plan.Action) {
	switch a := a.(type) {
	case *plan.Check:
		fl.check(a)
	case *plan.Var:
		fl.variable(a)
	case *plan.Step:
		fl.step(a)
	}
}

// failIn makes what fails from here on a fault of the expression that w names.
func (fl *flow) failIn(w plan.Where) {
	fault := "CallFault"
	if w.Answers {
		fault = "AnswerFault"
	}
	fl.block.fn.fail = func(err jen.Code) *jen.Statement {
		return jen.Return(jen.Id("out"), fl.g.runtime.Nact(fault).Call(gocode.Lit(w.Name), err))
	}
}

// fails returns
//
//	return out, nact.Fail("CITY_NOT_FOUND", "No city is called "+in.City+".")
func (fl *flow) fails(b *block, name string, detail ir.Node, w plan.Where) {
	text := gocode.Lit("")
	if detail != nil {
		text = fl.detail(b, detail, w).clone()
	}
	b.add(jen.Return(jen.Id("out"), fl.g.runtime.Nact("Fail").Call(gocode.Lit(name), text)))
}

// detail returns the text of a failure, from a function of its own if it counts what it does.
func (fl *flow) detail(b *block, n ir.Node, w plan.Where) value {
	trial := b.trial()
	trial.expr(n)
	if !trial.fn.budget.used {
		return b.expr(n)
	}
	w.Name += ".detail"
	return fl.helper(b, n, w)
}

// check emits
//
//	if len(place.Results) == 0 {
//		return out, nact.Fail("CITY_NOT_FOUND", ...)
//	}
func (fl *flow) check(c *plan.Check) {
	fl.failIn(c.Where)
	cond := fl.value(negated(c.That), c.Where)
	inner := fl.block.within(func(b *block) { fl.fails(b, c.Fail, c.Detail, c.Where) })
	fl.block.add(jen.If(cond.clone()).Block(inner.stmts...))
}

// variable emits a var as a variable of the function.
func (fl *flow) variable(v *plan.Var) {
	fl.failIn(v.Where)
	k := rootKey{ir.VarRoot, v.Name}
	fl.types[k] = v.Value.Type()
	name := fl.locals[k]
	x, done := fl.valueFor(&target{node: v.Value, name: name}, v.Where)
	if !done {
		fl.block.add(jen.Id(name).Op(":=").Add(x.typed(v.Value.Type())))
	}
}

// value returns the value of an expression: in its place if it fits there, after a few lines that can fail, or from a
// function of its own if it has branches or loops.
func (fl *flow) value(n ir.Node, w plan.Where) value {
	v, _ := fl.valueFor(&target{node: n}, w)
	return v
}

// valueFor is value for a value that goes to t; done reports whether it is there already.
func (fl *flow) valueFor(t *target, w plan.Where) (v value, done bool) {
	trial := fl.block.trial()
	trial.fn.loops = false
	v = trial.expr(t.node)
	if len(trial.stmts) == 0 {
		return v, false
	}
	fl.block.target = t
	if trial.fn.loops {
		v = fl.helper(fl.block, t.node, w)
	} else {
		v = fl.block.expr(t.node)
	}
	fl.block.target = nil
	return v, t.used && (t.name != "" || t.lvalue != nil)
}

// helper puts an expression into a function of its own and returns a call of it, from b:
//
//	period, err := lookupWeatherByCityPeriod(in, forecast)
//	if err != nil {
//		return out, nact.AnswerFault("vars.period", err)
//	}
func (fl *flow) helper(b *block, n ir.Node, w plan.Where) value {
	name := fl.g.names.Function(fl.g.names.Tool(fl.tool).Method, functionHint(w.Name))
	arguments, fallible := fl.function(name, n, w)
	call := jen.Id(name).Call(arguments...)
	if !fallible {
		return operand(call)
	}
	return b.try(n, call)
}

// function declares the function of an expression and returns the arguments of its call, and whether it returns an error.
func (fl *flow) function(name string, n ir.Node, w plan.Where) (arguments []jen.Code, fallible bool) {
	keys, inputs, config := roots(n)
	var params []jen.Code
	reserved := []string{"err", "in", "config"}
	scope := fl.g.names.Scope(reserved...)
	pass := func(name string, argument, typ *jen.Statement) {
		params = append(params, jen.Id(name).Add(typ))
		arguments = append(arguments, argument)
	}
	if inputs {
		pass("in", jen.Id("in"), jen.Id(fl.g.names.Tool(fl.tool).Input))
	}
	if config {
		pass("config", jen.Id("s").Dot("config"), jen.Id("Config"))
	}
	names := map[rootKey]string{}
	for _, k := range keys {
		names[k] = scope.Name(k.hint())
		reserved = append(reserved, names[k])
		pass(names[k], jen.Id(fl.locals[k]), fl.varType(k))
	}
	body, fallible := fl.functionBody(n, reserved, names)
	results := fl.g.types.Of(n.Type())
	if fallible {
		results = jen.Params(results, jen.Error())
	}
	fl.functions = append(fl.functions,
		gocode.Doc(name+" is "+w.Name+".").Line().Func().Id(name).Params(params...).Add(results).Block(body...))
	return arguments, fallible
}

// functionBody compiles the expression once to learn whether it can fail and whether it counts what it does, and again for
// the form that follows from that.
func (fl *flow) functionBody(n ir.Node, reserved []string, roots map[rootKey]string) (body []jen.Code, fallible bool) {
	fallible, counts := true, false
	for range 3 {
		fn := newFunction(fl.toolFile, jen.Id("config"))
		fn.roots = roots
		fn.fail = func(err jen.Code) *jen.Statement { return jen.Return(fl.g.types.Zero(n.Type()), err) }
		b := newBlock(fn, fl.g.names.Scope(reserved...))
		if counts {
			fn.budget.name = b.name(fn.budget.name)
			b.declareBudget(fn.budget, fl.tool.MaxWork)
		}
		b.tail(n, fallible)
		if fn.returnsError() == fallible && fn.budget.used == counts {
			return b.stmts, fallible
		}
		fallible, counts = fn.returnsError(), fn.budget.used
	}
	panic("gen: an expression can fail or not, depending on how it is written")
}

// varType returns the Go type of a variable of the function.
func (fl *flow) varType(k rootKey) *jen.Statement {
	if k.kind == ir.StatusRoot {
		return fl.g.runtime.Upstream("Answer")
	}
	return fl.g.types.Of(fl.types[k])
}

// output emits
//
//	out.Summary = period.DetailedForecast
func (fl *flow) output(out *plan.Output) {
	fl.failIn(out.Where)
	field := jen.Id("out").Dot(fl.g.names.Tool(fl.tool).Outputs[out.ID])
	v, done := fl.valueFor(&target{node: out.Value, lvalue: field}, out.Where)
	if !done {
		fl.block.add(field.Op("=").Add(v.pointer()))
	}
}

// functionHint names the function of an expression: vars.period is period, steps.place.expect[1] is placeExpect1.
func functionHint(where string) string {
	words := splitWords(where)
	if len(words) > 1 {
		words = words[1:]
	}
	hint := ""
	for _, w := range words {
		hint += naming.Exported(w)
	}
	return hint
}

func splitWords(where string) []string {
	var words []string
	word := ""
	for _, r := range where + "." {
		switch r {
		case '.', '[', ']':
			if word != "" {
				words = append(words, word)
			}
			word = ""
		default:
			word += string(r)
		}
	}
	return words
}
