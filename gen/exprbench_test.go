//go:build !race

package gen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest"
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
	var f forecasts
	for _, text := range texts {
		f.add(b, text, benchAnswer())
	}
	compiled := newUnitProgram(b, f, 0, true).Run(b)
	for _, u := range f {
		e := u.Expressions[0]
		b.Run(strings.Trim(regexp.MustCompile(`\W+`).ReplaceAllString(e.Text, "_"), "_"), func(b *testing.B) {
			var ns, allocs float64
			if _, err := fmt.Sscan(compiled[e.ID].Value, &ns, &allocs); err != nil {
				b.Fatalf("%v in %+v", err, compiled[e.ID])
			}
			reference := referenceRun(b, e)
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

// referenceRun returns a run of the reference interpreter on an expression.
func referenceRun(b *testing.B, e *exprtest.Expression) func() {
	b.Helper()
	program, err := e.Unit.Env.FastProgram(e.Text)
	if err != nil {
		b.Fatal(err)
	}
	data, _ := e.Unit.Data(0)
	return func() {
		if _, _, err := program.Eval(data); err != nil {
			b.Fatal(err)
		}
	}
}
