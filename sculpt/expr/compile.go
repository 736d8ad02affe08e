package expr

import (
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
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
	parsed, issues := e.cel.Parse(text)
	if issues.Err() != nil {
		return nil, syntaxProblems(text, issues)
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
	e.provider.missed = nil
	checked, issues := e.cel.Check(parsed)
	if problems := addressProblems(text, parsed.NativeRep(), issues); len(problems) > 0 {
		return nil, problems
	}
	if issues.Err() != nil {
		return nil, e.typeProblems(text, issues)
	}
	l := &lowerer{env: e, ast: checked.NativeRep(), text: text}
	node := l.root(json)
	return node, l.problems
}

// checkNames reports names that nothing has, before types are looked at: the plainest explanation wins.
func (e *Env) checkNames(text string, a *ast.AST, refs References) []Problem {
	var problems []Problem
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
			offset, length := span(a, text, use.id)
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

// syntaxProblems are the parser's findings.
func syntaxProblems(text string, issues *cel.Issues) []Problem {
	var problems []Problem
	for _, err := range issues.Errors() {
		message := strings.TrimPrefix(err.Message, "Syntax error: ")
		problems = append(problems, Problem{locate(text, err.Location), 1, "this is no CEL expression: " + message})
	}
	return problems
}

// typeProblems are the checker's findings, in plain words.
func (e *Env) typeProblems(text string, issues *cel.Issues) []Problem {
	var problems []Problem
	for _, err := range issues.Errors() {
		offset := functionName(text, locate(text, err.Location))
		problems = append(problems, Problem{offset, tokenLength(text, offset), e.plainMessage(err)})
	}
	return problems
}

// locate turns CEL's line and column, which count code points, into a byte offset.
func locate(text string, at common.Location) int {
	offset := 0
	for line := 1; line < at.Line(); line++ {
		i := strings.IndexByte(text[offset:], '\n')
		if i < 0 {
			return len(text)
		}
		offset += i + 1
	}
	for col := 0; col < at.Column() && offset < len(text); col++ {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset
}

// span returns the bytes of text that the expression with that id, and all below it, was parsed from.
func span(a *ast.AST, text string, id int64) (offset, length int) {
	start, stop := -1, -1
	widen := ast.NewExprVisitor(func(e ast.Expr) {
		r, ok := a.SourceInfo().GetOffsetRange(e.ID())
		if !ok {
			return
		}
		if start < 0 || int(r.Start) < start {
			start = int(r.Start)
		}
		stop = max(stop, int(r.Stop))
	})
	find := ast.NewExprVisitor(func(e ast.Expr) {
		if e.ID() == id {
			ast.PostOrderVisit(e, widen)
		}
	})
	ast.PostOrderVisit(a.Expr(), find)
	if start < 0 {
		return 0, 1
	}
	begin := byteOffset(text, start)
	end := byteOffset(text, stop)
	end += wordLength(text, end) // the parser's range of x.f ends with the dot
	return begin, max(end-begin, 1)
}

// byteOffset is the byte offset of the n-th code point.
func byteOffset(text string, n int) int {
	offset := 0
	for ; n > 0 && offset < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset
}

// tokenLength is how much to underline from offset on: a whole identifier, with the dot that precedes it, or one byte.
func tokenLength(text string, offset int) int {
	dot := 0
	if strings.HasPrefix(text[offset:], ".") {
		dot = 1
	}
	if strings.HasPrefix(text[offset:], ".?") {
		dot = 2
	}
	return max(dot+wordLength(text, offset+dot), 1)
}

// wordLength is the length of the identifier or number at offset, or 0.
func wordLength(text string, offset int) int {
	i := offset
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i - offset
}

func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// functionName is the offset of the name before a parenthesis, which is where the checker finds the problems of a call.
func functionName(text string, offset int) int {
	if offset >= len(text) || text[offset] != '(' {
		return offset
	}
	start := offset
	for start > 0 && isWord(text[start-1]) {
		start--
	}
	if start > 0 && start < offset && text[start-1] == '.' {
		start--
	}
	return start
}
