package source_test

import (
	"slices"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/source"
)

// places returns the places of an expression, and its tree.
func places(t *testing.T, text string) (*source.Places, *ast.AST) {
	t.Helper()
	env, err := cel.NewEnv(cel.OptionalTypes())
	if err != nil {
		t.Fatal(err)
	}
	plain, names := source.StandIn(text)
	parsed, issues := env.Parse(plain)
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	source.PutBack(parsed.NativeRep().Expr(), names)
	return source.NewPlaces(parsed.NativeRep(), text), parsed.NativeRep()
}

// TestSpan holds that a part of an expression spans all that it was parsed from, in bytes.
func TestSpan(t *testing.T) {
	for _, tt := range []struct {
		text  string
		kind  ast.ExprKind // the first part of that kind, from the outside
		spans string
	}{
		{"inputs.cty + 1", ast.SelectKind, "inputs.cty"},
		{"a + f(b).c", ast.SelectKind, "f(b).c"},
		{"a && (b || c)", ast.CallKind, "a && (b || c)"},
		{"x.f(1).g[?0] ", ast.CallKind, "x.f(1).g[?0]"},
		{`"日本" + x.é`[:11] + "x.y", ast.SelectKind, "x.y"},
		{"a.`@id` + b", ast.SelectKind, "a.`@id`"},
		{"1 + [a, b]", ast.ListKind, "[a, b]"},
		{"a +\n\tb.c", ast.SelectKind, "b.c"},
	} {
		p, a := places(t, tt.text)
		found := ast.MatchDescendants(ast.NavigateAST(a), ast.KindMatcher(tt.kind))
		if len(found) == 0 {
			t.Errorf("%q has no such part", tt.text)
			continue
		}
		at := p.Span(found[len(found)-1].ID())
		if got := tt.text[at.Offset : at.Offset+at.Length]; got != tt.spans {
			t.Errorf("in %q the part is %q, want %q", tt.text, got, tt.spans)
		}
	}
}

// TestLocate holds that lines are counted from 1, and columns from 0 in code points.
func TestLocate(t *testing.T) {
	const text = "é+b\n日x"
	for _, tt := range []struct{ line, column, want int }{
		{1, 0, 0}, {1, 1, 2}, {1, 2, 3}, {2, 0, 5}, {2, 1, 8}, {2, 9, 9}, {9, 0, 9},
	} {
		if got := source.Locate(text, common.NewLocation(tt.line, tt.column)); got != tt.want {
			t.Errorf("line %d, column %d is byte %d, want %d", tt.line, tt.column, got, tt.want)
		}
	}
}

// TestStandIn holds that only names that the parser refuses get a stand-in, of as many characters, the same for the same name.
func TestStandIn(t *testing.T) {
	for _, tt := range []struct {
		text, plain string
		names       map[string]string
	}{
		{"a.b", "a.b", nil},
		{"a.`b c`", "a.`b c`", nil},
		{"x.`é` + x.`é` + x.`@`", "x.`a` + x.`a` + x.`b`", map[string]string{"a": "é", "b": "@"}},
		{"a.`@` + b", "a.`c` + b", map[string]string{"c": "@"}},
		{"'`@`'", "'`@`'", nil},
	} {
		plain, names := source.StandIn(tt.text)
		if plain != tt.plain || len(names) != len(tt.names) {
			t.Errorf("%s: got %s with %v, want %s with %v", tt.text, plain, names, tt.plain, tt.names)
		}
		for standIn, name := range tt.names {
			if names[standIn] != name {
				t.Errorf("%s: %s stands for %q, want %q", tt.text, standIn, names[standIn], name)
			}
		}
	}
}

// TestScan holds that every token is found with its flaw, and blanks and comments are not.
func TestScan(t *testing.T) {
	for _, tt := range []struct {
		text   string
		tokens []string // as written, the last of which is the end
		flawed bool
	}{
		{`a.b[0] // c`, []string{"a", ".", "b", "[", "0", "]", ""}, false},
		{`r"\d" + b'x'`, []string{`r"\d"`, "+", "b'x'", ""}, false},
		{"x.`@id`!=1u", []string{"x", ".", "`@id`", "!=", "1u", ""}, false},
		{`a + "b`, []string{"a", "+", `"b`, ""}, true},
		{`"\d"`, []string{`"\d"`, ""}, true},
	} {
		var got []string
		flawed := false
		for _, token := range source.Scan(tt.text) {
			got = append(got, token.Text)
			flawed = flawed || token.Flaw != ""
			if token.Text != tt.text[token.At:token.End] {
				t.Errorf("%s: %q stands for %q", tt.text, token.Text, tt.text[token.At:token.End])
			}
		}
		if !slices.Equal(got, tt.tokens) || flawed != tt.flawed {
			t.Errorf("%s: got %q, flawed %t, want %q, %t", tt.text, got, flawed, tt.tokens, tt.flawed)
		}
	}
}

// TestFieldSource holds how an expression reads a field of a name.
func TestFieldSource(t *testing.T) {
	for name, want := range map[string]string{"name": "name", "_a1": "_a1", "1a": "`1a`", "in": "`in`", "null": "`null`", "package": "package", "a-b": "`a-b`", "é": "`é`"} {
		if got := source.FieldSource(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
