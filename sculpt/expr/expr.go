// Package expr compiles the CEL expressions of a manifest to typed trees (package ir).
//
//	compiler, err := expr.NewCompiler()
//	scope := compiler.Scope(expr.Names{Inputs: inputs})
//	compiled, problems := scope.Compile(`inputs.city + "!"`) // a concatenation of an input and a literal, of type string
//
// What an expression goes through is a package each: check parses it and finds its types with cel-go, lower makes the tree,
// explain says what is wrong in the words of a manifest, and warn what compiles and still means nothing. Below them are source,
// which knows the text, convert, which makes a value of one type of one of another, and usage, which says what is read of
// answers. Nothing outside of this folder knows cel-go.
package expr

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/expr/lower"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/expr/warn"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// What the packages below say, under the names that users of this one have for it.
type (
	Names       = check.Names
	References  = check.References
	Problem     = source.Problem
	ErrorAnswer = check.ErrorAnswer
	Span        = source.Span
	Warning     = warn.Warning
	UsageLog    = usage.Log
)

// Answer returns the type of a step with its answer of that body: nil for an answer whose body nobody can read, an optional for a body
// that the answer may lack.
func Answer(step string, body *ir.Type) *ir.Type { return check.Answer(step, body) }

// Each returns the type of a step that runs for each element of a list: a list of its answers.
func Each(body *ir.Type) *ir.Type { return check.Each(body) }

// EachPages returns the type of a step that collects pages for each element of a list: a list of what it has collected.
func EachPages(items *ir.Type) *ir.Type { return check.EachPages(items) }

// AddPages adds what is collected of the pages of a list, the items and whether there are more, to the type of a step that
// [Answer] made.
func AddPages(answer, items *ir.Type) { check.AddPages(answer, items) }

// FieldOf returns the field of that name. An open object has every field there can be: one is declared as it is asked for.
func FieldOf(o *ir.ObjectType, name string) *ir.Field { return check.FieldOf(o, name) }

// Expression is an expression that compiles.
type Expression struct {
	Node     ir.Node // nil: it names a var that has no value, whose own problem is enough
	Warnings []Warning
	Usage    UsageLog     // what it does with answers
	Sources  []*ir.Source // of its reads and calls that can fail
	places   *source.Places
}

// Place returns where in the text of the expression one of its sources stands.
func (e Expression) Place(s *ir.Source) Span { return e.places.Span(s.ID) }

// Compiler compiles expressions. What is found out about one is in the [Expression] that it becomes. It is not safe for concurrent use.
type Compiler struct {
	env     *check.Env
	observe Observer
}

// Observer is called with each expression of a manifest that is compiled, also one that does not compile: where it stands, its text, and what can be named
// there.
type Observer func(at Located, text string, in *Scope)

// Located is an expression of a manifest, of which every byte has its place there.
type Located interface {
	diag.Located
	At(offset int) diag.Position
}

// Observe has observer called from now on.
func (c *Compiler) Observe(observer Observer) { c.observe = observer }

// Observed calls the observer of the scope's compiler, if there is one.
func (s *Scope) Observed(at Located, text string) {
	if s.compiler.observe != nil {
		s.compiler.observe(at, text, s)
	}
}

// NewCompiler returns a compiler. It fails only if CEL itself cannot be set up.
func NewCompiler() (*Compiler, error) {
	env, err := check.NewEnv()
	if err != nil {
		return nil, err
	}
	return NewCompilerFor(env), nil
}

// NewCompilerFor returns a compiler that checks expressions with env.
func NewCompilerFor(env *check.Env) *Compiler { return &Compiler{env: env} }

// Means reports whether a name means something in every expression.
func (c *Compiler) Means(name string) bool { return c.env.Means(name) }

// References returns what an expression names. An expression that is no CEL names nothing.
func (c *Compiler) References(text string) References {
	parsed, issues := c.env.Parse(text)
	if issues.Err() != nil {
		return References{}
	}
	return check.ReferencesOf(parsed.NativeRep())
}

// compile parses, checks and lowers an expression.
func (c *Compiler) compile(text string, scope *check.Scope, lowered lowering) (Expression, []Problem) {
	parsed, issues := c.env.Parse(text)
	if issues.Err() != nil {
		return Expression{}, []Problem{explain.Syntax(text, issues)}
	}
	names := check.ReferencesOf(parsed.NativeRep())
	if problems := explain.Names(scope, text, parsed.NativeRep(), names); len(problems) > 0 {
		return Expression{}, problems
	}
	for _, name := range names.Vars {
		if scope.Undefined(name) {
			return Expression{}, nil
		}
	}
	checked, issues := c.env.Check(parsed, scope)
	if issues.Err() != nil {
		return Expression{}, explain.Types(c.env, scope, text, parsed, issues)
	}
	l := lowered(lower.Input{Env: c.env, Scope: scope, AST: checked.NativeRep(), Text: text})
	if len(l.Problems) > 0 {
		return Expression{}, l.Problems
	}
	return Expression{Node: l.Node, Warnings: l.Warnings, Usage: l.Usage, Sources: l.Sources, places: l.Places}, nil
}

// lowering makes the tree of a checked expression.
type lowering func(lower.Input) lower.Lowered
