package gen

import (
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

// exprResult is what an expression came to: the text of its value, or its error.
type exprResult struct{ ID, Value, Error string }

func newExprProgram(inputs []*plan.Input, upstreams ...*plan.Upstream) *exprProgram {
	p := newPlan(upstreams...)
	p.Go.Package = "main"
	tool := &plan.Tool{Name: "eval", Inputs: inputs, MaxWork: plan.DefaultMaxWork}
	p.Tools = []*plan.Tool{tool}
	return &exprProgram{pkg: newPackage(p), tool: tool}
}

// bound is a value for a variable that an expression reads.
type bound struct {
	name  string
	value ir.Node // a literal
}

// guard turns a panic of the emitter into an error.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("PANIC: %v\n%s", r, debug.Stack())
	}
}

// add puts an expression into the program, or says why it cannot be emitted.
func (p *exprProgram) add(id string, n ir.Node, values ...bound) (err error) {
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
func (p *exprProgram) function(name string, n ir.Node, roots goexpr.Roots, params []jen.Code, values []bound) evaluated {
	tool := *p.tool
	for _, v := range values {
		tool.Actions = append(tool.Actions, &plan.Var{Name: v.name, Value: v.value})
	}
	tool.Outputs = []*plan.Output{{ID: "answer", Value: n, Where: plan.Where{Name: "outputs.answer"}}}
	whole := *p.plan
	whole.Tools = []*plan.Tool{&tool}
	analyzed := analysis.Analyze(&whole).Tools[0]
	ids := p.names.Tool(p.tool)
	file := p.expressions().NewFile(goexpr.Owner{Name: name, Prefix: name, InputType: ids.Input, Inputs: ids.Inputs, MaxWork: tool.MaxWork}, analyzed.Functions)
	scope := p.names.Scope("in", "body", "out", "err")
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

// run builds and runs the program. Results stand by id; what does not compile has an error that says so.
func (p *exprProgram) run(t testing.TB) map[string]exprResult {
	t.Helper()
	results := map[string]exprResult{}
	skip := map[string]bool{}
	for range 20 {
		source, err := p.source(skip)
		if err != nil {
			t.Fatal(err)
		}
		out, err := runGo(t, []File{{Path: "main.go", Content: source}}, "run", "-gcflags=-e")
		if err == nil {
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

func (p *exprProgram) collect(t testing.TB, out string, results map[string]exprResult) {
	t.Helper()
	for line := range strings.Lines(out) {
		var r exprResult
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		results[r.ID] = r
	}
}

// blame notes which cases the compiler's errors are in, and reports whether there is any.
func (p *exprProgram) blame(source, out string, skip map[string]bool, results map[string]exprResult) bool {
	lines := strings.Split(source, "\n")
	found := false
	for _, m := range compileError.FindAllStringSubmatch(out, -1) {
		n, _ := strconv.Atoi(m[1])
		for n--; n > 0 && !strings.HasPrefix(lines[n], caseMark); n-- {
		}
		id := strings.TrimPrefix(lines[n], caseMark)
		if n > 0 && id != "main" && !skip[id] {
			skip[id], found = true, true
			results[id] = exprResult{ID: id, Error: "COMPILE: " + m[2]}
		}
	}
	return found
}

// caseSource returns the Go of an expression.
func (p *exprProgram) caseSource(id string) string {
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
