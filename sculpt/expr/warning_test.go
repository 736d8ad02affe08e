package expr_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// untypedScope returns a scope with a step s, whose answer has untyped parts, and vars that are read from it.
func untypedScope(t *testing.T) *expr.Scope {
	t.Helper()
	item := ir.Described("api.read:Item", ir.Place{}, nil, nil)
	item.Add(&ir.Field{Name: "count", Type: ir.IntType, Required: true})
	item.Add(&ir.Field{Name: "extra", Type: ir.DynType, Required: true})
	body := ir.Described("api.read:body", ir.Place{}, nil, nil)
	body.Add(&ir.Field{Name: "d", Type: ir.DynType, Required: true})
	body.Add(&ir.Field{Name: "may", Type: ir.DynType})
	body.Add(&ir.Field{Name: "list", Type: ir.ListOf(ir.DynType), Required: true})
	body.Add(&ir.Field{Name: "map", Type: ir.MapOf(ir.StringType, ir.DynType), Required: true})
	body.Add(&ir.Field{Name: "items", Type: ir.ListOf(ir.ObjectOf(item)), Required: true})
	body.Add(&ir.Field{Name: "n", Type: ir.IntType, Required: true})
	states := []string{"open", "closed", "merged"}
	body.Add(&ir.Field{Name: "state", Type: ir.StringType, Required: true, Values: states})
	body.Add(&ir.Field{Name: "was", Type: ir.StringType.OrNull(), Values: states})
	body.Add(&ir.Field{Name: "gone", Type: ir.StringType.OrNull(), Required: true})
	body.Add(&ir.Field{Name: "left", Type: ir.StringType.OrNull(), Required: true})
	shape := &ir.ObjectType{Name: "api.read:Shape", Union: &ir.Union{Tag: "kind", Variants: []*ir.Variant{{Name: "Circle", Values: []any{"circle"}}, {Name: "Square", Values: []any{"square"}}}}}
	shape.Add(&ir.Field{Name: "kind", Type: ir.StringType, Required: true})
	body.Add(&ir.Field{Name: "shape", Type: ir.ObjectOf(shape), Required: true})
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "s", Type: expr.Answer("s", ir.ObjectOf(body)), Required: true})
	scope := newCompiler(t).Scope(expr.Names{Steps: steps})
	for _, v := range []struct{ name, text string }{{"json", `steps.s.body.d.x`}, {"typed", `dyn(1)`}, {"state", `steps.s.body.state`}, {"whole", `dyn(steps.s.body)`}} {
		compiled, problems := scope.Compile(v.text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		scope.Define(v.name, compiled.Node)
	}
	return scope
}

// TestWarnings holds where an expression is warned of that compiles, and fails or means nothing as the service runs, and where it is refused since what it reads
// is declared by no document.
func TestWarnings(t *testing.T) {
	const (
		plusOne    = "json-number: a number of JSON is a double, so + with an integer fails; write 1.0, or convert the other with int(...)"
		plusN      = "json-number: a number of JSON is a double, so + with an integer fails; convert one of the two, with int(...) or double(...)"
		rest       = "json-number: a number of JSON is a double, which has no %, so this fails; convert it with int(...)"
		neverInt   = "json-type: an untyped value of JSON is never an integer, so this fails; convert it with int(...)"
		typeInt    = "json-type: an untyped value of JSON is never of this type, so the two are never equal; its numbers are all double"
		ofBytes    = "json-type: an untyped value of JSON is never of this type, so the two are never equal; JSON has numbers (double), strings, booleans, arrays (list), objects (map) and null"
		undeclared = `error: a dyn of an answer has what the document declares and nothing else; if the API answers this, declare it with an overlay of the document: Item has no field "stat"; it has count, extra`
		never      = "json-type: an untyped value of JSON is never bytes, so the two are never equal; convert it with bytes(...)"
	)
	tests := []struct{ name, text, carets, warning string }{
		{"a field and a literal", `steps.s.body.d.x + 1`, `^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"a literal first", `1 + steps.s.body.d.x`, `^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"an integer of the document", `steps.s.body.d + steps.s.body.n`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, plusN},
		{"an untyped integer", `steps.s.body.d + dyn(1)`, `^^^^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"an unsigned integer", `2u * steps.s.body.d`, `^^^^^^^^^^^^^^^^^^^`, "json-number: a number of JSON is a double, so * with an integer fails; write 2.0, or convert the other with int(...)"},
		{"within another", `true || steps.s.body.d + 1 > 2`, `        ^^^^^^^^^^^^^^^^^^`, plusOne},
		{"an element", `steps.s.body.list[0] + 1`, `^^^^^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"a value of a map", `steps.s.body.map.a + 1`, `^^^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"a field of a typed object", `steps.s.body.items[0].extra + 1`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"in a loop", `steps.s.body.list.map(x, x.a + 1)`, `                         ^^^^^^^`, plusOne},
		{"in a loop over what is untyped", `steps.s.body.d.filter(x, x.b - 1 > 0)`, `                         ^^^^^^^`, "json-number: a number of JSON is a double, so - with an integer fails; write 1.0, or convert the other with int(...)"},
		{"in two loops", `steps.s.body.items.map(i, i.extra.list.exists(x, x + 1 == 2))`, `                                                 ^^^^^`, plusOne},
		{"under a name", `cel.bind(x, steps.s.body.d, x + 1)`, `                            ^^^^^`, plusOne},
		{"where another stands for an absent one", `steps.s.body.?may.orValue(0) + 1`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, plusOne},
		{"in an optional", `steps.s.body.?may.optMap(m, m + 1)`, `                            ^^^^^`, plusOne},
		{"a var", `vars.json + 1`, `^^^^^^^^^^^^^`, plusOne},
		{"a rest", `steps.s.body.d % 2`, `^^^^^^^^^^^^^^^^^^`, rest},
		{"a rest of two", `steps.s.body.d.x % steps.s.body.d.y`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, rest},
		{"a parameter that is an integer", `"abc".substring(steps.s.body.d)`, `                ^^^^^^^^^^^^^^`, neverInt},
		{"the type int", `type(steps.s.body.d.x) == int`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, typeInt},
		{"not the type uint", `uint != type(steps.s.body.d)`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, typeInt},
		{"the type bytes", `type(steps.s.body.d.x) == bytes`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, ofBytes},
		{"the type of a time", `type(steps.s.body.d.x) == google.protobuf.Timestamp`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, ofBytes},
		{"equal to bytes", `steps.s.body.d == b"x"`, `^^^^^^^^^^^^^^^^^^^^^^`, never},

		{"a misspelt value", `steps.s.body.state == "opne"`, `                      ^^^^^^`, `enum-value: "opne" is none of the values that the document has for state; did you mean "open"?`},
		{"a misspelt value first", `"mergd" != steps.s.body.state`, `^^^^^^^`, `enum-value: "mergd" is none of the values that the document has for state; did you mean "merged"?`},
		{"a value that there is not", `steps.s.body.state == "x"`, `                      ^^^`, `enum-value: "x" is none of the values that the document has for state; it has open, closed, merged`},
		{"a value in a list", `steps.s.body.state in ["open", "close"]`, `                               ^^^^^^^`, `enum-value: "close" is none of the values that the document has for state; did you mean "closed"?`},
		{"a value that may be absent", `steps.s.body.?was.orValue("") == "opne"`, `                                 ^^^^^^`, `enum-value: "opne" is none of the values that the document has for was; did you mean "open"?`},
		{"a value that may be null", `has(steps.s.body.was) && steps.s.body.was == "opne"`, `                                             ^^^^^^`, `enum-value: "opne" is none of the values that the document has for was; did you mean "open"?`},
		{"a value of a var", `vars.state == "opne"`, `              ^^^^^^`, `enum-value: "opne" is none of the values that the document has for state; did you mean "open"?`},
		{"a variant of a union", `steps.s.body.shape.kind == "cirle"`, `                           ^^^^^^^`, `enum-value: "cirle" is none of the values that the document has for kind; did you mean "circle"?`},

		{"what stands for null", `steps.s.body.?gone.orValue("-")`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, "null-fallback: gone is always there, and may be null: orValue stands in for absence alone, so null stays null; write steps.s.body.?gone.unlessNull().orValue(...)"},

		{"a field of a dyn that no document declares", `dyn(steps.s.body.items[0]).?stat`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"asked for", `has(dyn(steps.s.body.items[0]).stat)`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"that must be there", `dyn(steps.s.body.items[0]).stat`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"by an index", `dyn(steps.s.body.items[0])["stat"]`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"by an optional index", `dyn(steps.s.body.items[0])[?"stat"]`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"as a key", `"stat" in dyn(steps.s.body.items[0])`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"by a pointer", `pointer.get(steps.s.body, "/items/0/stat")`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"of an element", `dyn(steps.s.body.items).map(i, i.?stat)`, `                               ^^^^^^^`, undeclared},
		{"of a var", `vars.whole.items[0].?stat`, `^^^^^^^^^^^^^^^^^^^^^^^^^`, undeclared},
		{"of a member of a var", `cel.bind(x, {"a": vars.whole, "b": 1}, x.a.items[?0].?stat)`, `                                       ^^^^^^^^^^^^^^^^^^^`, undeclared},

		{"an optional as a dyn", `dyn(steps.s.body.?was) == "open"`, `^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, "optional-equal: this compares an optional, and not the value in it, with a string, so the two are never equal; take the value out first, with orValue(...)"},
		{"an optional as a dyn, in a loop", `[1].exists(n, "open" != dyn(steps.s.body.?was))`, `              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`, "optional-equal: this compares an optional, and not the value in it, with a string, so the two are never equal; take the value out first, with orValue(...)"},
		{"two optionals", `dyn(steps.s.body.?was) == optional.of("open")`, ``, ``},
		{"an optional and an untyped value", `dyn(steps.s.body.?was) == steps.s.body.d`, ``, ``},
		{"the value of an optional", `dyn(steps.s.body.?was.orValue("x")) == "open"`, ``, ``},
		{"a field of a dyn that a document declares", `dyn(steps.s.body.items[0]).?count`, ``, ``},
		{"a part of what it leaves open", `dyn(steps.s.body).d.?stat`, ``, ``},
		{"a pointer into what it leaves open", `pointer.get(steps.s.body, "/d/stat")`, ``, ``},
		{"a field that is computed", `dyn(steps.s.body)[vars.state]`, ``, ``},
		{"a member of an object of the manifest", `dyn({"a": 1}).?stat`, ``, ``},
		{"a field of one of two values", `(steps.s.body.n > 1 ? dyn({"stat": 1}) : dyn(steps.s.body)).?stat`, ``, ``},
		{"what stands for null, taken for absent", `steps.s.body.?gone.unlessNull().orValue("-")`, ``, ``},
		{"what stands for an absent one that may be null", `steps.s.body.?was.orValue("-")`, ``, ``},
		{"what stands for one that is there and not null", `steps.s.body.?state.orValue("-")`, ``, ``},
		{"what stands for one that is shown not to be null", `steps.s.body.gone != null && steps.s.body.?gone.orValue("-") == "x"`, ``, ``},
		{"null for null", `steps.s.body.?gone.orValue(null) != null`, ``, ``},
		{"another that may be null", `steps.s.body.?gone.orValue(steps.s.body.left)`, ``, ``},
		{"a value", `steps.s.body.state == "open"`, ``, ``},
		{"what stands for an absent value", `steps.s.body.?was.orValue("never") == "never"`, ``, ``},
		{"a value in other letters", `steps.s.body.state.upperAscii() == "OPEN"`, ``, ``},
		{"a part of a value", `steps.s.body.state.startsWith("op")`, ``, ``},
		{"a variant", `steps.s.body.shape.kind == "circle"`, ``, ``},
		{"a double", `steps.s.body.d.x + 1.0`, ``, ``},
		{"a text", `steps.s.body.d.x + "!"`, ``, ``},
		{"two untyped", `steps.s.body.d.x + steps.s.body.d.y`, ``, ``},
		{"converted", `int(steps.s.body.d.x) + 1`, ``, ``},
		{"an integer that became untyped", `dyn(1) + 1`, ``, ``},
		{"an integer of the document that became untyped", `dyn(steps.s.body.n) + 1`, ``, ``},
		{"a field of an object that became untyped", `dyn(steps.s.body.items[0]).count + 1`, ``, ``},
		{"a value of a literal", `{"a": 1, "b": "x"}.a + 1`, ``, ``},
		{"an element of a literal", `[1, "x"].map(x, x + 1)`, ``, ``},
		{"a var of a literal", `vars.typed + 1`, ``, ``},
		{"what json.parse reads, where integers are int", `json.parse("1").value() + 1`, ``, ``},
		{"compared", `steps.s.body.d.x > 1 && steps.s.body.d.x == 1`, ``, ``},
		{"an index", `[1, 2][steps.s.body.d]`, ``, ``},
		{"the type double", `type(steps.s.body.d) == double`, ``, ``},
		{"the type of what can be typed", `type(steps.s.body.n > 1 ? dyn(1) : steps.s.body.d) == int`, ``, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			compiled, problems := untypedScope(t).Compile(test.text)
			told := compiled.Warnings
			for _, p := range problems {
				told = append(told, expr.Warning{Span: p.Span, Rule: "error", Message: p.Message})
			}
			var carets, warning string
			for i, w := range told {
				if i > 0 {
					t.Errorf("another warning: %v", w)
				}
				carets = strings.Repeat(" ", w.Offset) + strings.Repeat("^", w.Length)
				warning = w.Rule + ": " + w.Message
			}
			if warning != test.warning || carets != test.carets {
				t.Errorf("got\n%s\n%s\n%q, want\n%s\n%q", test.text, carets, warning, test.carets, test.warning)
			}
		})
	}
}
