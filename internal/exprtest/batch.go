package exprtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Program is what compiled expressions become: Go that is built and run.
type Program interface {
	// Run evaluates the expressions and returns the results: by the id of an expression, or, if it has several answers, by ID@n.
	Run(t testing.TB) map[string]Result
	// Source returns the Go of an expression.
	Source(id string) string
}

// Result is what an expression came to: the text of its value as [Text] has it, or its error. The error of one that is no Go
// begins with COMPILE, of one that the emitter cannot print with PANIC, of an answer that is refused with "error: DECODE".
type Result struct{ ID, Value, Error string }

// InputSets are the inputs that expressions run with: one set for each answer.
var InputSets = []map[string]any{
	{"city": "abc", "count": int64(2), "ratio": 2.5, "flag": true, "day": "TODAY"},
	{"city": "", "count": int64(0), "ratio": 0.0, "flag": false, "day": "TOMORROW", "maybe_name": "é", "maybe_count": int64(1), "mode": "a"},
	{"city": "日本", "count": int64(-1), "ratio": -1e300, "flag": true, "day": "TODAY", "maybe_name": "", "maybe_count": int64(9007199254740993), "mode": "b"},
}

const (
	batchSize = 600 // expressions of a program
	unitSize  = 6   // expressions over one answer
)

// Differential compares count random expressions over random answers with the reference interpreter: the same value, or an error for
// both. seed is that of the first batch. program makes a program of a batch.
func Differential(t *testing.T, count int, seed uint64, program func(testing.TB, []*Unit) Program) {
	t.Helper()
	called := map[string]bool{}
	var known []string
	for compared := 0; compared < count; seed++ {
		b := newBatch(t, seed, min(batchSize, count-compared))
		b.compare(t, program(t, b.units))
		compared += b.size
		if t.Failed() && count <= batchSize {
			return
		}
		t.Logf("seed %d: %d expressions, %d refused, %d that the reference passes and cannot plan; %d values and %d errors",
			seed, b.size, b.refused, b.unplanned, b.values, b.errors)
		known = b.overloads(called)
	}
	never := slices.DeleteFunc(known, func(id string) bool { return called[id] })
	t.Logf("%d overloads were never called: %s", len(never), strings.Join(never, " "))
}

// batch are random expressions over random answers.
type batch struct {
	seed      uint64
	units     []*Unit
	size      int
	refused   int // expressions that do not compile
	unplanned int // expressions that the reference passes and cannot plan
	values    int // results that are no errors
	errors    int // results that are
}

func newBatch(t testing.TB, seed uint64, size int) *batch {
	t.Helper()
	b := &batch{seed: seed}
	r := rand.New(rand.NewPCG(seed, 1))
	for b.size < size {
		u := newRandomUnit(t, r, len(b.units))
		b.units = append(b.units, u)
		g := newRandomExpr(r, "steps."+u.step+".body", u.Operation.Answer.Type, pick(r, inputVariables(Inputs())...))
		for n := 0; n < unitSize && b.size < size; n++ {
			b.add(u, g)
		}
	}
	return b
}

func newRandomUnit(t testing.TB, r *rand.Rand, n int) *Unit {
	t.Helper()
	name := fmt.Sprintf("s%d", n)
	answer := randomObject(r, fmt.Sprintf("o%d:", n), pick(r, 1, 2, 2, 4))
	var answers []string
	for i := range InputSets {
		answers = append(answers, randomJSON(r, answer, pick(r, 0, 0, 12)*min(i, 1)))
	}
	return NewUnit(t, name, name, answer, answers...)
}

// add adds a random expression that compiles.
func (b *batch) add(u *Unit, g *randomExpr) {
	for range 40 {
		g.vars, g.next = nil, 0
		text := g.value(g.anyType(), 1+g.IntN(4))
		if g.IntN(12) == 0 {
			text = g.nested()
		}
		if len(text) > 1500 || strings.Count(text, ".") == 0 {
			continue
		}
		if _, err := u.Env.Program(text); err != nil { // a local that holds a type, null as a literal index
			if _, problems := u.Env.Compile(text); len(problems) == 0 {
				b.unplanned++
				continue
			}
		}
		if _, problems := u.Add(fmt.Sprintf("%d.%d", b.seed, b.size), text); len(problems) > 0 {
			b.refused++
			continue
		}
		b.size++
		return
	}
}

// compare reports how the results of a program differ from those of the reference interpreter.
func (b *batch) compare(t *testing.T, program Program) {
	t.Helper()
	results := program.Run(t)
	for _, u := range b.units {
		for _, e := range u.Expressions {
			b.compareExpression(t, e, program, results)
		}
	}
}

func (b *batch) compareExpression(t *testing.T, e *Expression, program Program, results map[string]Result) {
	t.Helper()
	for i, answer := range e.Unit.Answers {
		got, ok := results[fmt.Sprintf("%s@%d", e.ID, i)]
		if !ok {
			got = results[e.ID]
		}
		if got.Error == "" {
			b.values++
		} else {
			b.errors++
		}
		if diff := e.Difference(i, got); diff != "" {
			t.Errorf("%s answer %d: %s\n  expression: %s\n  type: %s\n  answer: %s\n%s",
				e.ID, i, diff, e.Text, describe(e.Unit.Operation.Answer.Type), answer, program.Source(e.ID))
			return
		}
	}
}

// overloads notes which overloads the expressions call, and returns all that there are.
func (b *batch) overloads(called map[string]bool) (known []string) {
	for _, u := range b.units {
		for _, e := range u.Expressions {
			for _, id := range u.Env.Called(e.Text) {
				called[id] = true
			}
		}
	}
	return b.units[0].Env.Overloads()
}

// describe is a type in full.
func describe(t *ir.Type) string {
	null := ""
	if t.Nullable {
		null = "|null"
	}
	switch t.Kind {
	case ir.List, ir.Map:
		return t.Kind.String() + "(" + describe(t.Elem) + ")" + null
	case ir.Object:
		var fields []string
		for _, f := range t.Object.Fields() {
			mark := "?"
			if f.Required {
				mark = ""
			}
			fields = append(fields, f.Name+mark+": "+describe(f.Type))
		}
		return "{" + strings.Join(fields, ", ") + "}" + null
	}
	return t.String()
}
