package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// runPrinter prints the method that runs a tool: the steps one below the other, each with what is checked before and
// after it.
type runPrinter struct {
	*pkg
	tool     *plan.Tool
	ids      naming.Tool
	scope    *naming.Scope
	roots    goexpr.Roots
	body     *goexpr.Body
	reads    reads
	loops    map[string]eachNames              // by step
	polls    map[string]polling                // by step
	index    string                            // of all loops over elements: none is inside another one
	taken    map[read]bool                     // what is read of answers because something else is made of it
	held     map[read]bool                     // the variables that are declared before what assigns them
	expected map[string]string                 // by step: the variable that says whether it was answered, if it expects something of that
	give     func(err jen.Code) *jen.Statement // returns from the function because of a fault
	fail     func(err jen.Code) *jen.Statement // returns from it with a declared failure
	last     plan.Action                       // the end of a function that returns an error alone
	lead     int                               // how many statements begin the body that no empty line sets off
}

func newRunPrinter(p *pkg, t *plan.Tool, expressions *goexpr.File) *runPrinter {
	scope := p.names.Scope("s", "ctx", "cancel", "in", "out", "err")
	if t.WritingSteps() {
		scope.Name(writes)
	}
	roots := goexpr.Roots{
		Inputs: jen.Id("in"), Config: jen.Id("s").Dot("config"),
		Bodies: map[string]string{}, Metas: map[string]string{}, Pages: map[string]string{}, Vars: map[string]string{}, Steps: map[string]*jen.Statement{}, Elements: map[string]string{},
		Problem: map[string]*jen.Statement{},
	}
	r := &runPrinter{
		pkg: p, tool: t, ids: p.names.Tool(t), scope: scope, roots: roots, body: expressions.NewBody(scope, roots),
		reads: readsOf(t.Expressions), loops: map[string]eachNames{}, polls: map[string]polling{}, taken: map[read]bool{}, held: map[read]bool{}, expected: map[string]string{},
		give: returnsOut, fail: returnsOut,
	}
	plan.Walk(t.Actions, r.nameVar) // which the author named after what they are
	plan.Walk(t.Actions, r.name)    // before anything of less weight can take their names
	return r
}

// returnsOut returns from the tool's method because of an error.
func returnsOut(err jen.Code) *jen.Statement { return jen.Return(jen.Id("out"), err) }

// returns returns from a function inside the tool's method because of an error.
func returns(err jen.Code) *jen.Statement { return jen.Return(err) }

// nameVar gives the variable of a var its name. What takes a step back computes vars by itself, under the same names.
func (p *runPrinter) nameVar(a plan.Action) {
	if v, ok := a.(*plan.Var); ok && p.roots.Vars[v.Name] == "" {
		p.roots.Vars[v.Name] = p.scope.Name(v.Name)
	}
}

// name gives the variables of an action their names. Those of what comes of a step are named before those of its answer.
func (p *runPrinter) name(a plan.Action) {
	switch a := a.(type) {
	case *plan.When:
		p.nameResults(a)
	case *plan.Each:
		p.nameEach(a)
	case *plan.Pages:
		p.namePages(a)
	case *plan.Poll:
		p.namePoll(a)
	case *plan.Answered:
		p.expected[a.Step.Name] = p.scope.Name(a.Step.Name + "_answered")
	case *plan.Step:
		if p.roots.Bodies[a.Name] == "" {
			p.roots.Bodies[a.Name] = p.scope.Name(a.Name, a.Name+"_answer")
		}
		if a.Call.Meta {
			p.roots.Metas[a.Name] = p.scope.Name(goexpr.MetaHint(a.Name))
		}
	case *plan.GoStep:
		p.roots.Bodies[a.Name] = p.scope.Name(a.Name, a.Name+"_result")
	}
}

// method returns
//
//	func (s *Service) LookupWeatherByCity(ctx context.Context, in LookupWeatherByCityInput) (out LookupWeatherByCityOutput, err error) {
//		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//		defer cancel()
//		...
//		return out, nil
//	}
func (p *runPrinter) method() *jen.Statement {
	p.limit()
	p.actions(p.tool.Actions)
	p.body.Add(jen.Line())
	for _, out := range p.tool.Outputs {
		p.failIn(out.Where)
		p.body.Assign(jen.Id("out").Dot(p.ids.Outputs[out.ID]), out.Value)
	}
	p.body.Add(jen.Return(jen.Id("out"), jen.Nil()))
	return p.doc().Line().
		Func().Params(jen.Id("s").Op("*").Id("Service")).Id(p.ids.Method).
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("in").Id(p.ids.Input)).
		Params(jen.Id("out").Id(p.ids.Output), jen.Err().Error()).
		Block(p.body.Statements()...)
}

// actions adds what the tool does.
func (p *runPrinter) actions(list []plan.Action) {
	for _, a := range list {
		switch a := a.(type) {
		case *plan.Check:
			p.check(a)
		case *plan.Var:
			p.variable(a)
		case *plan.Step:
			p.step(a)
		case *plan.GoStep:
			p.goStep(a)
		case *plan.Together:
			p.together(a)
		case *plan.When:
			p.when(a)
		case *plan.Each:
			p.each(a)
		case *plan.Pages:
			p.pages(a)
		case *plan.Poll:
			p.poll(a)
		case *plan.Answered:
			p.answered(a)
		case *plan.Undo:
			p.undo(a)
		}
	}
}

// variable adds a var.
func (p *runPrinter) variable(v *plan.Var) {
	p.failIn(v.Where)
	name := p.roots.Vars[v.Name]
	if p.held[read{ir.VarRoot, v.Name}] {
		p.body.Assign(jen.Id(name), v.Value)
		return
	}
	p.body.Define(name, v.Value)
}

// doc returns the comment of the method: what the tool does, the calls that it makes, how it can fail. What a failure means says the signature.
func (p *runPrinter) doc() *jen.Statement {
	paragraphs := []string{p.ids.Method + " runs " + p.tool.Signature.Name + ": " + gocode.Sentence(p.tool.Signature.Description)}
	if calls := calls(p.tool.Actions); calls != "" {
		paragraphs = append(paragraphs, "\t"+calls)
	}
	var failures []string
	for _, f := range p.tool.Signature.Failures {
		failures = append(failures, f.Name)
	}
	if len(failures) > 0 {
		paragraphs = append(paragraphs, "It fails with "+gocode.Alternatives(failures)+".")
	}
	return gocode.Paragraphs(paragraphs...)
}

// calls names the operations and functions that actions call, in order: geo.search → (weather.point | weather.alerts) → [mail.send], of
// which the last one may not run. A step that is called for page after page has an ellipsis behind it: clinic.listSlots…. One that
// is called until something has come about says so: clinic.getBooking until done.
func calls(actions []plan.Action) string {
	var parts []string
	for _, a := range actions {
		switch a := a.(type) {
		case *plan.Step:
			parts = append(parts, a.Call.ID)
		case *plan.GoStep:
			parts = append(parts, a.Function.Name+"()")
		case *plan.Together:
			var branches []string
			for _, branch := range a.Branches {
				branches = append(branches, calls(branch))
			}
			parts = append(parts, "("+strings.Join(branches, " | ")+")")
		case *plan.When:
			parts = append(parts, "["+calls(a.Actions)+"]")
		case *plan.Each:
			parts = append(parts, calls(a.Actions)+" for each "+a.As)
		case *plan.Pages:
			parts = append(parts, calls(a.Actions)+"…")
		case *plan.Poll:
			parts = append(parts, a.Step.Call.ID+" until done")
		case *plan.Undo:
			parts[len(parts)-1] += " (undone by " + calls(a.Actions) + ")"
		}
	}
	return strings.Join(parts, " → ")
}

// limit adds the time limit of a tool that calls anything.
func (p *runPrinter) limit() {
	if len(p.tool.Steps()) == 0 && len(p.tool.GoSteps()) == 0 {
		return
	}
	p.body.Add(
		jen.List(jen.Id("ctx"), jen.Id("cancel")).Op(":=").Qual("context", "WithTimeout").Call(jen.Id("ctx"), gocode.Duration(p.tool.Timeout)),
		jen.Defer().Id("cancel").Call(),
	)
	if p.tool.WritingSteps() {
		p.beginWrites()
	}
	p.body.Add(jen.Line())
}

// failIn makes what fails from here on a fault of the expression that w names.
func (p *runPrinter) failIn(w plan.Where) {
	fault := "CallFault"
	var inputs []string
	switch {
	case w.Answers:
		fault = "AnswerFault"
	case len(w.Inputs) > 0:
		fault = "InputFault"
		inputs = w.Inputs
	}
	p.body.FailWith(func(err jen.Code) *jen.Statement {
		args := []jen.Code{gocode.Lit(w.Name), err}
		for _, id := range inputs {
			args = append(args, gocode.Lit(id))
		}
		return p.give(p.runtime.Nact(fault).Call(args...))
	})
}

// check adds
//
//	if len(place.Results) == 0 {
//		return out, nact.Fail("CITY_NOT_FOUND", "No city is called "+in.City+".")
//	}
func (p *runPrinter) check(c *plan.Check) {
	p.failIn(c.Where)
	violated := p.body.Not(c.That)
	p.body.Add(jen.If(violated).Block(p.body.Inner(func(inner *goexpr.Body) { p.within(inner).fails(c.Fail, c.Detail) })...))
}

// within returns what prints a branch of the method.
func (p *runPrinter) within(branch *goexpr.Body) *runPrinter {
	inner := *p
	inner.body, inner.lead = branch, 0
	return &inner
}

// fails adds what ends the tool with a declared failure.
func (p *runPrinter) fails(name string, detail ir.Node) {
	text := gocode.Lit("")
	if detail != nil {
		text = p.body.Value(detail)
	}
	p.body.Add(p.fail(p.runtime.Nact("Fail").Call(gocode.Lit(name), text)))
}
