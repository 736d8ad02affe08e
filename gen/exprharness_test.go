//go:build !race

// The tests of expressions are none of those for the race detector: what they compile is printed and run by one goroutine, and they link the
// checker and the reference interpreter, which take longer to compile for it than all that runs at the same time.

package gen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/internal/exprtest/conformance"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// exprProgram is a generated program that evaluates expressions and prints what they come to.
type exprProgram struct {
	*pkg
	tool  *plan.Tool
	cases []*exprCase
	decls []jen.Code // beside those of the cases
	bench bool       // it measures the cases
}

// exprCase is an expression in the program. Each of its runs are the statements that end by returning its value and error.
type exprCase struct {
	id    string
	decls []jen.Code
	runs  [][]jen.Code
}

func newExprProgram(upstreams ...*plan.Upstream) *exprProgram {
	p := newPlan(upstreams...)
	p.Go.Package = "main"
	tool := &plan.Tool{Signature: nact.Signature{Name: "eval"}, Inputs: exprtest.Inputs(), MaxWork: plan.DefaultMaxWork}
	for _, in := range tool.Inputs {
		tool.Signature.Inputs = append(tool.Signature.Inputs, nact.Input{ID: in.ID})
	}
	p.Tools = []*plan.Tool{tool}
	return &exprProgram{pkg: newPackage(p), tool: tool}
}

// guard turns a panic of the emitter into an error.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("PANIC: %v\n%s", r, debug.Stack())
	}
}

// Add puts an expression into the program, or says why it cannot be emitted.
func (p *exprProgram) Add(id string, n ir.Node, values []conformance.Variable) (err error) {
	defer guard(&err)
	e := p.function(fmt.Sprintf("eval%d", len(p.cases)), n, goexpr.Roots{}, nil, values)
	p.cases = append(p.cases, &exprCase{id: id, decls: e.decls, runs: [][]jen.Code{{jen.Return(jen.Id(e.name).Call())}}})
	return nil
}

// evaluated is a function that computes an expression, and returns an error beside its value.
type evaluated struct {
	name  string
	decls []jen.Code // the function, after those that it calls, and what they need
	lines []jen.Code // what it does before it returns
}

// function declares a function of params that computes an expression, as a tool computes an output. Vars have values.
func (p *exprProgram) function(name string, n ir.Node, roots goexpr.Roots, params []jen.Code, values []conformance.Variable) evaluated {
	tool := *p.tool
	for _, v := range values {
		tool.Actions = append(tool.Actions, &plan.Var{Name: v.Name, Value: v.Value})
	}
	tool.Signature.Outputs = []nact.Output{{ID: "answer"}}
	tool.Outputs = []*plan.Output{{ID: "answer", Value: n, Where: plan.Where{Place: plan.Place{Section: plan.InOutputs, Name: "answer"}}}}
	whole := *p.plan
	whole.Tools = []*plan.Tool{&tool}
	analyzed := analysis.Analyze(&whole).Tools[0]
	ids := p.names.Tool(p.tool)
	file := p.expressions().NewFile(goexpr.Owner{Name: name, Prefix: name, InputType: ids.Input, Inputs: ids.Inputs, MaxWork: tool.MaxWork}, analyzed.Functions)
	scope := p.names.Scope("in", "body", "out", "err")
	roots.Context = jen.Qual("context", "Background").Call()
	roots.Inputs, roots.Vars = jen.Id("in"), map[string]string{}
	body := file.NewBody(scope, roots)
	body.FailWith(func(err jen.Code) *jen.Statement { return jen.Return(jen.Id("out"), err) })
	for _, a := range analyzed.Actions {
		v := a.(*plan.Var)
		roots.Vars[v.Name] = scope.Name("v")
		body.Define(roots.Vars[v.Name], v.Value)
		body.Add(jen.Id("_").Op("=").Id(roots.Vars[v.Name]))
	}
	body.Assign(jen.Id("out"), analyzed.Outputs[0].Value)
	e := evaluated{name: name, lines: body.Statements()}
	for _, o := range analyzed.Functions {
		e.decls = append(e.decls, file.Function(o))
	}
	e.decls = append(e.decls, jen.Func().Id(name).Params(params...).Params(jen.Id("out").Add(p.types.Of(n.Type())), jen.Err().Error()).
		Block(append(body.Statements(), jen.Return(jen.Id("out"), jen.Nil()))...))
	e.decls = append(e.decls, file.Variables()...)
	return e
}

// source renders the program without the cases in skip.
func (p *exprProgram) source(skip map[string]bool) ([]byte, error) {
	f := p.files.New()
	gocode.Add(f, p.decls...)
	var cases []jen.Code
	for _, c := range p.cases {
		if skip[c.id] {
			continue
		}
		f.Comment(caseMark + c.id)
		gocode.Add(f, c.decls...)
		for i, run := range c.runs {
			id := c.id
			if len(c.runs) > 1 {
				id = fmt.Sprintf("%s@%d", c.id, i)
			}
			cases = append(cases, jen.Line().Values(jen.Lit(id), jen.Func().Params().Params(jen.Any(), jen.Error()).Block(run...)))
		}
	}
	caseList := jen.Index().Qual(exprRunPath, "Case").Values(cases...)
	f.Comment(caseMark + "main")
	gocode.Add(f, jen.Func().Id("main").Params().Block(jen.Qual(exprRunPath, p.entry()).Call(caseList)))
	content, _, err := p.files.Render(f)
	return content, err
}

func (p *exprProgram) entry() string {
	if p.bench {
		return "Bench"
	}
	return "Main"
}

const (
	exprRunPath = fixturePath + "/exprrun"
	caseMark    = "// case "
)

var compileError = regexp.MustCompile(`main\.go:(\d+):\d+: (.*)`)

// Run builds and runs the program. Results stand by id; what does not compile has an error that says so.
func (p *exprProgram) Run(t testing.TB) map[string]exprtest.Result {
	t.Helper()
	results := map[string]exprtest.Result{}
	skip := map[string]bool{}
	for range 20 {
		source, err := p.source(skip)
		if err != nil {
			t.Fatal(err)
		}
		files := []File{{Path: "main.go", Content: source}}
		out, err := runGo(t, files, "run", "-gcflags=-e")
		if err == nil {
			if out, err := runGo(t, files, "vet", "-bools"); err != nil { // which go test asks of a service as well
				t.Errorf("go vet: %v\n%s", err, out[:min(len(out), 4000)])
			}
			p.collect(t, out, results)
			return results
		}
		if !p.blame(string(source), out, skip, results) {
			t.Fatalf("%v\n%s", err, out[:min(len(out), 4000)])
		}
	}
	t.Fatal("the program does not compile")
	return nil
}

func (p *exprProgram) collect(t testing.TB, out string, results map[string]exprtest.Result) {
	t.Helper()
	for line := range strings.Lines(out) {
		var r exprtest.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		results[r.ID] = r
	}
}

// blame notes which cases the compiler's errors are in, and reports whether there is any.
func (p *exprProgram) blame(source, out string, skip map[string]bool, results map[string]exprtest.Result) bool {
	lines := strings.Split(source, "\n")
	found := false
	for _, m := range compileError.FindAllStringSubmatch(out, -1) {
		n, _ := strconv.Atoi(m[1])
		for n--; n > 0 && !strings.HasPrefix(lines[n], caseMark); n-- {
		}
		id := strings.TrimPrefix(lines[n], caseMark)
		if n > 0 && id != "main" && !skip[id] {
			skip[id], found = true, true
			results[id] = exprtest.Result{ID: id, Error: "COMPILE: " + m[2]}
		}
	}
	return found
}

// Source returns the Go of an expression.
func (p *exprProgram) Source(id string) string {
	var b strings.Builder
	for _, c := range p.cases {
		if c.id == id {
			for _, d := range c.decls {
				fmt.Fprintf(&b, "%#v\n", d)
			}
		}
	}
	return b.String()
}

// newUnitProgram makes a program of expressions that read answers. maxWork is what each may do again; 0: the default.
func newUnitProgram(t testing.TB, units []*exprtest.Unit, maxWork int64, bench bool) *exprProgram {
	t.Helper()
	var operations []*plan.Operation
	for _, u := range units {
		operations = append(operations, u.Operation)
	}
	p := newExprProgram(newUpstream("api", operations...))
	p.bench = bench
	p.tool.MaxWork = cmp.Or(maxWork, p.tool.MaxWork)
	p.decls = append(p.decls, newToolPrinter(p.pkg, p.tool).inputStruct()...)
	p.decls = append(p.decls, p.inputValues())
	for _, u := range units {
		p.decls = append(p.decls, p.unitDecls(u)...)
		for _, e := range u.Expressions {
			if err := p.addRead(e); err != nil {
				t.Errorf("%s: %s: %v", e.ID, e.Text, err)
			}
		}
	}
	return p
}

// unitDecls declares the structs of an answer and a function that decodes one.
func (p *exprProgram) unitDecls(u *exprtest.Unit) []jen.Code {
	var decls []jen.Code
	for _, s := range u.Operation.Answer.Structs {
		printer := newStructPrinter(p.pkg, &plan.AnswerStruct{Struct: s, Operations: []*plan.Operation{u.Operation}})
		decls = append(decls, printer.structType()...)
		decls = append(decls, printer.methods()...)
	}
	typ := p.types.Of(u.Operation.Answer.Type)
	name := p.names.Struct(u.Operation.Answer.Type.Object)
	decode := jen.Func().Id("decode_"+u.Operation.Name).Params(jen.Id("text").String(), jen.Id("f").Func().Params(typ.Clone()).Params(jen.Any(), jen.Error())).
		Params(jen.Any(), jen.Error()).Block(
		jen.Id("body").Op(":=").New(jen.Id(name)),
		jen.If(jen.Err().Op(":=").Add(p.runtime.Upstream("Decode")).Call(jen.Index().Byte().Call(jen.Id("text")), jen.Id("body").Dot("decode")), jen.Err().Op("!=").Nil()).
			Block(jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(jen.Lit("DECODE: %w"), jen.Err()))),
		jen.Return(jen.Qual(exprRunPath, "Loop").Call(jen.Func().Params().Params(jen.Any(), jen.Error()).Block(jen.Return(jen.Id("f").Call(jen.Id("body")))))),
	)
	return append(decls, decode)
}

// inputValues declares the input sets.
func (p *exprProgram) inputValues() jen.Code {
	var sets []jen.Code
	for _, set := range exprtest.InputSets {
		var fields []jen.Code
		for _, in := range p.tool.Inputs {
			v, ok := set[in.ID]
			if !ok {
				continue
			}
			value, t := jen.Lit(v), in.Type
			if t.Kind == ir.Optional {
				value = p.runtime.Nact("Some").Types(p.types.Of(t.Elem)).Call(value)
			}
			fields = append(fields, jen.Id(p.names.Tool(p.tool).Inputs[in.ID]).Op(":").Add(value))
		}
		sets = append(sets, jen.Values(fields...))
	}
	return jen.Var().Id("inputSets").Op("=").Index().Id(p.names.Tool(p.tool).Input).Values(sets...)
}

// addRead puts an expression over an answer into the program.
func (p *exprProgram) addRead(e *exprtest.Expression) (err error) {
	defer guard(&err)
	typ := p.types.Of(e.Unit.Operation.Answer.Type)
	name := fmt.Sprintf("eval%d", len(p.cases))
	params := []jen.Code{jen.Id("in").Id(p.names.Tool(p.tool).Input), jen.Id("body").Add(typ)}
	f := p.function(name, e.Node, goexpr.Roots{Bodies: map[string]string{e.Unit.Step(): "body"}}, params, nil)
	c := &exprCase{id: e.ID, decls: f.decls}
	for i, answer := range e.Unit.Answers {
		call := jen.Id(name).Call(jen.Id("inputSets").Index(jen.Lit(i)), jen.Id("body"))
		f := jen.Func().Params(jen.Id("body").Add(typ.Clone())).Params(jen.Any(), jen.Error()).Block(p.result(name, e.Node.Type(), call))
		c.runs = append(c.runs, []jen.Code{jen.Return(jen.Id("decode_"+e.Unit.Operation.Name).Call(jen.Lit(answer), f))})
	}
	p.cases = append(p.cases, c)
	return nil
}

// result returns what a call returns. A measured one leaves it in a variable of its own type: as an any it would be allocated.
func (p *exprProgram) result(name string, t *ir.Type, call *jen.Statement) jen.Code {
	if !p.bench {
		return jen.Return(call)
	}
	sink := "result_" + name
	p.decls = append(p.decls, jen.Var().Id(sink).Add(p.types.Of(t)))
	return jen.Var().Err().Error().Line().List(jen.Id(sink), jen.Err()).Op("=").Add(call).Line().Return(jen.Nil(), jen.Err())
}
