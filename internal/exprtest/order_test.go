package exprtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// placeSteps are a step place, whose answer holds a list.
func placeSteps() *ir.ObjectType {
	body := &ir.ObjectType{Name: "geo.search:body"}
	body.Add(&ir.Field{Name: "results", Type: ir.ListOf(ir.DynType), Required: true})
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "place", Type: expr.Answer("place", ir.ObjectOf(body)), Required: true})
	return steps
}

// TestProgramOrder holds that the reference interpreter runs over maps in the order of their keys, wherever they come from.
func TestProgramOrder(t *testing.T) {
	var literal, entries string
	for i := range 20 {
		literal += fmt.Sprintf(`"k%02d": %d, `, 19-i, i)
		entries += fmt.Sprintf("k%02d,", i)
	}
	answer := map[string]any{}
	for i := range 20 {
		answer[fmt.Sprintf("k%02d", i)] = i
	}
	steps := map[string]any{"place": map[string]any{"headers": map[string]string{}, "body": map[string]any{"results": []any{answer}}}}
	for _, source := range []string{
		"{" + literal + "}", "[{" + literal + "}].map(m, m)[0]", "{" + literal + "}.transformMap(k, v, k + string(v))",
		`{"a": {` + literal + `}.transformMap(k, v, v)}.a`, `json.parse('{` + strings.TrimSuffix(literal, ", ") + `}').value()`, "cel.bind(m, {" + literal + "}, m)", "dyn(steps.place.body.results[0])", "[dyn(steps.place.body.results)][0][0]", "(true ? {" + literal + "} : {})",
		"optional.of(dyn(steps.place.body.results[0])).value()", "{" + literal + "}.transformMapEntry(k, v, {k: v})",
	} {
		env, err := exprtest.New(expr.Names{Steps: placeSteps()})
		if err != nil {
			t.Fatal(err)
		}
		program, err := env.Program(source + `.map(k, string(k)).join(",") + ","`)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		value, _, err := program.Eval(map[string]any{"steps": steps})
		if err != nil || value.Value() != entries {
			t.Errorf("%s: %v, %v", source, value, err)
		}
	}
}
