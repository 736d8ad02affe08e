package expr

import (
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/checker"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// typeProblems are the checker's findings in the words of a manifest.
func (e *Env) typeProblems(text string, parsed *cel.Ast, issues *cel.Issues) []Problem {
	typed, found := e.recheck(parsed)
	if len(found) == 0 { // what validators of arguments find, which see a tree without type errors
		found = issues.Errors()
	}
	x := &explainer{env: e, typed: typed, places: newPlaces(typed, text), exprs: map[int64]ast.Expr{}, inside: map[int64]bool{}}
	x.index()
	var problems []Problem
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

// recheck checks again what the checker found wrong, to have what it drops then: the types of what is right in it.
func (e *Env) recheck(parsed *cel.Ast) (*ast.AST, []*common.Error) {
	env, err := checker.NewEnv(e.cel.Container, e.provider, checker.CrossTypeNumericComparisons(true))
	if err == nil {
		err = env.AddIdents(e.cel.Variables()...)
	}
	for _, f := range e.cel.Functions() {
		if err == nil {
			err = env.AddFunctions(f)
		}
	}
	if err != nil {
		return parsed.NativeRep(), nil
	}
	typed, errs := checker.Check(parsed.NativeRep(), parsed.Source(), env)
	return typed, errs.GetErrors()
}

// explainer says what is wrong with an expression whose types do not fit.
type explainer struct {
	env    *Env
	typed  *ast.AST
	places *places
	exprs  map[int64]ast.Expr
	inside map[int64]bool // what follows from a greater mistake: arguments of a macro that is none
}

// index notes the expressions by their ids, and those that are not worth a message.
func (x *explainer) index() {
	ast.PostOrderVisit(x.typed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		x.exprs[e.ID()] = e
		if e.Kind() != ast.CallKind || x.env.cel.HasFunction(e.AsCall().FunctionName()) {
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

// follows reports whether a call takes something that it does not know because of another mistake.
func (x *explainer) follows(err *common.Error) bool {
	e := x.exprs[err.ExprID]
	return e != nil && overloadNotFound.MatchString(err.Message) && e.Kind() == ast.CallKind && slices.ContainsFunc(e.AsCall().Args(), func(a ast.Expr) bool { return x.typeOf(a).Kind() == types.ErrorKind })
}

// namespace is the name before the dot of a function like math.abs, if e is one of those or none that the expression knows.
func (x *explainer) namespace(e ast.Expr) string {
	if e.Kind() == ast.IdentKind && x.typeOf(e).Kind() == types.ErrorKind {
		return e.AsIdent()
	}
	return ""
}

// ofNamespace reports whether e calls a function like math.abs.
func (x *explainer) ofNamespace(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && (!e.AsCall().IsMemberFunction() || x.namespace(e.AsCall().Target()) != "")
}

func (x *explainer) typeOf(e ast.Expr) *types.Type { return x.typed.GetType(e.ID()) }

// phrase is the type of e with an article.
func (x *explainer) phrase(e ast.Expr) string { return x.env.provider.irType(x.typeOf(e)).Phrase() }

// named is e as it is written, if that is short, and "this" otherwise.
func (x *explainer) named(e ast.Expr) string {
	if s := x.places.source(e.ID()); s != "" && !strings.Contains(s, "\n") {
		return s
	}
	return "this"
}

// at is a problem of all of e.
func (x *explainer) at(e ast.Expr, message string) Problem {
	offset, length := x.places.span(e.ID())
	return Problem{offset, length, message}
}

var overloadNotFound = regexp.MustCompile(`^found no matching overload for '([^']*)'`)

// complaints are what the checker says, and who explains it. What the first groups match is passed on.
var complaints = []struct {
	said    *regexp.Regexp
	explain func(x *explainer, e ast.Expr, said []string) (message string, about ast.Expr)
}{
	{regexp.MustCompile(`^undefined field '(.*)'$`), (*explainer).noField},
	{regexp.MustCompile(`does not support field selection$`), (*explainer).noFields},
	{regexp.MustCompile(`^undeclared reference to '([^']*)'`), (*explainer).unknown},
	{overloadNotFound, (*explainer).noOverload},
	{regexp.MustCompile(`^expected type '([^']*)'`), (*explainer).wrongType},
	{regexp.MustCompile(`cannot be range of a comprehension`), (*explainer).noRange},
	{regexp.MustCompile(`^could not parse formatting clause: (.*)`), (*explainer).badFormat},
	{regexp.MustCompile(`^index \d+ out of range$`), (*explainer).fewArguments},
	{regexp.MustCompile(`^error during formatting: (\S+) clause`), (*explainer).wrongClause},
}

// explain makes a problem of a finding. One that explains itself with another expression stands there, others at the
// name or operator that the checker points to.
func (x *explainer) explain(err *common.Error) Problem {
	e := x.exprs[err.ExprID]
	offset, length := x.places.word(err.Location, e != nil && x.ofNamespace(e))
	for _, c := range complaints {
		said := c.said.FindStringSubmatch(err.Message)
		if said == nil || e == nil {
			continue
		}
		message, about := c.explain(x, e, said)
		if about != nil {
			return x.at(about, message)
		}
		return Problem{offset, length, message}
	}
	return Problem{offset, length, "this is no valid use of CEL; see docs/expressions.md for what expressions can do"}
}

// operand is what the field is read of by x.f, x.?f or has(x.f).
func operand(e ast.Expr) (x ast.Expr, field string) {
	if e.Kind() == ast.SelectKind {
		return e.AsSelect().Operand(), e.AsSelect().FieldName()
	}
	name, _ := e.AsCall().Args()[1].AsLiteral().(types.String)
	return e.AsCall().Args()[0], string(name)
}

func (x *explainer) noField(e ast.Expr, _ []string) (string, ast.Expr) {
	from, field := operand(e)
	t := x.env.provider.irType(x.typeOf(from))
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	if t.Kind != ir.Object {
		return "there is no field " + quote(field), nil
	}
	return noField(x.noun(from, t.Object), t.Object, field), nil
}

// noun is what an object is called: answers of one structure are one type, and each goes by its own step.
func (x *explainer) noun(e ast.Expr, o *ir.ObjectType) string {
	switch {
	case e.Kind() == ast.IdentKind && e.AsIdent() == thisName:
		return answerName(x.env.this)
	case e.Kind() == ast.SelectKind && e.AsSelect().Operand().Kind() == ast.IdentKind && e.AsSelect().Operand().AsIdent() == stepsName:
		return answerName(e.AsSelect().FieldName())
	}
	return o.Noun()
}

// mostFields is how many fields a message lists.
const mostFields = 8

// noField says that an object, which noun names, has no field of that name, and which it has.
func noField(noun string, o *ir.ObjectType, field string) string {
	message := noun + " has no field " + quote(field)
	if body := o.Field("body"); body != nil && body.Type.Kind == ir.Object && body.Type.Object.Field(field) != nil {
		return message + "; did you mean body." + fieldSource(field) + "?"
	}
	near := diag.Suggest(field, o.Names())
	switch {
	case near != "" && fieldSource(near) != near:
		return message + "; did you mean " + fieldSource(near) + ", with its backquotes?"
	case near != "":
		return message + "; did you mean " + quote(near) + "?"
	case len(o.Fields) <= mostFields:
		names := o.Names()
		for i, name := range names {
			names[i] = fieldSource(name)
		}
		return message + "; it has " + strings.Join(names, ", ")
	}
	return message
}

// noFields says that a value is none with fields.
func (x *explainer) noFields(e ast.Expr, _ []string) (string, ast.Expr) {
	from, field := operand(e)
	t := x.env.provider.irType(x.typeOf(from))
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	message := x.named(from) + " is " + t.Phrase() + " and has no fields"
	switch {
	case foreignNames[field] != "":
		return message + "; " + foreignNames[field], nil
	case x.env.cel.HasFunction(field):
		return message + "; " + field + " is a function: write ." + field + "(...)", nil
	case t.Kind == ir.List:
		return message + "; one element is read with [0], all with .map(x, x." + fieldSource(field) + ")", nil
	}
	return message, nil
}

// unknown says that there is no name or function of that name.
func (x *explainer) unknown(e ast.Expr, said []string) (string, ast.Expr) {
	name := said[1]
	switch e.Kind() {
	case ast.CallKind:
		return x.unknownFunction(e, name), nil
	case ast.StructKind:
		return "messages are Protobuf, which OpenAPI has not; a map is written {\"name\": value}", nil
	}
	if hint := foreignNames[name]; hint != "" {
		return "there is no name " + quote(name) + "; " + hint, nil
	}
	for _, container := range containers {
		if o := x.env.provider.objects[container]; o != nil && container != thisName && o.Field(name) != nil {
			return "there is no name " + quote(name) + "; did you mean " + container + "." + name + "?", nil
		}
	}
	return "there is no name " + quote(name) + diag.DidYouMean(name, append(x.env.functionNames(), containers...)), nil
}

func (x *explainer) unknownFunction(e ast.Expr, name string) string {
	if use := macroUses[name]; use != "" {
		return name + " is written " + use
	}
	if e.AsCall().IsMemberFunction() {
		target := e.AsCall().Target()
		t := x.env.provider.irType(x.typeOf(target))
		switch space := x.namespace(target); {
		case space != "":
			name = space + "." + name
		case t.Kind == ir.Object && t.Object.Field(name) != nil:
			return name + " is a field and no function: write it without parentheses"
		}
	}
	if use := macroUses[name]; use != "" {
		return name + " is written " + use
	}
	message := "there is no function " + quote(name)
	if hint := foreignNames[name[strings.LastIndexByte(name, '.')+1:]]; hint != "" {
		return message + "; " + hint
	}
	return message + diag.DidYouMean(name, x.env.functionNames())
}

// wrongType says that a value has another type than its place.
func (x *explainer) wrongType(e ast.Expr, said []string) (string, ast.Expr) {
	needed := "true or false is needed"
	switch {
	case strings.HasPrefix(said[1], "optional_type"):
		needed = "an optional is needed, as from .?field: ? stands before an element that may be absent"
	case said[1] != "bool":
		needed = "another type is needed"
	}
	return x.named(e) + " is " + x.phrase(e) + " where " + needed, e
}

func (x *explainer) noRange(e ast.Expr, _ []string) (string, ast.Expr) {
	message := x.named(e) + " is " + x.phrase(e) + ", and only arrays and maps can be run over"
	if x.env.provider.irType(x.typeOf(e)).Kind == ir.Optional {
		message += "; say what stands for an absent one, with .orValue([])"
	}
	return message, e
}

func (x *explainer) badFormat(ast.Expr, []string) (string, ast.Expr) {
	return "a clause of this text is none that format knows; those are %s, %d, %f, %e, %b, %o, %x, %X and %% for a percent sign", nil
}

func (x *explainer) fewArguments(ast.Expr, []string) (string, ast.Expr) {
	return "the text has more clauses than the list has values", nil
}

// clauseTypes are what the clauses of format take, by the names that the checker has for them.
var clauseTypes = map[string]string{
	"decimal": "%d takes integers and numbers", "hex": "%x takes integers, strings and bytes", "octal": "%o takes integers",
	"binary": "%b takes integers and booleans", "fixed-point": "%f takes numbers", "scientific": "%e takes numbers", "string": "%s takes no such value",
}

func (x *explainer) wrongClause(e ast.Expr, said []string) (string, ast.Expr) {
	return "this is " + x.phrase(e) + orDefault(clauseTypes[said[1]], ", which the clause of the text does not take"), e
}

func orDefault(takes, otherwise string) string {
	if takes == "" {
		return otherwise
	}
	return ", and " + takes
}

// functionNames are the functions that an author can call, sorted.
func (e *Env) functionNames() []string {
	names := []string{"math.greatest", "math.least"}
	for name := range e.cel.Functions() {
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

// operatorName is an operator as authors write it: _+_ is +.
func operatorName(function string) string {
	switch function {
	case "math.@max":
		return "math.greatest"
	case "math.@min":
		return "math.least"
	case "@sortByAssociatedKeys":
		return "sortBy"
	case operators.Conditional:
		return "?:"
	case operators.Index, operators.OptIndex:
		return "[...]"
	}
	return strings.Trim(function, "_@")
}
