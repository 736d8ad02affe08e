//go:build !race

package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/expr"
)

// wordExpressions call the functions of the manifest, with literals and with the variables zone, layout, unit, code, day,
// path, link, digits, n, x and d.
var wordExpressions = []string{
	`now() > timestamp("2026-01-01T00:00:00Z")`, `uuid().matches("^[0-9a-f-]{36}$") && uuid() != uuid()`,

	`url.query("https://a.example/items?cursor=a%20b", "cursor")`, `url.query(link, "cursor").orValue("none")`,
	`url.query(d.link, digits)`, `url.query("%zz", "x")`,
	`url.segment(link, -1)`, `url.segment(link, 0).orValue("none")`, `url.segment("/a/b/", n)`, `url.segment("/%zz", 0)`,
	`pointer.get(d, "/list/1/b~1c")`, `pointer.get(d, "/list/7")`, `pointer.get(d, path)`,
	`pointer.get({"a": [1, 2]}, "/a/1")`, `pointer.get([1.5], "/0").orValue(0.0)`,
	`int(pointer.get(d, "/list/0").value()) + 1`, `pointer.get(d, digits)`, `pointer.get(d, "/nothing").hasValue()`,
	`pointer.get(json.parse("{\"a\": [1]}"), "/a/0")`, `pointer.get(json.parse(digits), "/a")`, `pointer.get({"a": json.parse("[1]"), "b": 1}, "/a/0")`, `pointer.get(d.?list, "/0")`, `pointer.get(d.?nothing, "/0")`,

	`date.of(timestamp("2026-11-20T03:00:00Z"), "America/Chicago")`, `date.of(timestamp("2026-11-20T03:00:00Z"), zone)`,
	`date.of(timestamp("9999-12-31T23:00:00Z"), "+02:00")`,
	`string(date.at("2026-03-08T02:30", "America/New_York"))`, `date.at(day, zone)`, `date.at(d.day, "Asia/Kathmandu")`,
	`date.at(layout, "UTC")`, `date.at(day, digits)`,
	`date.at("2026-11-01", "America/New_York").getHours(zone)`, `date.at(day, "Europe/Berlin").getHours("Europe/Berlin")`,
	`date.at("2026-11-20", "UTC").getDayOfWeek("")`,
	`date.addDays(day, n)`, `date.addDays("2026-12-31", 1)`, `date.addDays(digits, 1)`, `date.addDays("9999-12-31", 1)`,
	`string(date.addDays(timestamp("2026-10-31T12:00:00Z"), 1, "America/New_York"))`,
	`date.addDays(date.at(day, zone), -n, zone)`, `date.addMonths("2026-01-31", 1)`, `date.addMonths(day, n)`,
	`date.addMonths(date.at("2024-02-29T23:30", zone), 12, "Europe/London")`,
	`date.weekday(day)`, `date.weekday("2026-11-20") == 5`, `date.weekday(layout)`, `[day, "2026-02-28"].map(e, date.addDays(e, 1))`,
	`date.format(day, "EEEE, MMMM d, yyyy")`, `date.format(day, layout)`, `date.format(digits, "yyyy")`,
	`date.format(timestamp("2026-11-20T03:04:05Z"), "America/Chicago", "EEE, d MMM, h:mm a z")`,
	`date.format(timestamp("2026-11-20T03:04:05Z"), "UTC", "HH:mm")`,
	`date.format(timestamp("2026-11-20T03:04:05Z"), "+05:30", "H:mm")`,
	`date.format(timestamp("2026-11-20T03:04:05Z"), zone, layout)`,

	`date.isZone(zone) && date.isZone("-09:30") && !date.isZone("Europe/Belin") && !date.isZone("")`, `date.isZone(digits)`, `date.isZone("Local")`,
	`text.hasFormat(day, "date") && !text.hasFormat("2026-02-30", "date")`, `text.hasFormat(digits, "date-time")`, `[link, digits].filter(e, text.hasFormat(e, "uri"))`,
	`text.hasFormat("a@b.example", "email") && text.hasFormat("10.0.0.1", "ipv4") && text.hasFormat("::1", "ipv6")`,
	`text.hasFormat(uuid(), "uuid")`, `text.hasFormat("P1D", "duration") && text.hasFormat("a.example", "hostname") && text.hasFormat("10:00:00Z", "time")`,

	`number.round(1.005, 2)`, `number.round(x, 1)`, `number.round(-0.001, 2)`, `number.round(d.x, 0)`,
	`number.round(double(n) / 3.0, 15)`,
	`number.format(1234567)`, `number.format(n * -1000)`, `number.format(1234.5, 2)`, `number.format(x, 0)`,
	`number.format(0.0 / 0.0, 1)`, `number.format(d.x, 3)`,
	`number.sum([1, n, 3])`, `number.sum([0.1, 0.2, x])`, `number.sum([9223372036854775807, n])`, `number.sum([n, 2].filter(e, e > 99))`,
	`number.sum([x, 1.0].filter(e, e > 1e9))`, `number.sum([-0.0])`, `number.sum([n, 3].map(e, double(e))) / 2.0`, `number.sum([1e308, 1e308])`,
	`unit.convert(100.0, "degC", "degF")`, `unit.convert(x, "degF", "K")`, `unit.convert(x, "K", "degF")`,
	`unit.convert(x, "km/h", "mph")`, `unit.convert(x, "m", "m")`, `unit.convert(x, unit, "degF")`,
	`unit.convert(x, "wmoUnit:km_h-1", "m/s")`, `unit.convert(d.x, "degF", d.unit)`, `unit.convert(x, "m", unit)`,
	`unit.convert(x, "mm", digits)`, `unit.convert(x - 1.0, "degF", "degC") * 2.0 + 1.0`,
	`optional.of(d.list[1]["b/c"]).unlessNull().orValue(1)`, `d.list[1][?"b/c"].unlessNull().orValue("none")`, `optional.none().unlessNull().orValue(n)`, `optional.of(n).unlessNull().value()`,
	`optional.of(null).unlessNull().hasValue()`, `optional.of(x).unlessNull().optMap(v, v + 1.0)`, `optional.of([1, n][?1]).unlessNull().hasValue()`,
	`optional.of(n > 9 ? null : dyn("a")).unlessNull().orValue("b")`, `d.?unit.unlessNull().orValue("none")`, `d.list[?9].unlessNull()`,

	`money.decimal(1999, "USD")`, `money.decimal(n, "jpy")`, `money.decimal(-5, code)`, `money.decimal(int(d.x), "KWD")`,
	`money.minor("12.34", "USD")`, `money.minor("12", "usd")`, `money.minor("-0.5", code)`, `money.minor("1.005", "USD")`, `money.minor("1.2300", "EUR")`, `money.minor("5.0", "JPY")`, `money.minor("1e3", "USD")`, `money.minor(digits, layout)`,
	`money.minor(19.99, "USD")`, `money.minor(x, "EUR")`, `money.minor(0.1 + 0.2, "EUR")`, `money.minor(number.round(0.1 + 0.2, 2), "EUR")`, `money.minor(1.0 / 0.0, "EUR")`, `money.minor(92233720368547758.08, "EUR")`, `money.minor("92233720368547758.08", "EUR")`, `money.decimal(money.minor("12.34", code), code)`,

	`[1, n, 3].take(2)`, `[1, n].take(5)`, `[1, n].take(n)`, `[1, n].take(n - 8)`, `[n].take(0)`, `d.list.take(1)`, `d.take(1)`, `[[n], [1]].take(1)[0].take(1)`, `lists.range(n).take(3).map(e, e * 2)`,
	`[1, 2, n].groupBy(e, e % 2)`, `["b", "a", "bc", digits].groupBy(e, e.substring(0, 1)).map(g, {"key": g[0], "count": g.size()})`, `d.list.groupBy(e, type(e))`, `[1.0, dyn(1), "1"].groupBy(e, e)`, `[0.0 / 0.0, x, x].groupBy(e, e).size()`,
	`[[n], [], [n]].groupBy(e, e)`, `[n].filter(e, e > 9).groupBy(e, e)`, `[{"a": n}, {"a": 1}, {"a": n}].groupBy(e, e.a).map(g, number.sum(g.map(e, e.a)))`, `[true, false, true].groupBy(e, e)[0].size()`, `[b"a", b"b", b"a"].groupBy(e, e)`,
	`[timestamp("2026-01-01T00:00:00Z"), timestamp("2026-01-01T01:00:00+01:00")].groupBy(e, e).size()`, `[1, 2, 3, 4].groupBy(e, e > 2).map(g, g.groupBy(e, e % 2).size())`, `d.groupBy(e, e)`, `[null, dyn(1), null].groupBy(e, e).size()`, `[n, 1].groupBy(e, [e].groupBy(f, f))`,

	`text.extract("order 42 of 7", "[0-9]+")`, `text.extract(link, "/v([0-9])/").orValue("none")`, `text.extract("ab", "(b)?a").hasValue()`, `text.extract("a=", "a=(.*)")`, `text.extract(digits, "x").hasValue()`, `text.extract(d.unit, "(?i)DEG(.)")`, `["a1", "b"].map(e, text.extract(e, "[0-9]").orValue("-"))`,
	`text.replaceRegex("Ann Lee", "(\\w+) (\\w+)", "\\2, \\1")`, `text.replaceRegex(link, "[?].*$", "")`, `text.replaceRegex("a.b", "[.]", "\\\\")`, `text.replaceRegex("éa", "", "-")`, `text.replaceRegex("aa", "a", "[\\0]")`, `text.replaceRegex("aab", "(a)|(b)", "<\\2>")`,
	`text.replaceRegex(digits, "2", layout + "\\x")`, `text.replaceRegex("x", "y", link + "\\1")`, `text.replaceRegex(digits, "(2)", link + "\\1")`, `text.replaceRegex("x", "y", digits + "\\")`,
	`html.text("<p>Fish &amp; chips<br>£5</p><script>if (a < b) {}</script>")`, `html.text(link + "<b>" + digits)`, `["<i>a</i>", "b"].map(e, html.text(e))`,

	`hex.encode(hash.sha256(""))`, `hash.sha256(digits)`, `hash.sha256(bytes(digits)) == hash.sha256(digits)`, `base64.encode(hash.hmacSha256("key", digits))`, `hash.hmacSha256(bytes(digits), b"\xff")`, `hex.encode(hash.hmacSha256(hash.hmacSha256("k", day), bytes(unit)))`, `hex.encode(b"\x00\xab")`,
	`url.encode("a b/ü?&=+~")`, `url.encode(link)`, `url.decode("a%20b+%c3%bc")`, `url.decode(url.encode(link))`, `url.decode("%zz")`, `url.decode("%ff")`, `url.decode(digits + "%2")`,
	`url.encodeQuery({"q": "a b", "from": day, "": digits})`, `url.encodeQuery({})`, `url.encodeQuery({"é": link})`, `url.encodeQuery(d)`,
	`money.decimal(n, digits)`, `"$" + money.decimal(n * 100, "USD")`,
}

// wordValues are the variables of wordExpressions, as expressions.
var wordValues = map[string]string{
	"zone": `"Europe/Berlin"`, "layout": `"d MMMM"`, "unit": `"wmoUnit:degC"`, "code": `"kwd"`, "day": `"2024-02-29"`, "path": `"/list/1"`,
	"link": `"https://a.example/v1/items?cursor=x"`, "digits": `"123"`, "n": `7`, "x": `21.1`,
	"d": `dyn({"list": [1.0, {"b/c": null}], "link": "?123=y", "day": "2026-11-20", "unit": "degC", "x": 12.25})`,
}

// TestWords compiles calls of the functions of the manifest and compares what they come to with their reference.
func TestWords(t *testing.T) {
	var texts []string
	for _, text := range wordExpressions {
		texts = append(texts, withValues(text))
	}
	holdToReference(t, texts)
}

// holdToReference compiles expressions that read nothing, runs them and compares what they come to with the reference interpreter.
func holdToReference(t *testing.T, texts []string) {
	t.Helper()
	program, want := newExprProgram(), make([]string, len(texts))
	id := func(i int) string { return fmt.Sprintf("word%d", i) }
	for i, text := range texts {
		env := wordEnv(t)
		n, problems := env.Compile(text)
		if len(problems) > 0 {
			t.Errorf("%s: %s", text, problems[0].Message)
			continue
		}
		if err := program.Add(id(i), n, nil); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		want[i] = referenceResult(t, env, text)
	}
	results := program.Run(t)
	for i, text := range texts {
		got := results[id(i)].Value
		if results[id(i)].Error != "" {
			got = "error"
		}
		if got != want[i] {
			t.Errorf("%s: %s %s, the reference: %s\n%s", text, got, results[id(i)].Error, want[i], program.Source(id(i)))
		}
	}
}

// withValues binds the variables that an expression reads. What is bound is no literal to the functions that read it.
func withValues(text string) string {
	whole := text
	for _, name := range []string{"zone", "layout", "unit", "code", "day", "path", "link", "digits", "n", "x", "d"} {
		if strings.Contains(text, name) {
			whole = fmt.Sprintf("cel.bind(%s, %s, %s)", name, wordValues[name], whole)
		}
	}
	return whole
}

func wordEnv(t *testing.T) *exprtest.Env {
	t.Helper()
	env, err := exprtest.New(expr.Names{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func referenceResult(t *testing.T, env *exprtest.Env, text string) string {
	t.Helper()
	program, err := env.Program(text)
	if err != nil {
		t.Fatal(err)
	}
	value, _, err := program.Eval(map[string]any{})
	if err != nil {
		return "error"
	}
	return exprtest.Text(value)
}
