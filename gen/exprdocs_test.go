//go:build !race

package gen

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/ir"
)

const expressionsPage = "../docs/expressions.md"

// forecastUnit is the answer that the examples of the documentation read, under steps.forecast.body. name is that of its operation.
func forecastUnit(t testing.TB, name string, answers ...string) *exprtest.Unit {
	t.Helper()
	period := component("Period")
	period.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	period.Add(&ir.Field{Name: "day", Type: ir.BoolType, Required: true})
	period.Add(&ir.Field{Name: "temperature", Type: ir.IntType, Required: true})
	period.Add(&ir.Field{Name: "wind", Type: ir.StringType})
	period.Add(&ir.Field{Name: "gust", Type: ir.DoubleType.OrNull(), Required: true})
	office := component("Office")
	office.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	office.Add(&ir.Field{Name: "city", Type: ir.StringType})
	forecast := component("Forecast")
	forecast.Add(&ir.Field{Name: "periods", Type: ir.ListOf(ir.ObjectOf(period)), Required: true})
	forecast.Add(&ir.Field{Name: "updated", Type: ir.StringType})
	forecast.Add(&ir.Field{Name: "office", Type: ir.ObjectOf(office).OrNull()})
	forecast.Add(&ir.Field{Name: "zones", Type: ir.MapOf(ir.StringType, ir.StringType)})
	forecast.Add(&ir.Field{Name: "extra", Type: ir.DynType})
	forecast.Add(&ir.Field{Name: "@id", Type: ir.StringType})
	forecast.Add(&ir.Field{Name: "content-type", Type: ir.StringType})
	return exprtest.NewUnit(t, name, "forecast", ir.ObjectOf(forecast), answers...)
}

// component is the type of the objects that a component of the document weather describes.
func component(name string) *ir.ObjectType {
	return &ir.ObjectType{Name: "weather:" + name, Place: ir.Place{Component: name}}
}

// TestExpressionExamples prints typical expressions beside their Go on the page of the documentation.
func TestExpressionExamples(t *testing.T) {
	examples := []string{
		`steps.forecast.body.periods.filter(p, p.day)[0].name`,
		`steps.forecast.body.periods.filter(p, p.temperature > 25).map(p, p.name)`,
		`steps.forecast.body.?office.?city.orValue("unknown")`,
		`has(steps.forecast.body.updated) ? steps.forecast.body.updated : "never"`,
		`steps.forecast.body.periods[0].gust == null ? 0.0 : steps.forecast.body.periods[0].gust`,
		`steps.forecast.body.periods.filter(p, p.gust != null).map(p, p.gust)`,
		`steps.forecast.body.periods.map(p, p.?gust.unlessNull().orValue(0.0))`,
		`steps.forecast.body.?office.unlessNull().optMap(o, o.name).orValue("none")`,
		`steps.forecast.body.periods.filter(p, has(p.wind)).sortBy(p, p.wind).last().optMap(p, p.wind).orValue("calm")`,
		`"%s: %d degrees".format([steps.forecast.body.periods[0].name, steps.forecast.body.periods[0].temperature])`,
		`number.sum(steps.forecast.body.periods.map(p, p.temperature))`,
		`type(steps.forecast.body.extra) == string ? steps.forecast.body.extra : "none"`,
		`steps.forecast.body.periods.exists(p, p.?wind.orValue("").startsWith("25"))`,
		`steps.forecast.body.periods.all(p, p.temperature / inputs.count > 2)`,
		`inputs.day == "TODAY" || inputs.city.matches("^[A-Z]")`,
		`inputs.?maybe_name.optMap(n, n + "!").orValue(inputs.city)`,
		`steps.forecast.body.?zones.orValue({}).transformMap(k, v, k != "", k + "=" + v)`,
		`{"names": steps.forecast.body.periods.map(p, p.name), ?"updated": steps.forecast.body.?updated}`,
		`cel.bind(t, steps.forecast.body.periods[0].temperature, t * t + 1)`,
		`steps.forecast.body.extra.level > 3`,
		`steps.forecast.body.extra.level > 3 && inputs.flag`,
		`steps.forecast.body.periods[0].temperature != 0 && 100 / steps.forecast.body.periods[0].temperature > 3`,
		`timestamp(steps.forecast.body.updated) > timestamp("2026-01-01T00:00:00Z")`,
		`steps.forecast.body.periods.map(p, p.name) == ["Today", "Tonight"]`,
		`steps.forecast.body.periods.size() > 0 ? steps.forecast.body.periods[0].name : "none"`,
		`steps.forecast.body.periods.size() > 2 ? steps.forecast.body.periods.slice(0, 3).map(p, p.name) : []`,
		`steps.forecast.body.periods.filter(p, p.day).first().?wind.orValue("calm")`,
		`string(steps.forecast.body.periods.size()) + " periods"`,
		`steps.forecast.body.periods.map(p, steps.forecast.body.periods.filter(q, q.temperature > p.temperature).size())`,
	}
	var b strings.Builder
	for _, text := range examples {
		fmt.Fprintf(&b, "```cel\n%s\n```\n\n```go\n%s\n```\n\n", text, exampleSource(t, text))
	}
	documentSection(t, "examples", b.String())
}

// exampleSource is the function of an expression.
func exampleSource(t *testing.T, text string) string {
	t.Helper()
	u := forecastUnit(t, "forecast")
	e, problems := u.Add("x", text)
	if len(problems) > 0 {
		t.Fatalf("%s: %s", text, problems[0].Message)
	}
	p := newExprProgram(newUpstream("weather", u.Operation))
	f := p.function("forecast", e.Node, goexpr.Roots{Bodies: map[string]string{u.Step(): "forecast"}}, nil, nil)
	if len(f.decls) > 1 && !strings.HasPrefix(fmt.Sprintf("%#v", f.decls[0]), "func forecast(") { // it has branches or loops
		_, source, _ := strings.Cut(fmt.Sprintf("%#v", f.decls[0]), "\n")
		return strings.ReplaceAll(source, "\t", "    ")
	}
	var lines []string
	for _, line := range f.lines {
		lines = append(lines, fmt.Sprintf("%#v", line))
	}
	source := strings.Join(lines, "\n")
	return strings.ReplaceAll(source, "\t", "    ")
}

// TestExpressionRules holds the rules about what is absent, null or untyped: what the compiled expression comes to is what
// the reference interpreter comes to. The table is a part of the documentation.
func TestExpressionRules(t *testing.T) {
	const period = `{"name": "Today", "day": true, "temperature": 20, "gust": null}`
	with := func(members string) string { return `{"periods": [` + period + `]` + members + `}` }
	rules := []struct{ text, answer, shown string }{
		{`steps.forecast.body.updated`, with(``), `no updated`},
		{`steps.forecast.body.updated`, with(`, "updated": null`), `"updated": null, which the document does not allow`},
		{`has(steps.forecast.body.updated)`, with(`, "updated": null`), `"updated": null`},
		{`steps.forecast.body.?updated.orValue("never")`, with(``), `no updated`},
		{`steps.forecast.body.?updated.value()`, with(``), `no updated`},
		{`steps.forecast.body.office.name`, with(``), `no office`},
		{`steps.forecast.body.office.name`, with(`, "office": null`), `"office": null, which the document allows`},
		{`has(steps.forecast.body.office)`, with(`, "office": null`), `"office": null`},
		{`steps.forecast.body.office == null`, with(`, "office": null`), `"office": null`},
		{`has(steps.forecast.body.office.city)`, with(`, "office": null`), `"office": null`},
		{`steps.forecast.body.?office.?city.orValue("?")`, with(`, "office": null`), `"office": null`},
		{`steps.forecast.body.?office.hasValue()`, with(`, "office": null`), `"office": null`},
		{`steps.forecast.body.periods[0].gust == null`, with(``), `"gust": null`},
		{`steps.forecast.body.periods[0].gust + 1.0`, with(``), `"gust": null`},
		{`steps.forecast.body.periods[0].?gust`, with(``), `"gust": null`},
		{`steps.forecast.body.periods[0].?gust.orValue(0.0) + 1.0`, with(``), `"gust": null`},
		{`steps.forecast.body.periods[0].?gust.unlessNull().orValue(0.0)`, with(``), `"gust": null`},
		{`steps.forecast.body.?office.unlessNull().hasValue()`, with(`, "office": null`), `"office": null`},
		{`steps.forecast.body.?extra.unlessNull().orValue("none")`, with(`, "extra": null`), `"extra": null`},
		{`steps.forecast.body.periods[1].name`, with(``), `one period`},
		{`steps.forecast.body.periods[?1].?name.orValue("-")`, with(``), `one period`},
		{`steps.forecast.body.periods.slice(0, 3)`, with(``), `one period`},
		{`steps.forecast.body.periods.take(3).map(p, p.name)`, with(``), `one period`},
		{`steps.forecast.body.periods.filter(p, p.name == "x")[0]`, with(``), `one period, Today`},
		{`steps.forecast.body.periods.filter(p, 1 / (p.temperature - 20) > 0)[0]`, with(``), `temperature 20`},
		{`1 / 0 > 1 || steps.forecast.body.periods[0].day`, with(``), `day`},
		{`1 / 0 > 1 && steps.forecast.body.periods[0].day`, with(``), `day`},
		{`cel.bind(x, 1 / 0, steps.forecast.body.periods[0].day || x > 1)`, with(``), `day`},
		{`{inputs.city: 1, "abc": 2}`, with(``), `the input city is "abc"`},
		{`steps.forecast.body.extra.level + 1`, with(`, "extra": {"level": 1}`), `"level": 1`},
		{`steps.forecast.body.extra.level + 1.0`, with(`, "extra": {"level": 1}`), `"level": 1`},
		{`steps.forecast.body.extra.level == 1`, with(`, "extra": {"level": 1}`), `"level": 1`},
		{`type(steps.forecast.body.extra.level)`, with(`, "extra": {"level": 1}`), `"level": 1`},
		{`steps.forecast.body.extra.level.a`, with(`, "extra": {"level": 1}`), `"level": 1`},
		{`inputs.?maybe_name.orValue("nobody")`, with(``), `the input maybe_name is not given`},
		{`has(inputs.maybe_name)`, with(``), `the input maybe_name is not given`},
		{`has(inputs.maybe_name) ? inputs.maybe_name : "nobody"`, with(``), `the input maybe_name is not given`},
		{`!has(inputs.maybe_name) || inputs.maybe_name == "x"`, with(``), `the input maybe_name is not given`},
	}
	var f forecasts
	for _, rule := range rules {
		f.add(t, rule.text, rule.answer)
	}
	results := f.compare(t, NewUnitProgram(t, f))
	var table strings.Builder
	table.WriteString("| Expression | Where | Comes to |\n|---|---|---|\n")
	for i, rule := range rules {
		r := results[fmt.Sprint(i)]
		text := "`" + r.Value + "`"
		if r.Error != "" {
			text = strings.Replace(r.Error, "vars.x: ", "", 1)
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", strings.ReplaceAll(rule.text, "|", "\\|"), rule.shown, strings.ReplaceAll(text, "|", "\\|"))
	}
	documentSection(t, "rules", table.String())
}

// TestExpressionProblems prints what is said of expressions that are wrong or doubtful on the page of the documentation.
func TestExpressionProblems(t *testing.T) {
	const body = "steps.forecast.body."
	wrong := []string{
		body + `perods[0].name`, body + `periods[0].tempreature`, `steps.forcast.body`, `city`, body + `updated.length`, body + `periods.name`,
		body + `periods.length()`, body + `content-type`, `inputs.city.toUpperCase()`, `inputs.city.contains(1)`, body + `periods.filter(p.day)`,
		body + `periods.filter(p, p.name)`, `inputs.count * 1.5`, `inputs.city + inputs.count`, `inputs.city == 1`, body + `updated == null`,
		`inputs.?maybe_name + "!"`, `inputs.maybe_name + "!"`, body + `?updated == "x"`, `inputs.day == "TODYA"`, `inputs.flag ? 1 : "a"`,
		`inputs.city = "x"`, `inputs.flag and inputs.count > 1`, `inputs.flag & true`, `(inputs.count + 1`, `inputs.city +`, `inputs.city + "!`,
		`inputs.city.matches("\d+")`, body + `@id`,
	}
	doubtful := []string{
		body + `extra.level + 1`, body + `extra.level % 2`, `type(` + body + `extra.level) == int`, `inputs.city.substring(` + body + `extra.level)`,
	}
	u := forecastUnit(t, "forecast")
	var b strings.Builder
	b.WriteString("| Expression | Underlined | Error |\n|---|---|---|\n")
	for _, text := range wrong {
		_, problems := u.Env.Compile(text)
		if len(problems) != 1 {
			t.Fatalf("%s: problems %v, want one", text, problems)
		}
		p := problems[0]
		b.WriteString(problemRow(text, p.Offset, p.Length, p.Message))
	}
	b.WriteString("\n| Expression | Underlined | Warning |\n|---|---|---|\n")
	for _, text := range doubtful {
		compiled, problems := u.Env.Scope.Compile(text)
		if len(problems) > 0 || len(compiled.Warnings) != 1 {
			t.Fatalf("%s: problems %v, warnings %v, want one warning", text, problems, compiled.Warnings)
		}
		w := compiled.Warnings[0]
		b.WriteString(problemRow(text, w.Offset, w.Length, w.Message))
	}
	documentSection(t, "problems", b.String())
}

// problemRow is a row of a table in Markdown.
func problemRow(text string, offset, length int, message string) string {
	code := func(s string) string {
		if strings.Contains(s, "`") {
			return "`` " + s + " ``"
		}
		return "`" + s + "`"
	}
	plain := strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`)
	row := []string{code(text), code(text[offset : offset+length]), plain.Replace(message)}
	for i, cell := range row {
		row[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(row, " | ") + " |\n"
}

// forecasts are expressions, each over an answer of its own. Their ids are their numbers.
type forecasts []*exprtest.Unit

func (f *forecasts) add(t testing.TB, text, answer string) {
	t.Helper()
	id := fmt.Sprint(len(*f))
	u := forecastUnit(t, "forecast"+id, answer)
	if _, problems := u.Add(id, text); len(problems) > 0 {
		t.Fatalf("%s: %s", text, problems[0].Message)
	}
	*f = append(*f, u)
}

// compare runs the expressions and compares them with the reference interpreter.
func (f forecasts) compare(t *testing.T, p exprtest.Program) map[string]exprtest.Result {
	t.Helper()
	results := p.Run(t)
	for _, u := range f {
		for _, e := range u.Expressions {
			if diff := e.Difference(0, results[e.ID]); diff != "" {
				t.Errorf("%s: %s", e.Text, diff)
			}
		}
	}
	return results
}

// document compares a text with a file, or writes it there.
func document(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is not up to date (-update writes it); got:\n%s", file, text)
	}
}

// documentSection compares a text with a section of the page on expressions, or writes it there.
func documentSection(t *testing.T, name, text string) {
	t.Helper()
	begin := "<!-- begin " + name + ": written by go test ./gen -run TestExpression -update -->\n"
	end := "<!-- end " + name + " -->"
	page, err := os.ReadFile(expressionsPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	old, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no section %s", expressionsPage, name)
	case *update:
		if err := os.WriteFile(expressionsPage, []byte(before+begin+text+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	case old != text:
		t.Errorf("%s: the section %s is not up to date (-update writes it); got:\n%s", expressionsPage, name, text)
	}
}
