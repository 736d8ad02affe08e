package conformance

import (
	"fmt"
	"regexp"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"
)

// parse parses the expression without expanding macros.
func (s *suiteTest) parse() (*cel.Ast, error) {
	env, err := cel.NewEnv(cel.OptionalTypes(), cel.ClearMacros(), cel.EnableIdentifierEscapeSyntax())
	if err != nil {
		return nil, err
	}
	parsed, issues := env.Parse(s.Expr)
	return parsed, issues.Err()
}

// uncheck returns the expression as one that the checker lets pass, with the meaning that it has unchecked.
func (s *suiteTest) uncheck() (string, error) {
	parsed, err := s.parse()
	if err != nil {
		return "", err
	}
	a := parsed.NativeRep()
	untype(a)
	for range 10 {
		text, err := parser.Unparse(a.Expr(), a.SourceInfo())
		if err != nil {
			return "", err
		}
		name, ok := s.undeclared(text)
		if !ok {
			return text, nil
		}
		replaceByFailure(a, name)
	}
	return "", fmt.Errorf("too many names that nothing declares")
}

// untype wraps literals and the results of functions in dyn(...).
func untype(a *ast.AST) {
	fac := ast.NewExprFactory()
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.LiteralKind, ast.ListKind, ast.MapKind, ast.CallKind:
			e.SetKindCase(fac.NewCall(e.ID(), "dyn", fac.CopyExpr(e)))
		}
	}))
}

var undeclaredName = regexp.MustCompile(`^there is no (?:name|function) "(?:[^"]*\.)?([^"]*)"`)

// undeclared returns a name in a text that nothing declares.
func (s *suiteTest) undeclared(text string) (name string, ok bool) {
	_, problems := s.env.Compile(text)
	for _, p := range problems {
		if m := undeclaredName.FindStringSubmatch(p.Message); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// replaceByFailure puts a division by zero in the place of a name and of calls of it. Their arguments need not be computed to fail.
func replaceByFailure(a *ast.AST, name string) {
	fac := ast.NewExprFactory()
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		named := e.Kind() == ast.IdentKind && e.AsIdent() == name
		called := e.Kind() == ast.CallKind && e.AsCall().FunctionName() == name
		if named || called {
			division := fac.NewCall(e.ID(), operators.Divide, fac.NewLiteral(e.ID(), types.Int(1)), fac.NewLiteral(e.ID(), types.Int(0)))
			e.SetKindCase(fac.NewCall(e.ID(), "dyn", division))
		}
	}))
}
