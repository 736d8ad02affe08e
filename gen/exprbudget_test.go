//go:build !race

package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

// countedExpressions do something again for every element of a list. spend is how their Go counts it.
var countedExpressions = []struct{ text, spend string }{
	{`P.map(p, P.filter(q, q.name == p.name).size())`, "Spend(len(periods))"},
	{`P.filter(p, P.exists(q, q.temperature > p.temperature)).map(p, p.name)`, "Spend(len(periods))"},
	{`P.exists(p, 1 / p.temperature > 7 || P.exists(q, 1 / q.temperature > 7)) || P[0].day`, "Spend(len(periods))"},
	{`P.all(p, P.all(q, q.name == p.name || 1 / (p.temperature - 1) > 0)) || P[0].temperature / 1 > 0`, "Spend(len(periods))"},
	{`P.map(p, P.filter(q, q.temperature >= p.temperature)[0].name)`, "Spend(len(periods))"},
	{`P.exists_one(p, P.exists_one(q, q.temperature > p.temperature))`, "Spend(len(periods))"},
	{`P.filter(p, p.name in P.map(q, q.name)).size()`, "Spend(len(periods))"},
	{`cel.bind(names, P.map(p, p.name), P.filter(p, p.name in names).size())`, "Spend(len(names))"},
	{`cel.bind(x, P.map(p, P.map(q, 1 / q.temperature).size())[0], P[0].day && x > 1)`, "Spend(len(periods))"},
	{`P.map(p, F.?zones.orValue({}).exists(k, k == p.name))`, "Spend(len(zones))"},
	{`P.map(p, F.?zones.orValue({}).transformList(k, v, k + v))`, "SpendBytes(len(k) + len(zones[k]))"},
	{`P.transformMap(i, p, P.map(q, q.temperature * i)).size()`, "Spend(len(periods))"},
	{`P.map(p, lists.range(p.temperature).size())`, "Spend(len("},
	{`P.map(p, F.extra.list.filter(e, e == p.name))`, "Spend(len("},
	{`P.map(p, F.extra.list.size() + 1)`, "Spend(cel.Length("},
	{`P.filter(p, p.name in F.extra.list).size()`, "Spend(cel.Length("},
	{`P.filter(p, dyn(p.temperature) in F.extra.list.map(e, e)).size()`, "SpendAll("},
	{`P.map(p, timestamp("2026-11-20T00:00:00Z").getHours(F.zones[P[0].name]))`, "Spend(cel.ZoneWork)"},
	{`P.map(p, timestamp("2026-11-20T00:00:00Z").getHours(p.temperature > 7 ? "Europe/Berlin" : "+01:00"))`, "Spend(cel.ZoneWork)"},
	{`P.map(p, F.extra.list.distinct().size())`, "SpendAll("},
	{`P.map(p, P[0].name + p.name)`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P[0].name.contains(p.name))`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P[0].name.matches("^T"))`, "Spend(len(period.Name))"},
	{`P.map(p, text.extract(P[0].name, "^T").hasValue())`, "Spend(len(period.Name))"},
	{`P.map(p, text.replaceRegex(P[0].name, "T", "-").size())`, "Spend(len(period.Name))"},
	{`P.map(p, text.replaceRegex(p.name, "T", P[0].name).size())`, "SpendBytes(len("},
	{`P.map(p, html.text(P[0].name).size())`, "Spend(len(period.Name))"},
	{`P.map(p, hash.sha256(P[0].name).size())`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P.groupBy(q, q.name).size())`, "Spend(len(periods))"},
	{`P.map(p, p.name.matches(P[0].name))`, "MatchesWithin(&budget, p.Name, period.Name)"},
	{`P.exists(p, p.temperature == 1 || p.name.matches(P[0].name))`, "MatchesWithin(&budget, p.Name, period.Name)"},
	{`P.map(p, P[0].name == P[1].name)`, "SpendBytes(len("},
	{`P.map(p, F.zones[P[0].name])`, "SpendBytes(len(period.Name))"},
	{`P.map(p, {P[0].name: p.name})`, "SpendBytes(len(period.Name))"},
	{`P.map(p, p.name.replace("T", P[0].name))`, "SpendBytes(len("},
	{`P.map(p, P.map(q, q.name).join(p.name))`, "SpendAll(names)"},
	{`P.map(p, P.map(q, q.name + "!").sort()[0])`, "SpendAll("},
	{`lists.range(size(P[0].name)).map(i, P[0].name.charAt(i))`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P[0].name)`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P[0].name).join(",")`, "SpendBytes(len(period.Name))"},
	{`P.map(p, {"first": P[0].name, "second": P[1].name, "name": p.name})`, "SpendBytes(len(period.Name) + len(secondPeriod.Name))"},
	{`P.map(p, {p.name: P[0].name})`, "SpendBytes(len(period.Name))"},
	{`P.map(p, [P[0].name, p.name])`, "SpendBytes(len(period.Name))"},
	{`P.map(p, P[0])`, "SpendAll("},
	{`P.map(p, [P[?0].?name])`, "SpendAll("},
	{`P.map(p, dyn(P))`, "SpendAll("},
	{`P.map(p, [P[0].name, p.name]).map(l, l.map(e, e.contains("o")))`, "SpendBytes("},
	{`P.map(p, P.map(q, P.map(r, r.name == p.name).size()).size())`, "SpendBytes("},
}

// freeExpressions go over each part of an answer as often as they name it.
var freeExpressions = []string{
	`P.map(p, p.name.split("o").map(s, s + "!").join(" "))`,
	`P.filter(p, p.name.contains("o") && p.name == P[0].name).map(p, p.name + ": " + string(p.temperature))`,
	`P.map(p, p.name).filter(n, n.matches("^T")).distinct().sort()`,
	`P.groupBy(p, p.day).map(g, g.map(p, text.extract(p.name, "^T").orValue("-")).take(2))`,
	`F.?zones.orValue({}).transformMap(k, v, k + v.lowerAscii())`,
	`P.filter(p, p.name in F.?zones.orValue({})).size() + P.filter(p, F.?zones[?p.name].hasValue()).size()`,
	`P.filter(p, p.name in ["Today", "Tonight"]).map(p, p.name + inputs.city)`,
	`["Today until the evening", "Tonight"].map(n, P.filter(p, p.name == n).size())`,
	`lists.range(3).map(i, P[?i].?name.orValue("-"))`,
	`P.map(p, lists.range(3).map(i, i * p.temperature))`,
	`F.extra.list.map(e, e == "Today" ? "now" : string(type(e) == string))`,
	`F.extra.list.distinct().size() + F.extra.list.filter(e, type(e) == list).map(e, e.size()).size()`,
	`cel.bind(n, P[0].name, n + n + n)`,
	`P.map(p, P.size() + size(p.name))`,
	`P.map(p, F.extra.list == [p.name])`,
	`P.map(p, p.name).map(n, n.split("")).map(l, l.filter(c, c != "o").join())`,
	`F.extra.list.map(e, type(e) == list ? e.filter(x, x != "Today") : [])`,
}

const limitsAnswer = `{"periods": [
	{"name": "Today until the evening", "day": true, "temperature": 20, "gust": null}, {"name": "Tonight, and overnight", "day": false, "temperature": 1, "gust": 1.5},
	{"name": "Tomorrow, which is a longer name than the others have", "day": true, "temperature": 7, "gust": 0.5}],
	"zones": {"Today until the evening": "UTC", "Tonight": "CET"}, "extra": {"list": ["Today until the evening", 1, ["Tonight", null], {"a": 1}]}}`

func inFull(text string) string {
	return strings.NewReplacer("P.", "steps.forecast.body.periods.", "P[", "steps.forecast.body.periods[", "P)", "steps.forecast.body.periods)",
		"F.", "steps.forecast.body.").Replace(text)
}

// countedForecasts are the expressions over the answer.
func countedForecasts(t *testing.T) forecasts {
	t.Helper()
	var f forecasts
	for _, e := range countedExpressions {
		f.add(t, inFull(e.text), limitsAnswer)
	}
	return f
}

// TestCounted holds what of an expression is counted, and that this changes nothing as long as the budget lasts.
func TestCounted(t *testing.T) {
	f := countedForecasts(t)
	p := NewUnitProgram(t, f)
	for i, e := range countedExpressions {
		source := strings.ReplaceAll(p.Source(fmt.Sprint(i)), "forecast.Periods", "periods")
		if !strings.Contains(source, "budget."+e.spend) && !strings.Contains(source, "cel."+e.spend) {
			t.Errorf("%s: nothing spends %s:\n%s", e.text, e.spend, source)
		}
	}
	f.compare(t, p)
}

// TestCountedNot holds what is not counted: one pass over an answer has a bound already.
func TestCountedNot(t *testing.T) {
	var f forecasts
	for _, text := range freeExpressions {
		f.add(t, inFull(text), limitsAnswer)
	}
	p := NewUnitProgram(t, f)
	for i, text := range freeExpressions {
		if source := p.Source(fmt.Sprint(i)); strings.Contains(source, "budget") {
			t.Errorf("%s is counted:\n%s", text, source)
		}
	}
	f.compare(t, p)
}

// TestCountedOut holds that a budget that is too small ends every expression, whatever absorbs other errors.
func TestCountedOut(t *testing.T) {
	results := newUnitProgram(t, countedForecasts(t), 1, false).Run(t)
	for i, e := range countedExpressions {
		if got := results[fmt.Sprint(i)]; !strings.HasSuffix(got.Error, cel.ErrBudget.Error()) {
			t.Errorf("%s: got %s%s", e.text, got.Value, got.Error)
		}
	}
}
