package gen

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/exprtest"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

var (
	expressionCount = flag.Int("expressions", 300, "how many random expressions TestDifferential compares")
	expressionSeed  = flag.Uint64("seed", 1, "seed of the first batch of TestDifferential")
)

const (
	batchSize     = 600 // expressions of a generated package
	unitSize      = 6   // expressions over one answer
	answersOfUnit = 3
)

// TestDifferential compares compiled random expressions over random answers with the reference interpreter: the same
// value, or an error for both.
func TestDifferential(t *testing.T) {
	compared := 0
	called := map[string]bool{}
	var known []string
	for seed := *expressionSeed; compared < *expressionCount; seed++ {
		batch := newBatch(seed, min(batchSize, *expressionCount-compared))
		batch.compare(t)
		compared += len(batch.expressions)
		if t.Failed() && *expressionCount <= batchSize {
			return
		}
		t.Logf("seed %d: %d expressions, %d refused, %d that the reference passes and cannot plan; %d values and %d errors",
			seed, len(batch.expressions), batch.refused, batch.unplanned, batch.values, batch.errors)
		known = batch.overloads(called)
	}
	never := slices.DeleteFunc(slices.Clone(known), func(id string) bool { return called[id] })
	t.Logf("%d of %d overloads were never called: %s", len(never), len(known), strings.Join(never, " "))
}

// overloads notes which overloads the expressions call, and returns all that there are.
func (b *batch) overloads(called map[string]bool) (known []string) {
	for _, e := range b.expressions {
		for _, id := range e.unit.env.Called(e.text) {
			called[id] = true
		}
	}
	return b.units[0].env.Overloads()
}

// batch is a program of random expressions.
type batch struct {
	seed        uint64
	inputs      []*plan.Input
	units       []*unit
	expressions []*fuzzed
	refused     int
	unplanned   int
	problems    []string
	values      int   // results that are no errors
	errors      int   // results that are
	bench       bool  // the expressions are measured
	maxWork     int64 // 0: the default
}

// unit is an answer with the expressions that read it.
type unit struct {
	step      string
	operation *plan.Operation
	answers   []string
	env       *exprtest.Env
}

// fuzzed is an expression.
type fuzzed struct {
	id, text string
	step     string // as the expression names it; empty: as the unit does
	unit     *unit
	node     ir.Node
}

func newBatch(seed uint64, size int) *batch {
	b := &batch{seed: seed, inputs: randomInputs()}
	r := rand.New(rand.NewPCG(seed, 1))
	for len(b.expressions) < size {
		u := b.newUnit(r, len(b.units))
		b.units = append(b.units, u)
		root := []readable{{"steps." + u.step + ".body", u.operation.Answer.Type}, {"steps." + u.step + ".body", u.operation.Answer.Type}}
		g := &randomExpr{Rand: r, root: append(root, pick(r, inputVariables(b.inputs)...))}
		for n := 0; n < unitSize && len(b.expressions) < size; n++ {
			b.addExpression(u, g)
		}
		u.operation.Answer = answerOf(u.operation.Answer.Type, u.env.Usage())
	}
	return b
}

func (b *batch) newUnit(r *rand.Rand, n int) *unit {
	u := &unit{step: "s" + strconv.Itoa(n)}
	t := randomObject(r, "o"+strconv.Itoa(n)+":", pick(r, 1, 2, 2, 4))
	u.operation = newOperation("op"+strconv.Itoa(n), "/op")
	u.operation.Answer = &plan.Answer{Type: t}
	for i := range answersOfUnit {
		u.answers = append(u.answers, randomJSON(r, t, pick(r, 0, 0, 12)*min(i, 1)))
	}
	u.env = unitEnv(u, b.inputs)
	return u
}

// addExpression adds a random expression that compiles.
func (b *batch) addExpression(u *unit, g *randomExpr) {
	for range 40 {
		g.vars, g.next = nil, 0
		text := g.value(g.anyType(), 1+g.IntN(4))
		if g.IntN(12) == 0 {
			text = g.nested()
		}
		if len(text) > 1500 || strings.Count(text, ".") == 0 {
			continue
		}
		n, problems := u.env.Compile(text)
		if len(problems) == 0 && holdsObject(n.Type()) { // as a dyn it can be printed
			text = "dyn(" + text + ")"
			n, problems = u.env.Compile(text)
		}
		if len(problems) > 0 {
			b.refused++
			b.problems = append(b.problems, text+": "+problems[0].Message)
			continue
		}
		if _, err := u.env.Program(text); err != nil { // a local that holds a type, null as a literal index
			b.unplanned++
			continue
		}
		b.expressions = append(b.expressions, &fuzzed{id: fmt.Sprintf("%d.%d", b.seed, len(b.expressions)), text: text, unit: u, node: n})
		return
	}
}

// holdsObject reports whether values of t hold objects.
func holdsObject(t *ir.Type) bool {
	for ; t != nil; t = t.Elem {
		if t.Kind == ir.Object {
			return true
		}
	}
	return false
}

// answerOf is what is read of values of type t.
func answerOf(t *ir.Type, usage *expr.Usage) *plan.Answer {
	a := &plan.Answer{Type: t}
	var visit func(t *ir.Type, path []string)
	visit = func(t *ir.Type, path []string) {
		for t.Elem != nil {
			t = t.Elem
		}
		if t.Kind != ir.Object || slices.ContainsFunc(a.Structs, func(s *plan.Struct) bool { return s.Object == t.Object }) {
			return
		}
		s := &plan.Struct{Object: t.Object, Path: path, Encode: usage.Encoded(t.Object), Dyn: usage.Dynamic(t.Object)}
		a.Structs = append(a.Structs, s)
		for _, f := range t.Object.Fields {
			if usage.Reads(f) {
				s.Fields = append(s.Fields, &plan.StructField{Field: f, Always: f.Required && !usage.Asks(f)})
			}
		}
		for _, f := range s.Fields {
			visit(f.Field.Type, append(slices.Clone(path), f.Field.Name))
		}
	}
	visit(t, nil)
	return a
}

// compare runs the batch and reports the differences.
func (b *batch) compare(t *testing.T) {
	t.Helper()
	program := b.program(t)
	results := program.run(t)
	for _, e := range b.expressions {
		prg, err := e.unit.env.Program(e.text)
		if err != nil {
			t.Errorf("%s: %v", e.text, err)
			continue
		}
		for i, answer := range e.unit.answers {
			got, ok := results[e.id+"@"+strconv.Itoa(i)]
			if !ok {
				got = results[e.id]
			}
			if got.Error == "" {
				b.values++
			} else {
				b.errors++
			}
			if diff := e.difference(prg, b.inputs, answer, i, got); diff != "" {
				t.Errorf("%s answer %d: %s\n  expression: %s\n  type: %s\n  answer: %s\n%s", e.id, i, diff, e.text, describeType(e.unit.operation.Answer.Type), answer, program.caseSource(e.id))
				break
			}
		}
	}
}

// program emits the batch.
func (b *batch) program(t testing.TB) *exprProgram {
	var operations []*plan.Operation
	for _, u := range b.units {
		operations = append(operations, u.operation)
	}
	up := newUpstream("api", operations...)
	p := newExprProgram(b.inputs, up)
	p.bench = b.bench
	p.tool.MaxWork = cmp.Or(b.maxWork, p.tool.MaxWork)
	p.decls = append(p.decls, newToolPrinter(p.pkg, p.tool).inputStruct()...)
	p.decls = append(p.decls, p.inputValues(b.inputs))
	for _, u := range b.units {
		p.decls = append(p.decls, p.unitDecls(u)...)
	}
	for _, e := range b.expressions {
		if err := p.addRead(e); err != nil {
			t.Errorf("%s: %s: %v", e.id, e.text, err)
		}
	}
	return p
}

// unitDecls declares the structs of an answer and a function that decodes one.
func (p *exprProgram) unitDecls(u *unit) []jen.Code {
	var decls []jen.Code
	answer := newAnswerPrinter(p.pkg, u.operation)
	for _, s := range p.structsOf(u.operation) {
		decls = append(decls, answer.structType(s)...)
		decls = append(decls, answer.decoder(s))
		if s.Dyn {
			decls = append(decls, answer.dynMethods(s)...)
		}
	}
	typ := p.types.Of(u.operation.Answer.Type)
	name := p.names.Struct(u.operation.Answer.Type.Object)
	decode := jen.Func().Id("decode_"+u.step).Params(jen.Id("text").String(), jen.Id("f").Func().Params(typ.Clone()).Params(jen.Any(), jen.Error())).
		Params(jen.Any(), jen.Error()).Block(
		jen.Id("body").Op(":=").New(jen.Id(name)),
		jen.If(jen.Err().Op(":=").Add(p.runtime.Upstream("Decode")).Call(jen.Index().Byte().Call(jen.Id("text")), jen.Id("body").Dot("decode")), jen.Err().Op("!=").Nil()).
			Block(jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(jen.Lit("DECODE: %w"), jen.Err()))),
		jen.Return(jen.Qual(exprRunPath, "Loop").Call(jen.Func().Params().Params(jen.Any(), jen.Error()).Block(jen.Return(jen.Id("f").Call(jen.Id("body")))))),
	)
	return append(decls, decode)
}

// inputSets are the inputs that expressions run with: one set for each answer.
var inputSets = [answersOfUnit]map[string]any{
	{"city": "abc", "count": int64(2), "ratio": 2.5, "flag": true, "day": "TODAY"},
	{"city": "", "count": int64(0), "ratio": 0.0, "flag": false, "day": "TOMORROW", "maybe_name": "é", "maybe_count": int64(1), "mode": "a"},
	{"city": "日本", "count": int64(-1), "ratio": -1e300, "flag": true, "day": "TODAY", "maybe_name": "", "maybe_count": int64(9007199254740993), "mode": "b"},
}

// inputValues declares the input sets.
func (p *exprProgram) inputValues(inputs []*plan.Input) jen.Code {
	var sets []jen.Code
	for _, set := range inputSets {
		var fields []jen.Code
		for _, in := range inputs {
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
func (p *exprProgram) addRead(e *fuzzed) (err error) {
	defer guard(&err)
	typ := p.types.Of(e.unit.operation.Answer.Type)
	name := fmt.Sprintf("eval%d", len(p.cases))
	params := []jen.Code{jen.Id("in").Id(p.names.Tool(p.tool).Input), jen.Id("body").Add(typ)}
	f := p.function(name, e.node, goexpr.Roots{Bodies: map[string]string{e.stepName(): "body"}}, params, nil)
	c := &exprCase{id: e.id, decls: f.decls}
	for i, answer := range e.unit.answers {
		call := jen.Id(name).Call(jen.Id("inputSets").Index(jen.Lit(i)), jen.Id("body"))
		f := jen.Func().Params(jen.Id("body").Add(typ.Clone())).Params(jen.Any(), jen.Error()).Block(p.result(name, e.node.Type(), call))
		c.runs = append(c.runs, []jen.Code{jen.Return(jen.Id("decode_"+e.unit.step).Call(jen.Lit(answer), f))})
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

// stepName is the step whose answer the expression reads.
func (e *fuzzed) stepName() string {
	if e.step != "" {
		return e.step
	}
	return e.unit.step
}

// difference says how a result differs from that of the reference interpreter; it is empty if it does not.
func (e *fuzzed) difference(program cel.Program, inputs []*plan.Input, answer string, n int, got exprResult) string {
	if strings.HasPrefix(got.Error, "COMPILE") || strings.HasPrefix(got.Error, "PANIC") {
		return got.Error
	}
	body, conforms := typedAnswer(answer, e.unit.operation.Answer)
	if strings.HasPrefix(got.Error, "error: DECODE") {
		if conforms {
			return "the decoder refuses an answer that is right: " + got.Error
		}
		return ""
	}
	steps := map[string]any{e.stepName(): map[string]any{"body": body, "status": int64(200), "headers": map[string]string{}}}
	want, _, err := program.Eval(map[string]any{"steps": steps, "inputs": inputSets[n]})
	switch {
	case err != nil && got.Error == "":
		return fmt.Sprintf("got %s, the reference fails: %v", got.Value, err)
	case err == nil && got.Error != "":
		return fmt.Sprintf("got %s, the reference has %s", got.Error, refText(want))
	case err == nil && refText(want) != got.Value:
		return fmt.Sprintf("got %s, the reference has %s", got.Value, refText(want))
	}
	return ""
}

// describeType is a type in full.
func describeType(t *ir.Type) string {
	null := ""
	if t.Nullable {
		null = "|null"
	}
	switch t.Kind {
	case ir.List, ir.Map:
		return t.Kind.String() + "(" + describeType(t.Elem) + ")" + null
	case ir.Object:
		var fields []string
		for _, f := range t.Object.Fields {
			mark := "?"
			if f.Required {
				mark = ""
			}
			fields = append(fields, f.Name+mark+": "+describeType(f.Type))
		}
		return "{" + strings.Join(fields, ", ") + "}" + null
	}
	return t.String()
}
