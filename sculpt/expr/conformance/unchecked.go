package conformance

import (
	"fmt"
	"regexp"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/parser"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/exprtest"
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
		if err := s.declareUnbound(a, name); err != nil {
			return "", err
		}
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

// declareUnbound declares a name as a function that nothing implements, and makes calls of uses as a variable.
func (s *suiteTest) declareUnbound(a *ast.AST, name string) error {
	fac := ast.NewExprFactory()
	overload, params := cel.Overload, []*cel.Type{}
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch {
		case e.Kind() == ast.IdentKind && e.AsIdent() == name:
			e.SetKindCase(fac.NewCall(e.ID(), name))
		case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == name:
			params = slices.Repeat([]*cel.Type{cel.DynType}, len(e.AsCall().Args()))
			if e.AsCall().IsMemberFunction() {
				overload, params = cel.MemberOverload, append(params, cel.DynType)
			}
		}
	}))
	s.declareFunction(name, overload("unbound_"+name, params, cel.DynType))
	var err error
	s.env, err = exprtest.New(expr.Names{}, s.declared)
	return err
}
