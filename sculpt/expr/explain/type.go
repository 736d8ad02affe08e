// Package explain says what is wrong with an expression, in the words of a manifest.
//
// CEL's messages speak of its grammar and of Protobuf's types. What the parser or the checker says decides here which rule applies;
// the message is made of the tokens of the text and of the types that the checker found. Of [1, 2].length it is
//
//	[1, 2] is an array and has no fields; the size is .size()
//
// with the span of .length.
package explain

import (
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
)

// Types says what is wrong with an expression whose types do not fit, of which the checker says issues.
func Types(env *check.Env, scope *check.Scope, text string, parsed *cel.Ast, issues *cel.Issues) []source.Problem {
	typed, found := env.Recheck(parsed, scope)
	if len(found) == 0 { // what validators of arguments find, which see a tree without type errors
		found = issues.Errors()
	}
	x := &mistyped{env: env, scope: scope, typed: typed, places: source.NewPlaces(typed, text), exprs: map[int64]ast.Expr{}, inside: map[int64]bool{}}
	x.index()
	var problems []source.Problem
	for _, err := range found {
		if !x.inside[err.ExprID] && !x.follows(err) {
			problems = append(problems, x.explain(err))
		}
	}
	if len(problems) == 0 { // of very many findings the checker keeps the first, and what they follow from may come later
		problems = append(problems, x.explain(found[0]))
	}
	return problems
}

// mistyped is an expression whose types do not fit, with the types of what is right in it.
type mistyped struct {
	env    *check.Env
	scope  *check.Scope
	typed  *ast.AST
	places *source.Places
	exprs  map[int64]ast.Expr
	inside map[int64]bool // the parts of calls that are explained with the call: a namespace before the dot, and the arguments of a macro or a foreign function
}

// index fills exprs and inside.
func (x *mistyped) index() {
	ast.PostOrderVisit(x.typed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		x.exprs[e.ID()] = e
		if e.Kind() != ast.CallKind || x.env.CEL().HasFunction(e.AsCall().FunctionName()) {
			return
		}
		var below []ast.Expr
		name := e.AsCall().FunctionName()
		if e.AsCall().IsMemberFunction() && x.namespace(e.AsCall().Target()) != "" {
			below = append(below, e.AsCall().Target())
			name = x.namespace(e.AsCall().Target()) + "." + name
		}
		if macroUses[name] != "" || foreignNames[name] != "" {
			below = append(below, e.AsCall().Args()...)
		}
		for _, arg := range below {
			ast.PostOrderVisit(arg, ast.NewExprVisitor(func(e ast.Expr) { x.inside[e.ID()] = true }))
		}
	}))
}

// follows reports whether err only follows from another one: no overload fits a call, because the type of an argument is not known.
func (x *mistyped) follows(err *common.Error) bool {
	e := x.exprs[err.ExprID]
	return e != nil && overloadNotFound.MatchString(err.Message) && e.Kind() == ast.CallKind && slices.ContainsFunc(e.AsCall().Args(), func(a ast.Expr) bool { return x.typeOf(a).Kind() == types.ErrorKind })
}

// namespace returns the name that e is if nothing declares it, as math in math.abs(x), and an empty one otherwise.
func (x *mistyped) namespace(e ast.Expr) string {
	if e.Kind() == ast.IdentKind && x.typeOf(e).Kind() == types.ErrorKind {
		return e.AsIdent()
	}
	return ""
}

// ofNamespace reports whether e calls a function by its full name, such as math.abs.
func (x *mistyped) ofNamespace(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && (!e.AsCall().IsMemberFunction() || x.namespace(e.AsCall().Target()) != "")
}

func (x *mistyped) typeOf(e ast.Expr) *types.Type { return x.typed.GetType(e.ID()) }

// phrase is the type of e with an article.
func (x *mistyped) phrase(e ast.Expr) string { return x.scope.Type(x.typeOf(e)).Phrase() }

// named is e as it is written, if that is short, and "this" otherwise.
func (x *mistyped) named(e ast.Expr) string {
	if s := x.places.Source(e.ID()); s != "" && !strings.Contains(s, "\n") {
		return s
	}
	return "this"
}

// at is a problem of all of e.
func (x *mistyped) at(e ast.Expr, message string) source.Problem {
	return source.Problem{Span: x.places.Span(e.ID()), Message: message}
}

var overloadNotFound = regexp.MustCompile(`^found no matching overload for '([^']*)'`)

// complaints are the messages of the checker, and what explains each in the words of a manifest. matches are those of the groups of complaint.
var complaints = []struct {
	complaint *regexp.Regexp
	explain   func(x *mistyped, e ast.Expr, matches []string) (message string, about ast.Expr)
}{
	{regexp.MustCompile(`^undefined field '(.*)'$`), undefinedField},
	{regexp.MustCompile(`does not support field selection$`), noFields},
	{regexp.MustCompile(`^undeclared reference to '([^']*)'`), undeclared},
	{overloadNotFound, noOverload},
	{regexp.MustCompile(`^expected type '([^']*)'`), wrongType},
	{regexp.MustCompile(`cannot be range of a comprehension`), noRange},
	{regexp.MustCompile(`^could not parse formatting clause: (.*)`), says("a clause of this text is none that format knows; those are %s, %d, %f, %e, %b, %o, %x, %X and %% for a percent sign")},
	{regexp.MustCompile(`^index \d+ out of range$`), says("the text has more clauses than the list has values")},
	{regexp.MustCompile(`^too many arguments supplied`), says("the list has more values than the text has clauses")},
	{regexp.MustCompile(`^unexpected end of string$`), says("the text ends in the middle of a clause; a percent sign is written %%")},
	{regexp.MustCompile(`^error during formatting: (?:(\S+) clause|.* as (\w+))`), wrongClause},
	{regexp.MustCompile(`^invalid (ip|cidr) argument: `), badAddress},
}

// says explains a complaint with a message that is always the same.
func says(message string) func(*mistyped, ast.Expr, []string) (string, ast.Expr) {
	return func(*mistyped, ast.Expr, []string) (string, ast.Expr) { return message, nil }
}

// explain makes a problem of what the checker has found. Its place is the expression that the explanation is about, if that is another one, or else the
// name or operator that the checker points to.
func (x *mistyped) explain(err *common.Error) source.Problem {
	e := x.exprs[err.ExprID]
	span := x.places.Word(err.Location, e != nil && x.ofNamespace(e))
	for _, c := range complaints {
		matches := c.complaint.FindStringSubmatch(err.Message)
		if matches == nil || e == nil {
			continue
		}
		message, about := c.explain(x, e, matches)
		if about != nil {
			return x.at(about, message)
		}
		return source.Problem{Span: span, Message: message}
	}
	return source.Problem{Span: span, Message: "this is no valid use of CEL; see docs/expressions.md for what expressions can do"}
}

// functionNames are the functions that an author can call, sorted.
func functionNames(env *check.Env) []string {
	names := []string{"math.greatest", "math.least"}
	for name := range env.CEL().Functions() {
		if !strings.ContainsAny(name, "_@[?!") {
			names = append(names, name)
		}
	}
	for name := range macroUses {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
