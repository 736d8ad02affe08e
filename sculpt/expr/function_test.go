package expr_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr"
)

// TestLiteralsOfFunctions holds that a literal argument that is wrong is found at generation, at its place.
func TestLiteralsOfFunctions(t *testing.T) {
	for _, tt := range []struct{ text, at, want string }{
		{`date.of(now(), "Europe/Belin")`, `"Europe/Belin"`, `"Europe/Belin" is not a time zone; did you mean "Europe/Berlin"?`},
		{`date.of(now(), "")`, `""`, `a time zone is a name such as "Europe/Berlin" or an offset such as "+02:00"`},
		{`date.of(now(), "Local")`, `"Local"`, `a time zone is a name such as "Europe/Berlin" or an offset such as "+02:00"`},
		{`now().getHours("America/Chicgo")`, `"America/Chicgo"`, `"America/Chicgo" is not a time zone; did you mean "America/Chicago"?`},
		{`now().getHours("Local")`, `"Local"`, `"Local" is not a time zone`},
		{`date.addDays("2026-02-29", 1)`, `"2026-02-29"`, `"2026-02-29" is not a date`},
		{`date.at("2026-01-01T10:00:00Z", "UTC")`, `"2026-01-01T10:00:00Z"`, `"2026-01-01T10:00:00Z" has an offset: convert it with timestamp(...)`},
		{`date.format("2026-01-01", "yyyy-mm-dd")`, `"yyyy-mm-dd"`, `the layout "yyyy-mm-dd" shows the time with mm, which a date has not; MM is the month`},
		{`date.format(now(), "UTC", "h o")`, `"h o"`, `the layout "h o" has an unknown field "o": the fields are yyyy, MMMM, MMM, MM, M, dd, d, EEEE, EEE, HH, H, hh, h, mm, m, ss, s, a and z; letters that are text stand in single quotes`},
		{`pointer.get({"a": 1}, "a")`, `"a"`, `"a" is not a JSON pointer: it starts with a slash, or is empty`},
		{`pointer.get({"a": 1}, "/a~b")`, `"/a~b"`, `"/a~b" is not a JSON pointer: a tilde is written ~0, a slash in a name ~1`},
		{`number.round(1.5, 16)`, `16`, `the number of decimals is from 0 to 15`},
		{`number.round(1.5, -1)`, `-1`, `the number of decimals is from 0 to 15`},
		{`number.format(1.5, 1 + 1)`, `1 + 1`, `the number of decimals is written as a literal, from 0 to 15`},
		{`unit.convert(1.0, "k/h", "mph")`, `"k/h"`, `there is no unit "k/h"; did you mean "km/h"?`},
		{`unit.convert(1.0, "m", "furlong")`, `"furlong"`, `there is no unit "furlong"; the units are degC, degF, K, m, mm, cm, km, in, ft, yd, mi, nmi, m/s, km/h, mph, kn, kg, g, mg, t, lb, oz, Pa, hPa, kPa, bar, inHg`},
		{`unit.convert(1.0, "m", "kg")`, `"kg"`, `m measures length, and kg weight`},
		{`text.hasFormat("a", "mail")`, `"mail"`, `there is no format "mail"; did you mean "email"?`},
		{`text.hasFormat("a", "b" + "c")`, `"b" + "c"`, `the format is written as a literal: date, date-time, duration, email, hostname, ipv4, ipv6, time, uri, uuid`},
		{`money.decimal(1, "UDS")`, `"UDS"`, `"UDS" is no currency of ISO 4217; did you mean "USD"?`},
		{`money.minor("1", "UDS")`, `"UDS"`, `"UDS" is no currency of ISO 4217; did you mean "USD"?`},
		{`[1].take(-1)`, `-1`, `the number of elements is not negative`},
		{`text.extract("a", "(a")`, `"(a"`, "this is no regular expression: missing closing ): `(a`"},
		{`text.extract("a", "(a)(b)")`, `"(a)(b)"`, `the pattern has 2 groups, and what one of them matches is extracted: write the others as (?:...)`},
		{`text.extract("a", "a(?=b)")`, `"a(?=b)"`, "this is no regular expression: invalid or unsupported Perl syntax: `(?=`"},
		{`text.replaceRegex("a", "a" + string(1), "b")`, `"a" + string(1)`, `the regular expression is written as a literal`},
		{`text.replaceRegex("a", "(a)", "\\2")`, `"\\2"`, `the replacement has \2, and the pattern one group`},
		{`text.replaceRegex("a", "a", "$1\\n")`, `"$1\\n"`, `in a replacement, \0 to \9 stand for what groups matched, and \\ for a backslash; another backslash has no meaning`},
		{`money.decimal(1, "dollars")`, `"dollars"`, `"dollars" is no currency of ISO 4217`},
	} {
		_, problems := newScope(t).Compile(tt.text)
		if len(problems) != 1 {
			t.Errorf("%s: %d problems, want one: %v", tt.text, len(problems), problems)
			continue
		}
		p := problems[0]
		if at := tt.text[p.Offset:min(p.Offset+p.Length, len(tt.text))]; p.Message != tt.want || at != tt.at {
			t.Errorf("%s:\n\t%s at %s, want\n\t%s at %s", tt.text, p.Message, at, tt.want, tt.at)
		}
	}
}

// TestTypesOfFunctions holds what the checker takes calls for.
func TestTypesOfFunctions(t *testing.T) {
	for text, want := range map[string]string{
		`now()`: "timestamp", `uuid()`: "string", `url.query("?a=b", "a")`: "optional(string)", `pointer.get([1], "/0")`: "optional(dyn)",
		`date.at("2026-01-01", "UTC")`: "timestamp", `date.addDays("2026-01-01", 1)`: "string", `date.addDays(now(), 1, "UTC")`: "timestamp",
		`date.weekday("2026-01-01")`: "int", `number.round(1.5, 0)`: "double", `number.sum([1])`: "int", `text.hasFormat("a", "date")`: "bool", `date.isZone("UTC")`: "bool", `number.sum([1.5])`: "double", `[1].take(2)`: "list(int)", `["a"].groupBy(x, x)`: "list(list(string))", `dyn([1]).groupBy(x, x)`: "list(list(dyn))", `money.minor("1", "EUR")`: "int", `money.minor(1.5, "EUR")`: "int",
		`text.extract("a", "a")`: "optional(string)", `text.replaceRegex("a", "a", "b")`: "string", `html.text("a")`: "string", `hash.sha256("a")`: "bytes", `hash.hmacSha256(b"a", b"b")`: "bytes", `hex.encode(b"a")`: "string", `url.encode("a")`: "string", `url.decode("a")`: "string", `url.encodeQuery({"a": "b"})`: "string", `unit.convert(1.0, "m", "km")`: "double", `money.decimal(1, "EUR")`: "string",
	} {
		compiled, problems := newScope(t).Compile(text)
		if len(problems) > 0 || compiled.Node.Type().String() != want {
			t.Errorf("%s: %v, problems %v; want %s", text, compiled.Node, problems, want)
		}
	}
}

// TestFunctionsDoNotTake holds what the checker says of arguments of the wrong type.
func TestFunctionsDoNotTake(t *testing.T) {
	for text, want := range map[string]string{
		`number.round(1, 2)`:      `number.round is called as number.round(number, integer), and this is number.round(integer, integer)`,
		`date.addDays(now(), 1)`:  `date.addDays is called as date.addDays(string, integer) or date.addDays(timestamp, integer, string), and this is date.addDays(timestamp, integer)`,
		`money.minor(1, "EUR")`:   `money.minor is called as money.minor(string, string) or money.minor(number, string), and this is money.minor(integer, string); an amount that is a whole number is double(...), and one in minor units needs no conversion`,
		`"abc".take(1)`:           `take is called as array.take(integer), and this is string.take(integer)`,
		`[1].groupBy(1, 2)`:       `a name of your own for the element stands here, as in list.map(x, x.name)`,
		`[1].groupBy(x, 1, 2)`:    `groupBy is written list.groupBy(x, expression)`,
		`{"a": 1}.groupBy(k, k)`:  `groupBy makes groups of the elements of an array, and this is a map of integer`,
		`hash.sha256(1)`:          `hash.sha256 takes string or bytes, and this is hash.sha256(integer)`,
		`[1].fold(x, 1)`:          `there is no function "fold"; a sum is number.sum(list), an extreme math.greatest(list) or math.least(list), one text .join(separator), a count .filter(x, condition).size(), groups .groupBy(x, key)`,
		`money.decimal(1.5, "X")`: `money.decimal is called as money.decimal(integer, string), and this is money.decimal(number, string)`,
	} {
		_, problems := newScope(t).Compile(text)
		if len(problems) != 1 || problems[0].Message != want {
			t.Errorf("%s: %v, want %s", text, problems, want)
		}
	}
}

func newScope(t *testing.T) *expr.Scope {
	t.Helper()
	return newCompiler(t).Scope(expr.Names{})
}
