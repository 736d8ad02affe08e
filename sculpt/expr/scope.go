package expr

import (
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/lower"
	"github.com/nactgen/nactgen/sculpt/expr/warn"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Scope compiles the expressions at one place, which may name certain things. The scopes of one tool share its vars.
type Scope struct {
	compiler *Compiler
	names    *check.Scope
}

// Scope returns the scope of a tool's expressions.
func (c *Compiler) Scope(n Names) *Scope { return &Scope{c, check.NewScope(n)} }

// Of returns the scope in which this is the answer of a step.
func (s *Scope) Of(step string) *Scope { return &Scope{s.compiler, s.names.Of(step)} }

// In returns the scope of a step that runs for elements of type t, where the element has a name.
func (s *Scope) In(step, name string, t *ir.Type) *Scope {
	return &Scope{s.compiler, s.names.In(step, name, t)}
}

// Under returns the scope in which a condition holds.
func (s *Scope) Under(cond ir.Node) *Scope { return &Scope{s.compiler, s.names.Under(cond)} }

// OfError returns the scope in which this is an error answer of a step.
func (s *Scope) OfError(step string, a *ErrorAnswer) *Scope {
	return &Scope{s.compiler, s.names.OfError(step, a)}
}

// Define gives a var its value. An expression that names a var without one is not checked.
func (s *Scope) Define(name string, value ir.Node) { s.names.Define(name, value) }

// Compile compiles an expression.
func (s *Scope) Compile(text string) (Expression, []Problem) {
	return s.compiler.compile(text, s.names, lower.Value)
}

// CompileJSON compiles an expression whose value becomes JSON: a map literal becomes a record, its members in the author's
// order. name is what the JSON is, for the names of records: the output's id.
func (s *Scope) CompileJSON(text, name string) (Expression, []Problem) {
	asJSON := func(in lower.Input) lower.Lowered { return lower.JSON(in, name) }
	return s.compiler.compile(text, s.names, asJSON)
}

// Converted is a value that was made of others, and what that does with answers.
type Converted struct {
	Node  ir.Node
	Usage UsageLog
}

func converted(by func(convert.Converter) (ir.Node, error)) (Converted, error) {
	var used UsageLog
	n, err := by(convert.Converter{Usage: &used})
	return Converted{n, used}, err
}

// Assign makes a value of type t of n, for a place outside CEL: a parameter, a member of a body, an output. The error says
// why n does not fit.
func (s *Scope) Assign(n ir.Node, t *ir.Type) (Converted, error) {
	return converted(func(c convert.Converter) (ir.Node, error) { return c.Assign(n, t) })
}

// Copy is Assign where t may hold objects: their members are copied from those of n.
func (s *Scope) Copy(n ir.Node, t *ir.Type) (Converted, error) {
	return converted(func(c convert.Converter) (ir.Node, error) { return c.Copy(n, t) })
}

// AssignWarning says why a value that [Scope.Assign] takes fails as the service runs; rule is empty if it does not.
func (s *Scope) AssignWarning(n ir.Node, t *ir.Type) (rule, message string) {
	return warn.Assigned(n, t, s.names.Values())
}

// EnumWarning says why a value that has to be one of the given names is none of them; rule is empty if it may be one.
func (s *Scope) EnumWarning(n ir.Node, names []string) (rule, message string) {
	return warn.NeverOneOf(n, names, s.names.Values())
}

// Record returns a record of the members. name is what the outermost record is.
func (s *Scope) Record(name string, members []ir.RecordMember) *ir.Record {
	return s.names.Record(name, members)
}

// List returns a list of the elements, which become JSON.
func (s *Scope) List(elems []ir.Node) Converted {
	var used UsageLog
	return Converted{convert.Converter{Usage: &used}.List(elems), used}
}

// AbsentIfNull is n, where null counts as absent: a nullable scalar becomes an optional. Others stay as they are.
func AbsentIfNull(n ir.Node) ir.Node { return convert.AbsentIfNull(n) }

// Text is n as text in a template. The error says why it has none.
func Text(n ir.Node) (ir.Node, error) { return convert.Text(n) }
