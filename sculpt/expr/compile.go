package expr

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Problem is what is wrong with an expression.
type Problem struct {
	Offset, Length int // bytes in the expression
	Message        string
}

// Compile checks the expression and returns its tree. A nil tree without problems means that the expression names a
// var whose own problem is reported already.
func (e *Env) Compile(text string) (ir.Node, []Problem) { return e.compile(text, false) }

// CompileJSON is Compile for an expression whose value becomes JSON: a map literal becomes a Record, its members in
// the author's order. name is what the JSON is, for the names of the Records: the output's id.
func (e *Env) CompileJSON(text, name string) (ir.Node, []Problem) {
	e.recordName = name
	return e.compile(text, true)
}

func (e *Env) compile(text string, json bool) (ir.Node, []Problem) {
	e.warnings = nil
	parsed, issues := e.parse(text)
	if issues.Err() != nil {
		return nil, []Problem{syntaxProblem(text, issues)}
	}
	refs := referencesOf(parsed.NativeRep())
	if problems := e.checkNames(text, parsed.NativeRep(), refs); len(problems) > 0 {
		return nil, problems
	}
	for _, name := range refs.Vars {
		if e.scope.Pending[name] {
			return nil, nil
		}
	}
	checked, issues := e.cel.Check(parsed)
	if issues.Err() != nil {
		return nil, e.typeProblems(text, parsed, issues)
	}
	l := &lowerer{env: e, ast: checked.NativeRep(), places: newPlaces(checked.NativeRep(), text)}
	node := l.root(json)
	if len(l.problems) == 0 {
		e.warnings = l.warnings(node)
	}
	return node, l.problems
}

// checkNames reports names that nothing has, before types are looked at: the plainest explanation wins.
func (e *Env) checkNames(text string, a *ast.AST, refs References) []Problem {
	var problems []Problem
	places := newPlaces(a, text)
	for _, use := range refs.uses {
		object := e.provider.objects[use.container]
		var message string
		switch {
		case use.container == thisName && object == nil:
			message = "this is the answer of the step itself: it can be used in expect alone"
		case use.name == "":
			message = use.container + " is no value of its own: name one of its members"
		case use.container == stepsName && e.this != "" && use.name == e.this:
			continue
		case object.Field(use.name) == nil && !(use.container == varsName && e.scope.Pending[use.name]):
			message = unknownMember(use.container, use.name, object)
		}
		if message != "" {
			offset, length := places.span(use.id)
			problems = append(problems, Problem{offset, length, message})
		}
	}
	return problems
}

var memberNouns = map[string]string{
	inputsName: "input", stepsName: "step", varsName: "var", configName: "config value", tablesName: "table", thisName: "member of an answer",
}

func unknownMember(container, name string, object *ir.ObjectType) string {
	message := "there is no " + memberNouns[container] + " " + quote(name)
	return message + diag.DidYouMean(name, object.Names())
}
