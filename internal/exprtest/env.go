// Package exprtest holds compiled expressions to the reference interpreter of CEL. Only tests import it.
//
// An [Env] compiles an expression as a manifest's, and makes a program of it for the interpreter: both have to come to the same
// value, or to an error.
package exprtest

import (
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/internal/exprtest/reference"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Env compiles and interprets the expressions that may name certain things.
type Env struct {
	Scope *expr.Scope
	env   *check.Env
	names *check.Scope
	used  expr.UsageLog // by the expressions compiled so far
}

// New returns an Env. more declares what expressions may name beside that.
func New(names expr.Names, more ...cel.EnvOption) (*Env, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	options := []cel.EnvOption{cel.CustomTypeAdapter(orderedMaps{registry})}
	implementations := reference.Functions()
	for _, f := range ir.Functions() {
		if f.Declares == "" {
			continue
		}
		implementation := implementations[f.Overloads[0]]
		if implementation == nil {
			return nil, fmt.Errorf("%s has no reference", f.Declares)
		}
		options = append(options, check.Declare(f, cel.FunctionBinding(implementation)))
	}
	env, err := check.NewEnv(append(options, more...)...)
	if err != nil {
		return nil, err
	}
	return &Env{Scope: expr.NewCompilerFor(env).Scope(names), env: env, names: check.NewScope(names)}, nil
}

// Compile compiles an expression.
func (e *Env) Compile(text string) (ir.Node, []expr.Problem) {
	compiled, problems := e.Scope.Compile(text)
	e.used = append(e.used, compiled.Usage...)
	return compiled.Node, problems
}

// TypeOf returns the type that the checker finds for an expression.
func (e *Env) TypeOf(text string) (*ir.Type, error) {
	checked, err := e.check(text)
	if err != nil {
		return nil, err
	}
	return e.names.Type(checked.OutputType()), nil
}

// Usage returns what the expressions compiled so far read.
func (e *Env) Usage() *usage.Usage { return usage.Of(e.used) }
