// Package value reads the values of a manifest: literals, templates, expressions and trees, to typed trees of package ir.
// From ${inputs.city} where a document wants a string comes a read of the input, of type string; or nil, and the reason
// among the findings.
//
// A [Scope] knows what expressions may name, and compiles them. How a value fits what a document wants of it is decided
// here too: an argument ([Scope.Argument]), the JSON of a body or an output ([Scope.JSON]).
package value

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Compiler compiles the expressions of one manifest.
type Compiler struct {
	env      *expr.Env
	warnings diag.List
}

// NewCompiler returns a compiler. It fails only if CEL itself cannot be set up.
func NewCompiler() (*Compiler, error) {
	env, err := expr.NewEnv()
	if err != nil {
		return nil, err
	}
	return &Compiler{env: env}, nil
}

// Usage returns what the expressions compiled so far read of answers.
func (c *Compiler) Usage() *expr.Usage { return c.env.Usage() }

// Warnings returns what is doubtful about the expressions compiled so far. It counts only where there are no errors.
func (c *Compiler) Warnings() diag.List { return c.warnings }

// Names is what the expressions of a scope may name.
type Names struct {
	Config     *ir.ObjectType
	Tables     []*plan.Table
	Inputs     *ir.ObjectType    // an input that may be absent has an Optional type
	Steps      *ir.ObjectType    // each of type [expr.Answer]
	Vars       []string          // those that are to be defined with [Scope.Define]
	Unreadable map[string]string // the steps whose answer is no JSON: the operation that is called
}

// Scope reads values in which expressions may name certain things.
type Scope struct {
	compiler   *Compiler
	names      *expr.Scope
	this       string // the step whose own answer can be read, or empty
	tables     map[string]*plan.Table
	unreadable map[string]string
	found      *diag.List
}

// Scope returns a scope. What is wrong with the values that are read in it is added to found.
func (c *Compiler) Scope(n Names, found *diag.List) *Scope {
	s := &Scope{compiler: c, tables: map[string]*plan.Table{}, unreadable: n.Unreadable, found: found}
	s.names = &expr.Scope{
		Inputs: orNone(n.Inputs, "inputs"), Steps: orNone(n.Steps, "steps"), Config: n.Config,
		Vars: &ir.ObjectType{Name: "vars"}, Tables: &ir.ObjectType{Name: "tables"},
		Pending: map[string]bool{}, TableKeys: map[string]map[string]bool{}, VarValues: map[string]ir.Node{},
	}
	for _, t := range n.Tables {
		s.tables[t.Name] = t
		s.names.Tables.Add(&ir.Field{Name: t.Name, Type: t.Type, Required: true})
		s.names.TableKeys[t.Name] = map[string]bool{}
		for _, row := range t.Rows {
			s.names.TableKeys[t.Name][row.Key] = true
		}
	}
	for _, name := range n.Vars {
		s.names.Pending[name] = true
	}
	return s
}

func orNone(o *ir.ObjectType, name string) *ir.ObjectType {
	if o == nil {
		return &ir.ObjectType{Name: name}
	}
	return o
}

// Of returns the scope in which this is the answer of a step.
func (s *Scope) Of(step string) *Scope {
	within := *s
	within.this = step
	return &within
}

// Define gives a var its value. What names a var that has none is not checked: the var's own error is enough.
func (s *Scope) Define(name string, value ir.Node) {
	delete(s.names.Pending, name)
	s.names.Vars.Add(&ir.Field{Name: name, Type: value.Type(), Required: true})
	s.names.VarValues[name] = value
}

// env returns the environment with the names of the scope.
func (s *Scope) env() *expr.Env {
	s.compiler.env.Enter(s.names, s.this)
	return s.compiler.env
}

// References returns what the source of an expression names.
func (s *Scope) References(e *manifest.Expr) expr.References {
	return s.compiler.env.References(e.Text)
}

// Compile checks an expression, and reports its problems. It returns nil if there are any, and if the expression names a
// var that has some.
func (s *Scope) Compile(e *manifest.Expr) ir.Node {
	n, problems := s.env().Compile(e.Text)
	return s.compiled(e, n, problems)
}

// compileJSON is Compile for an expression whose value becomes JSON. name is what it is, for the names of Go types.
func (s *Scope) compileJSON(e *manifest.Expr, name string) ir.Node {
	n, problems := s.env().CompileJSON(e.Text, name)
	return s.compiled(e, n, problems)
}

func (s *Scope) compiled(e *manifest.Expr, n ir.Node, problems []expr.Problem) ir.Node {
	for _, p := range problems {
		s.found.Errorf(e.At(p.Offset), p.Length, "expression", "%s", s.explained(p.Message))
	}
	for _, w := range s.compiler.env.Warnings() {
		s.compiler.warnings.Warnf(e.At(w.Offset), w.Length, w.Rule, "%s", w.Message)
	}
	if len(problems) > 0 {
		return nil
	}
	return n
}

// explained says of a body that nobody can read why that is so.
func (s *Scope) explained(message string) string {
	for step, operation := range s.unreadable {
		if strings.HasPrefix(message, fmt.Sprintf("the answer of %s has no field %q", step, "body")) {
			return fmt.Sprintf("%s answers no JSON, so the step %s has no body to read", operation, step)
		}
	}
	return message
}

// Condition is an expression that must be true or false.
func (s *Scope) Condition(e *manifest.Expr) ir.Node {
	return s.Assign(e, s.Compile(e), ir.BoolType)
}

// Assign makes a value of type t of an expression's, or reports why it is none. An Optional of t passes only if t is one.
// Of a nil value it makes nil.
func (s *Scope) Assign(e *manifest.Expr, n ir.Node, t *ir.Type) ir.Node {
	if n == nil {
		return nil
	}
	env := s.env()
	converted, message := env.Assign(n, t)
	if message != "" {
		s.found.ErrorAt(e, "type", "%s", message)
		return nil
	}
	if rule, message := env.AssignWarning(n, t); rule != "" {
		s.compiler.warnings.WarnAt(e, rule, "%s", message)
	}
	return converted
}

// AbsentIfNull is n, where null counts as absent: a nullable scalar becomes an optional. Others stay as they are.
func (s *Scope) AbsentIfNull(n ir.Node) ir.Node { return s.env().AbsentIfNull(n) }

// Template is the text that a scalar stands for. One that is a single expression must be text already.
func (s *Scope) Template(t *manifest.Template) ir.Node {
	if e := t.Single(); e != nil {
		return s.Assign(e, s.Compile(e), ir.StringType)
	}
	return s.Text(t)
}

// Untyped is the value of a scalar in the type that it has.
func (s *Scope) Untyped(t *manifest.Template) ir.Node {
	if e := t.Single(); e != nil {
		return s.Compile(e)
	}
	return s.Text(t)
}

// Text is a scalar as text, its expressions put in.
func (s *Scope) Text(t *manifest.Template) ir.Node {
	var parts []ir.Node
	ok := true
	for _, p := range t.Parts {
		part := ir.Node(&ir.Const{T: ir.StringType, Value: p.Text})
		if p.Expr != nil {
			part = s.textOf(p.Expr)
		}
		ok = ok && part != nil
		parts = append(parts, part)
	}
	switch {
	case !ok:
		return nil
	case len(parts) == 0:
		return &ir.Const{T: ir.StringType, Value: ""}
	case len(parts) == 1:
		return parts[0]
	}
	return &ir.Concat{Parts: parts}
}

// textOf is an expression as a part of a text.
func (s *Scope) textOf(e *manifest.Expr) ir.Node {
	n := s.Compile(e)
	if n == nil {
		return nil
	}
	text, message := s.env().Text(n)
	if message != "" {
		s.found.ErrorAt(e, "type", "%s", message)
		return nil
	}
	return text
}
