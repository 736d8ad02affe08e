package expr_test

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// oddNames are names of fields that are no identifiers.
var oddNames = []string{"@id", "content-type", "a b", "größe", "日本", "in", "package", "it's", `say "x"`, "a}b", "//", "a.b", "@", "$", "1", "\\", " "}

// oddEnv returns an environment with a step s, whose answer has fields of odd names.
func oddEnv(t *testing.T) *exprtest.Env {
	t.Helper()
	body := &ir.ObjectType{Name: "api.read:body"}
	body.Add(&ir.Field{Name: "a", Type: ir.StringType, Required: true})
	for _, name := range oddNames {
		body.Add(&ir.Field{Name: name, Type: ir.StringType, Required: true})
	}
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "s", Type: expr.Answer("s", ir.ObjectOf(body)), Required: true})
	env, err := exprtest.New(expr.Names{Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// TestQuotedNames holds that a field of any name can be read in all ways, and that the reference interpreter reads it too.
func TestQuotedNames(t *testing.T) {
	env, compiler := oddEnv(t), newCompiler(t)
	fields := map[string]any{"a": "the value of a"}
	for _, name := range oddNames {
		fields[name] = "the value of " + name
	}
	data := map[string]any{"steps": map[string]any{"s": map[string]any{"body": fields}}}
	for _, name := range oddNames {
		quoted := "steps.s.body.`" + name + "`"
		optional := "steps.s.body.?`" + name + "`"
		for text, want := range map[string]any{
			quoted:                    "the value of " + name,
			"has(" + quoted + ")":     true,
			optional + ".orValue('')": "the value of " + name,
			"steps.s.body.a + '`@`' + " + quoted + " // `": "the value of a`@`the value of " + name,
		} {
			if _, problems := env.Compile(text); len(problems) > 0 {
				t.Errorf("%s: %v", text, problems)
				continue
			}
			program, err := env.Program(text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			got, _, err := program.Eval(data)
			if err != nil || got.Value() != want {
				t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
			}
			if refs := compiler.References(text); !slices.Equal(refs.Steps, []string{"s"}) {
				t.Errorf("%s: references %v", text, refs.Steps)
			}
		}
	}
}

// TestQuotedMember holds that what is a container's member in backquotes is the same as without.
func TestQuotedMember(t *testing.T) {
	refs := newCompiler(t).References("inputs.`city` + steps.`place`.body.`@id` + inputs.`@odd`")
	if want := []string{"city", "@odd"}; !slices.Equal(refs.Inputs, want) || !slices.Equal(refs.Steps, []string{"place"}) {
		t.Errorf("references %v and %v, want %v and place", refs.Inputs, refs.Steps, want)
	}
}

// TestManyQuotedNames holds that short names in backquotes are told apart, and from others, as long as the parser has
// characters for them.
func TestManyQuotedNames(t *testing.T) {
	env := oddEnv(t)
	n, problems := env.Compile("steps.s.body.`@` + steps.s.body.a + steps.s.body.`$` + [1].map(b, string(b))[0]")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var read []string
	ir.Walk(n, func(n ir.Node) {
		if m, ok := n.(*ir.Member); ok {
			read = append(read, m.Field.Name)
		}
	})
	if want := []string{"@", "a", "$"}; !slices.Equal(read, want) {
		t.Errorf("read %q, want %q", read, want)
	}
}
