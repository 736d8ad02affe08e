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
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/work"
)

// exprProgram is a generated program that evaluates expressions and prints what they come to.
type exprProgram struct {
	g     *generator
	tool  *toolFile
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
	tool := &plan.Tool{Name: "eval", Inputs: inputs, MaxWork: sculpt.DefaultMaxWork}
	p.Tools = []*plan.Tool{tool}
	g := &generator{pkg: newPackage(p)}
	tf := &toolFile{g: g, tool: tool, locals: map[rootKey]string{}, patternID: map[string]string{}}
	return &exprProgram{g: g, tool: tf}
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
	n = new(work.Counter).Count(n)
	fl := newFlow(p.tool)
	for i, v := range values {
		k := rootKey{ir.VarRoot, v.name}
		fl.locals[k] = "v" + strconv.Itoa(i)
		fl.types[k] = v.value.Type()
	}
	name := fmt.Sprintf("eval%d", len(p.cases))
	before := len(p.tool.functions)
	arguments, fallible := fl.function(name, n, plan.Where{Name: "the expression"})
	keys, _, _ := roots(n)
	fn := newFunction(p.tool, nil)
	fn.fail = func(err jen.Code) *jen.Statement { return jen.Return(jen.Nil(), err) }
	b := newBlock(fn, p.g.names.Scope("err"))
	for i, k := range keys {
		for _, v := range values {
			if v.name == k.name {
				arguments[i] = jen.Add(b.expr(v.value).typed(v.value.Type()))
			}
		}
	}
	b.add(returned(jen.Id(name).Call(arguments...), fallible))
	p.cases = append(p.cases, &exprCase{id: id, decls: p.tool.functions[before:], runs: [][]jen.Code{b.stmts}})
	return nil
}

// returned returns what a call returns, with an error in any case.
func returned(call *jen.Statement, fallible bool) *jen.Statement {
	if fallible {
		return jen.Return(call)
	}
	return jen.Return(call, jen.Nil())
}

// source renders the program without the cases in skip.
func (p *exprProgram) source(skip map[string]bool) ([]byte, error) {
	f := p.g.files.New()
	gocode.Add(f, p.tool.variables()...)
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
	return p.g.files.Render(f)
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
