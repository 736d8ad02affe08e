//go:build !race

package gen

import (
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// compileUnit is an answer of many kinds of fields under steps.s.body.
func compileUnit(t testing.TB) *exprtest.Unit {
	t.Helper()
	item := &ir.ObjectType{Name: "item"}
	item.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	item.Add(&ir.Field{Name: "size", Type: ir.DoubleType.OrNull()})
	item.Add(&ir.Field{Name: "count", Type: ir.IntType})
	body := &ir.ObjectType{Name: "body"}
	body.Add(&ir.Field{Name: "items", Type: ir.ListOf(ir.ObjectOf(item)), Required: true})
	body.Add(&ir.Field{Name: "first", Type: ir.ObjectOf(item).OrNull()})
	body.Add(&ir.Field{Name: "tags", Type: ir.MapOf(ir.StringType, ir.StringType)})
	body.Add(&ir.Field{Name: "d", Type: ir.DynType})
	body.Add(&ir.Field{Name: "n", Type: ir.IntType, Required: true})
	body.Add(&ir.Field{Name: "numbers", Type: ir.ListOf(ir.IntType.OrNull())})
	return exprtest.NewUnit(t, "op", "s", ir.ObjectOf(body))
}

// emit compiles an expression and returns its Go, which is empty for one that is refused.
func emit(t testing.TB, text string) string {
	t.Helper()
	u := compileUnit(t)
	_, problems := u.Add("x", text)
	for _, p := range problems {
		if p.Offset < 0 || p.Length < 1 || p.Offset+p.Length > len(text)+1 || p.Message == "" {
			t.Fatalf("%q: a problem at %d of length %d: %q", text, p.Offset, p.Length, p.Message)
		}
	}
	if len(problems) > 0 {
		return ""
	}
	return "package p\n" + NewUnitProgram(t, []*exprtest.Unit{u}).Source("x")
}

// FuzzCompile holds that no expression makes the compiler panic, and that what it compiles parses as Go.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"steps.s.body.items.filter(i, i.?count.orValue(0) > 1)[0].name", `steps.s.body.?first.?size.orValue(1.5)`,
		`{"a": 1, ?"b": optional.none()}`, "steps.s.body.d.x + 1", "[1, 2u, 3.0, null, 'a', b'a']", "inputs.day == 'TODAY'",
		"steps.s.body.items.exists(i, 1 / i.count > 0) || true", "cel.bind(x, 1 / 0, true || x > 1)", "timestamp('2024-01-01T00:00:00Z').getHours('Europe/Berlin')",
		"'%d %s'.format([1, steps.s.body.d])", "steps.s.body.tags.transformMap(k, v, k + v)", "inputs.?mode.optMap(m, m + '!')", "has(steps.s.body.first.name)",
		"type(steps.s.body.d) == list", "steps.s.body.numbers.map(n, n == null ? 0 : n)", "é", "a.b.c", "'\\ud800'", "\x00", "1e400", "steps.s.body.`@id`", "has(steps.s.body.`a\nb`)", "x.?`é`.`\\`", "'${a}' = b // `", "r'\\'`x`", "a ? b", "(]", ".?", "steps.s.body.n.x(", "-9223372036854775808",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		source := emit(t, text)
		if source == "" {
			return
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0); err != nil {
			t.Fatalf("%q: %v\n%s", text, err, source)
		}
	})
}

// TestCompileRandom is FuzzCompile on damaged random expressions.
func TestCompileRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	damage := []string{"", ")", ".x", "null", "?", "\"", "é", "[0]"}
	answer := compileUnit(t).Operation.Answer.Type
	for range 150 {
		text := []rune(exprtest.RandomExpression(r, "steps.s.body", answer))
		if len(text) > 400 {
			continue
		}
		i := r.IntN(len(text))
		emit(t, string(text[:i])+damage[r.IntN(len(damage))]+string(text[min(i+r.IntN(3), len(text)):]))
	}
}

// TestCompileHostile holds that time grows with the size of an expression, not with its shape. A limit of the parser
// refuses what nests deeper than that.
func TestCompileHostile(t *testing.T) {
	testmode.Long(t, "compiles some of the largest expressions there can be")
	const depth = 40
	nest := func(format, inner string) string {
		text := inner
		for i := range depth {
			text = strings.ReplaceAll(strings.ReplaceAll(format, "#", fmt.Sprint(i)), "@", text)
		}
		return text
	}
	tests := []struct{ name, text string }{
		{"choices", nest("(inputs.flag ? @ : 1 / inputs.count)", "1")},
		{"errors that are absorbed", nest("(1 / inputs.count > # || @)", "true")},
		{"errors that are absorbed, on the left", nest("(@ || 1 / inputs.count > #)", "true")},
		{"loops", nest("steps.s.body.items.exists(x#, x#.count > 1 && @)", "true")},
		{"first elements", nest("[1].filter(x#, 1 / x# > @)[0]", "1")},
		{"collected lists", nest("steps.s.body.items.map(x#, @)", "1")},
		{"bindings", nest("cel.bind(x#, 1 / inputs.count, inputs.flag || x# > 0 || @)", "true")},
		{"bindings of bindings", nest("cel.bind(x#, @, x# + x#)", "inputs.count")},
		{"optionals", nest("optional.of(@).optMap(x#, x#).orValue(#)", "1")},
		{"lists", nest("[@][0]", "1")},
		{"maps", nest(`{"a": @}["a"]`, "1")},
		{"dyn", nest("dyn(@).a", "steps.s.body.d")},
		{"parentheses", strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000)},
		{"a long sum", "1" + strings.Repeat(" + inputs.count", 5000)},
		{"a long condition", "true" + strings.Repeat(" && inputs.flag", 5000)},
		{"a long list", "[" + strings.Repeat("1, ", 20000) + "1]"},
		{"many unknown names", "[" + strings.Repeat("x, ", 5000) + "1]"},
		{"many unknown members", "[" + strings.Repeat("inputs.x, ", 5000) + "1]"},
		{"many names in backquotes", "[" + strings.Repeat("steps.s.body.`@`, ", 5000) + "1]"},
		{"many different names in backquotes", "[" + oddFields(2000) + "1]"},
		{"many operators that do not fit", "[" + strings.Repeat("1 + 'a', ", 5000) + "1]"},
		{"many unknown functions", "[" + strings.Repeat("foo(x), ", 5000) + "1]"},
		{"many untyped sums", "[" + strings.Repeat("steps.s.body.d + 1, ", 3000) + "1]"},
		{"untyped bindings of bindings", nest("cel.bind(x#, @, inputs.flag ? x# : x#)", "steps.s.body.d") + " + 1"},
		{"unclosed brackets", strings.Repeat("([{", 20000)},
		{"many wrong enum values", "[" + strings.Repeat("inputs.day == 'x', ", 3000) + "true]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			done := make(chan string, 1)
			go func() { done <- emit(t, test.text) }()
			select {
			case source := <-done:
				if len(source) > 400*len(test.text)+100000 {
					t.Errorf("%d bytes of CEL become %d bytes of Go", len(test.text), len(source))
				}
			case <-time.After(time.Minute):
				t.Fatal("no end after a minute")
			}
		})
	}
}

// oddFields reads fields with n different names in backquotes.
func oddFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "steps.s.body.d.`@%d`, ", i)
	}
	return b.String()
}
