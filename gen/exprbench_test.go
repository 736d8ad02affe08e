package gen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// benchAnswer is an answer of 20 periods.
func benchAnswer() string {
	var periods []string
	for i := range 20 {
		periods = append(periods, fmt.Sprintf(`{"name": "Period %d", "day": %t, "temperature": %d, "wind": "%d mph", "gust": null}`, i, i%2 == 1, 10+i, i))
	}
	return `{"periods": [` + strings.Join(periods, ", ") + `], "updated": "2024-05-01T00:00:00Z", "office": {"name": "OAX", "city": "Omaha"}, "zones": {"a": "x", "b": "y"}}`
}

// BenchmarkExpressions compares ten typical expressions, compiled to Go, with the reference interpreter at its best. The
// compiled ones run in a program of their own, in the same run: ns/op are theirs, ratio says how many times longer the interpreter takes.
func BenchmarkExpressions(b *testing.B) {
	texts := []string{
		`steps.forecast.body.periods[0].temperature + 1`,
		`steps.forecast.body.periods.filter(p, p.day)[0].name`,
		`steps.forecast.body.periods.exists(p, p.temperature > 28)`,
		`steps.forecast.body.periods.all(p, p.temperature > 0)`,
		`steps.forecast.body.periods.filter(p, p.day).map(p, p.name)`,
		`steps.forecast.body.?office.?city.orValue("unknown")`,
		`inputs.city + ", " + steps.forecast.body.office.name`,
		`steps.forecast.body.?zones.orValue({}).transformMap(k, v, k + v)`,
		`inputs.day == "TODAY" && inputs.city.matches("^[A-Z]")`,
		`string(size(steps.forecast.body.periods)) + " periods"`,
	}
	inputs := randomInputs()
	batch := &batch{inputs: inputs, bench: true}
	for i, text := range texts {
		u := forecastUnit(inputs)
		n, problems := u.env.Compile(text)
		if len(problems) > 0 {
			b.Fatalf("%s: %s", text, problems[0].Message)
		}
		u.answers = []string{benchAnswer()}
		u.step, u.operation.Name = fmt.Sprintf("forecast%d", i), fmt.Sprintf("forecast%d", i)
		u.decideAnswer()
		batch.units = append(batch.units, u)
		batch.expressions = append(batch.expressions, &fuzzed{id: fmt.Sprint(i), text: text, step: "forecast", unit: u, node: n})
	}
	program := batch.program(b)
	compiled := program.run(b)
	for i, e := range batch.expressions {
		b.Run(strings.Trim(regexp.MustCompile(`\W+`).ReplaceAllString(e.text, "_"), "_"), func(b *testing.B) {
			var ns, allocs float64
			if _, err := fmt.Sscan(compiled[fmt.Sprint(i)].Value, &ns, &allocs); err != nil {
				b.Fatalf("%v in %+v", err, compiled[fmt.Sprint(i)])
			}
			reference := e.referenceRun(b)
			b.ReportAllocs()
			for b.Loop() {
				reference()
			}
			interpreted := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(ns, "go-ns/op")
			b.ReportMetric(allocs, "go-allocs/op")
			b.ReportMetric(interpreted/ns, "ratio")
		})
	}
}

// referenceRun returns a run of the reference interpreter on the expression.
func (e *fuzzed) referenceRun(b *testing.B) func() {
	b.Helper()
	program, err := e.unit.env.FastProgram(e.text)
	if err != nil {
		b.Fatal(err)
	}
	body, _ := typedAnswer(e.unit.answers[0], e.unit.operation.Answer)
	values := map[string]any{"steps": map[string]any{e.stepName(): map[string]any{"body": body}}, "inputs": inputSets[0]}
	return func() {
		if _, _, err := program.Eval(values); err != nil {
			b.Fatal(err)
		}
	}
}
