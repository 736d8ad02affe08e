package explain

import (
	"strconv"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Names says which names of a parsed expression nothing has. They are looked at before types: the plainest explanation wins.
func Names(scope *check.Scope, text string, parsed *ast.AST, refs check.References) []source.Problem {
	var problems []source.Problem
	places := source.NewPlaces(parsed, text)
	for _, use := range refs.Uses {
		if message := unknownName(scope, use); message != "" {
			problems = append(problems, source.Problem{Span: places.Span(use.ID), Message: message})
		}
	}
	return problems
}

// unknownName says what is wrong with a use of a container; it is empty if nothing is.
func unknownName(scope *check.Scope, use check.Use) string {
	members := scope.Container(use.Container)
	switch {
	case use.Container == check.This && scope.ThisReturned():
		return unknownInResult(scope.Step, members, use)
	case members == nil:
		return "this is the answer of the step itself: it can be used in expect and on_error alone"
	case use.Name == "":
		return use.Container + " is no value of its own: name one of its members"
	case members.Field(use.Name) != nil, use.Container == check.Vars && scope.Undefined(use.Name):
		return ""
	case use.Container == check.This && scope.Error != nil && (use.Name == "body" || scope.Error.Empty):
		return scope.Error.Why
	case use.Container == check.This && use.Name == "body": // the answer is no JSON
		return noField(scope, check.AnswerName(scope.Step), members, use.Name)
	}
	nearest := diag.DidYouMean(use.Name, members.Names())
	if use.Container == check.This && nearest == "" {
		nearest = "; what it holds is read from its body: this.body." + source.FieldSource(use.Name)
	}
	return "there is no " + memberNouns[use.Container] + " " + strconv.Quote(use.Name) + nearest
}

// unknownInResult is unknownName for what the function of the step itself returned. It is nil if that is no object.
func unknownInResult(step string, result *ir.ObjectType, use check.Use) string {
	switch {
	case result == nil || use.Name == "":
		return "what the function of " + step + " returned is written steps." + step + " here"
	case result.Field(use.Name) == nil:
		return NoField(result.Noun(), result, use.Name)
	}
	return ""
}

var memberNouns = map[string]string{
	check.Inputs: "input", check.Steps: "step", check.Vars: "var", check.Config: "config value", check.Tables: "table", check.This: "member of an answer",
}
