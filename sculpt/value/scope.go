// Package value reads the values of a manifest: literals, templates, expressions and trees, to typed trees of package ir.
// From ${inputs.city} where a document wants a string comes a read of the input, of type string; or nil, and the reason
// among the findings.
//
// Expressions are compiled by package expr. A [Scope] puts what that finds at its place in the manifest, and reads what
// expressions are a part of. How a value fits what a document wants of it is decided here too: an argument
// ([Scope.Argument]), the JSON of a body or an output ([Scope.JSON]).
package value

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// Names is what the expressions of a scope may name. Of the embedded names, Tables and TableKeys are ignored: NewScope makes them of the field Tables.
type Names struct {
	expr.Names
	Secrets  []string // the config values that are secret
	Tables   []*plan.Table
	Declared []nact.Input // the inputs as callers see them
}

// Scope reads values in which expressions may name certain things.
type Scope struct {
	compiler    *expr.Compiler
	expressions *expr.Scope
	compiled    *Compiled
	decided     *decided
	tables      map[string]*plan.Table
	secrets     *secrets
	inputs      map[string]*nact.Input // as callers see them
	defined     map[string]*definition // the vars that have a value
	eachOf      map[string]ir.Node     // the list for whose elements a step runs, by step
	shown       bool                   // the agent learns something of the values
	given       bool                   // a part gets the values
	found       findings
}

// NewScope returns a scope. What is wrong with the values that are read in it is added to found.
func NewScope(compiler *expr.Compiler, n Names, found *diag.List) *Scope {
	s := &Scope{
		compiler: compiler, compiled: newCompiled(), decided: &decided{unions{}, map[treeIn]choice{}}, tables: map[string]*plan.Table{}, secrets: newSecrets(n.Secrets),
		inputs: map[string]*nact.Input{}, defined: map[string]*definition{}, eachOf: map[string]ir.Node{}, found: findings{found},
	}
	for i := range n.Declared {
		s.inputs[n.Declared[i].ID] = &n.Declared[i]
	}
	names := n.Names
	names.Tables, names.TableKeys = &ir.ObjectType{Name: "tables"}, map[string]map[string]bool{}
	for _, t := range n.Tables {
		s.tables[t.Name] = t
		names.Tables.Add(&ir.Field{Name: t.Name, Type: t.Type, Required: true})
		names.TableKeys[t.Name] = map[string]bool{}
		for _, row := range t.Rows {
			names.TableKeys[t.Name][row.Key] = true
		}
	}
	s.expressions = compiler.Scope(names)
	return s
}

// Compiled returns what is known of the expressions that were read in the scope, and in those that were made of it: of all of them, since an
// escaped one would be able to name what was defined after it.
func (s *Scope) Compiled() *Compiled {
	s.compiled.judgeEscapes()
	return s.compiled
}

// Of returns the scope in which this is the answer of a step.
func (s *Scope) Of(step string) *Scope {
	of := *s
	of.expressions = s.expressions.Of(step)
	return &of
}

// In returns the scope of a step that runs for each element of a list, where the element has a name.
func (s *Scope) In(step, name string, list ir.Node) *Scope {
	s.eachOf[step] = list
	s.secrets.note(s.secrets.elements, step, list)
	in := *s
	in.expressions = s.expressions.In(step, name, list.Type().Elem)
	return &in
}

// Under returns the scope in which a condition holds.
func (s *Scope) Under(cond ir.Node) *Scope {
	under := *s
	under.expressions = s.expressions.Under(cond)
	return &under
}

// OfError returns the scope in which this is an error answer of a step.
func (s *Scope) OfError(step string, a *expr.ErrorAnswer) *Scope {
	of := *s
	of.expressions = s.expressions.OfError(step, a)
	return &of
}

// Define gives a var its value. What names a var that has none is not checked: the var's own error is enough.
func (s *Scope) Define(name string, value ir.Node) {
	s.expressions.Define(name, value)
	if value != nil {
		s.defined[name] = &definition{value, s.Possible(value), s.settled(value), s.handedOn(value)}
	}
	s.secrets.note(s.secrets.vars, name, value)
}

// definition is the value of a var, with what was found out about it when it was defined: whatever reads the var need not look again.
type definition struct {
	value    ir.Node
	possible []any // see [Scope.Possible]
	settled  bool
	handedOn bool
}

// definition returns the var that a root names, or nil if it names none, or one without a value.
func (s *Scope) definition(n *ir.Root) *definition {
	if n.Kind != ir.VarRoot {
		return nil
	}
	return s.defined[n.Name]
}

// Means reports whether a name means something in every expression.
func (s *Scope) Means(name string) bool { return s.compiler.Means(name) }

// References returns what the source of an expression names.
func (s *Scope) References(e *manifest.Expr) expr.References {
	return s.compiler.References(e.Text)
}

// Compile checks an expression, and reports its problems. It returns nil if there are any, and if the expression names a
// var that has some.
func (s *Scope) Compile(e *manifest.Expr) ir.Node {
	compiled, problems := s.expressions.Compile(e.Text)
	return s.reported(e, compiled, problems)
}

// compileJSON compiles an expression whose value becomes JSON, and reports its problems as [Scope.Compile] does. name is what the value is,
// for the names of Go types.
func (s *Scope) compileJSON(e *manifest.Expr, name string) ir.Node {
	compiled, problems := s.expressions.CompileJSON(e.Text, name)
	return s.reported(e, compiled, problems)
}

// reported reports the problems and warnings of an expression, and returns its tree; nil if there are problems.
func (s *Scope) reported(e *manifest.Expr, compiled expr.Expression, problems []expr.Problem) ir.Node {
	s.expressions.Observed(e, e.Text)
	for _, p := range problems {
		s.found.Errorf(e.At(p.Offset), p.Length, "expression", "%s", p.Message)
	}
	if compiled.Node != nil && !s.keepsSecrets(e, compiled.Node) {
		return nil
	}
	s.compiled.add(e, compiled)
	if compiled.Node != nil {
		compiled.Node.Marked().Written = e.Text
	}
	return compiled.Node
}

// findings are what is wrong with the values of a scope.
type findings struct{ *diag.List }

// refuse reports what is wrong with a value, and returns nil in its place.
func (f findings) refuse(at diag.Located, rule, format string, args ...any) ir.Node {
	f.ErrorAt(at, rule, format, args...)
	return nil
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
	converted, err := s.expressions.Assign(n, t)
	if err != nil {
		return s.found.refuse(e, "type", "%s", err)
	}
	if rule, message := s.expressions.AssignWarning(n, t); rule != "" {
		s.compiled.Warnings.WarnAt(e, rule, "%s", message)
	}
	return s.compiled.converted(converted)
}

// Enum warns of an expression's value that has to be one of the given names, and is another by the document.
func (s *Scope) Enum(e *manifest.Expr, n ir.Node, names []string) {
	if rule, message := s.expressions.EnumWarning(n, names); rule != "" {
		s.compiled.Warnings.WarnAt(e, rule, "%s", message)
	}
}

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

// Literal is [Literal] of a scalar that could hold expressions of the scope.
func (s *Scope) Literal(n *manifest.Node, t *ir.Type) (value any, message string) {
	s.compiled.noteEscapes(n.Scalar, s.expressions)
	return Literal(n, t)
}

// Text is a scalar as text, its expressions put in.
func (s *Scope) Text(t *manifest.Template) ir.Node {
	s.compiled.noteEscapes(t, s.expressions)
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
	text, err := expr.Text(n)
	if err != nil {
		return s.found.refuse(e, "type", "%s", err)
	}
	return text
}

// Where returns the place of expressions with what an error there is blamed on: the answers that they read, or else the inputs. nil is no
// expression.
func (s *Scope) Where(place plan.Place, nodes ...ir.Node) plan.Where {
	w, returned := plan.Where{Place: place}, false
	inputs := map[string]bool{}
	for root := range s.through().Roots(nodes...) {
		switch {
		case root.Answered():
			w.Answers = true
		case root.OfStep():
			returned = true
		case root.Kind == ir.InputRoot:
			inputs[root.Name] = true
		}
	}
	if !w.Answers && !returned {
		w.Inputs = sortedNames(inputs)
	}
	return w
}

// through goes through the vars of the scope, and the lists that steps run for the elements of.
func (s *Scope) through() reads.Through {
	return reads.Through{
		Var: func(name string) ir.Node {
			if v := s.defined[name]; v != nil {
				return v.value
			}
			return nil
		},
		List: func(step string) ir.Node { return s.eachOf[step] },
	}
}
