// Package check parses and checks expressions with the reference library, cel-go: text to a checked AST, every part with its
// type.
//
// It tells the library what expressions may name, and of which types that is. [NewScope] takes an object type of inputs with
// a field city, a string, and [Env.Check] finds that inputs.city + 1 has no overload, and that inputs.city + "!" is a string.
// What is wrong is said in the library's words; package explain has others. What the functions of manifests are that CEL
// has not, the table of functions says: [ir.Function.Declares].
package check

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/checker"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Env is what expressions of all manifests have in common: CEL, its extensions, the functions of manifests. It is not safe for
// concurrent use.
type Env struct {
	cel      *cel.Env
	provider *provider
}

// NewEnv returns an Env. more is what its expressions know beside that.
func NewEnv(more ...cel.EnvOption) (*Env, error) {
	p, err := newProvider()
	if err != nil {
		return nil, fmt.Errorf("setting up CEL: %w", err)
	}
	options := []cel.EnvOption{
		cel.CustomTypeProvider(p),
		cel.OptionalTypes(),
		cel.CrossTypeNumericComparisons(true),
		cel.EnableIdentifierEscapeSyntax(),
		ext.Strings(), ext.Math(), ext.Lists(), ext.Bindings(), ext.Encoders(), ext.Sets(), ext.TwoVarComprehensions(),
		ext.Network(), blockMacros(), groupMacro(),
	}
	options = append(options, manifestFunctions()...)
	for _, name := range append(slices.Clip(Containers), element) {
		options = append(options, cel.Variable(name, cel.ObjectType(name)))
	}
	// Extensions of CEL keep the type adapter that they find set: what sets another comes first.
	env, err := cel.NewEnv(slices.Concat(more, options)...)
	if err != nil {
		return nil, fmt.Errorf("setting up CEL: %w", err)
	}
	return &Env{cel: env, provider: p}, nil
}

// CEL returns the environment of the reference library.
func (e *Env) CEL() *cel.Env { return e.cel }

// Parse parses an expression. Names in backquotes may have all characters, see [source.StandIn].
func (e *Env) Parse(text string) (*cel.Ast, *cel.Issues) {
	plain, names := source.StandIn(text)
	parsed, issues := e.cel.Parse(plain)
	if issues.Err() == nil && len(names) > 0 {
		source.PutBack(parsed.NativeRep().Expr(), names)
	}
	return parsed, issues
}

// Check checks a parsed expression.
func (e *Env) Check(parsed *cel.Ast, scope *Scope) (*cel.Ast, *cel.Issues) {
	e.provider.scope = scope
	scope.bindElement(parsed.NativeRep().Expr())
	return e.cel.Check(parsed)
}

// Recheck checks again what [Env.Check] found wrong, to have what that drops then: the types of what is right in it.
func (e *Env) Recheck(parsed *cel.Ast, scope *Scope) (*ast.AST, []*common.Error) {
	e.provider.scope = scope
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

// Parameters returns the declared types of the parameters of an overload.
func (e *Env) Parameters(function, overload string) []*types.Type {
	f, ok := e.cel.Functions()[function]
	if !ok {
		return nil
	}
	for _, o := range f.OverloadDecls() {
		if o.ID() == overload {
			return o.ArgTypes()
		}
	}
	return nil
}

// manifestFunctions declares the functions that CEL has not and manifests have: see docs/functions.md.
func manifestFunctions() []cel.EnvOption {
	var options []cel.EnvOption
	for _, f := range ir.Functions() {
		if f.Declares != "" {
			options = append(options, Declare(f))
		}
	}
	return options
}

// Declare returns the declaration of a function of manifests.
func Declare(f *ir.Function, more ...cel.OverloadOpt) cel.EnvOption {
	if f.Generic != nil {
		open := lists.Map(f.Generic, CELType)
		last := len(open) - 1
		return cel.Function(f.Declares, cel.MemberOverload(f.Overloads[0], open[:last], open[last], more...))
	}
	return cel.Function(f.Declares, cel.Overload(f.Overloads[0], lists.Map(f.Params, CELType), CELType(f.Result), more...))
}
