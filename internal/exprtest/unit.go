package exprtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/settle"
)

// Unit is an answer of an operation, with the expressions that read it.
type Unit struct {
	Operation   *plan.Operation
	Answers     []string // in JSON, one for each of [InputSets]
	Env         *Env
	Expressions []*Expression

	step string // whose answer the expressions read
}

// Expression is an expression that compiles.
type Expression struct {
	ID, Text string
	Node     ir.Node
	Unit     *Unit
}

// NewUnit returns a unit of a step with an answer whose body is of that type. name is that of its operation.
func NewUnit(t testing.TB, name, step string, body *ir.Type, answers ...string) *Unit {
	t.Helper()
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: step, Type: expr.Answer(step, body), Required: true})
	inputs := &ir.ObjectType{Name: "inputs"}
	for _, in := range Inputs() {
		inputs.Add(&ir.Field{Name: in.ID, Type: in.Type})
	}
	env, err := New(expr.Names{Inputs: inputs, Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	operation := &plan.Operation{
		Name: name, Method: "GET", Path: "/" + name, Route: "/" + name, Summary: "Summary of " + name, Accept: "application/json", Answer: &plan.Answer{Type: body},
	}
	return &Unit{Operation: operation, Answers: answers, Env: env, step: step}
}

// Step is the step whose answer the expressions read, under steps.
func (u *Unit) Step() string { return u.step }

// Add compiles an expression. One whose value holds objects becomes a dyn, which can be printed.
func (u *Unit) Add(id, text string) (*Expression, []expr.Problem) {
	n, problems := u.Env.Compile(text)
	if len(problems) == 0 && holdsObject(n.Type()) {
		text = "dyn(" + text + ")"
		n, problems = u.Env.Compile(text)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	e := &Expression{ID: id, Text: text, Node: n, Unit: u}
	u.Expressions = append(u.Expressions, e)
	typed := settle.Typed{Operation: u.Operation.Name, Answers: u.Operation.Answers()}
	structs, _ := settle.Structs([]settle.Typed{typed}, u.Env.Usage(), demand.HeadsIn(nil))
	u.Operation.Answer.Structs = structs[u.Operation.Answer]
	return e, nil
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

// Data is what the n-th answer and inputs are to the reference interpreter. conforms says whether what is read of the answer is of
// its type.
func (u *Unit) Data(n int) (data map[string]any, conforms bool) {
	body, conforms := typedAnswer(u.Answers[n], u.Operation.Answer)
	step := map[string]any{"body": body, "status": int64(200), "headers": map[string]string{}}
	return map[string]any{"steps": map[string]any{u.step: step}, "inputs": InputSets[n]}, conforms
}

// Difference says how a result with the n-th answer differs from that of the reference interpreter; it is empty if it does not.
func (e *Expression) Difference(n int, got Result) string {
	if strings.HasPrefix(got.Error, "COMPILE") || strings.HasPrefix(got.Error, "PANIC") {
		return got.Error
	}
	data, conforms := e.Unit.Data(n)
	if strings.HasPrefix(got.Error, "error: DECODE") {
		if conforms {
			return "the decoder refuses an answer that is right: " + got.Error
		}
		return ""
	}
	program, err := e.Unit.Env.Program(e.Text)
	if err != nil {
		return fmt.Sprintf("got %s, the reference cannot plan: %v", got.Value, err)
	}
	want, _, err := program.Eval(data)
	switch {
	case err != nil && got.Error == "":
		return fmt.Sprintf("got %s, the reference fails: %v", got.Value, err)
	case err == nil && got.Error != "":
		return fmt.Sprintf("got %s, the reference has %s", got.Error, Text(want))
	case err == nil && Text(want) != got.Value:
		return fmt.Sprintf("got %s, the reference has %s", got.Value, Text(want))
	}
	return ""
}
