package check

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// The names that hold everything an expression can read.
const (
	Inputs = "inputs"
	Steps  = "steps"
	This   = "this"
	Vars   = "vars"
	Config = "config"
	Tables = "tables"
)

// Containers are those names in the order in which messages list them.
var Containers = []string{Inputs, Steps, This, Vars, Config, Tables}

// Names is what the expressions of a tool may name. nil is an object without members.
type Names struct {
	Inputs *ir.ObjectType // an input that may be absent has an Optional type
	Steps  *ir.ObjectType // the outcome of each: of a type made by [Answer], if it calls an operation once
	Config *ir.ObjectType
	Tables *ir.ObjectType
	Vars   []string // each has no value until [Scope.Define] gives it one

	Conditional map[string]bool            // the steps that may not run
	Answers     *ir.ObjectType             // what this is within the steps whose outcome is not one answer
	Paged       map[string]bool            // the steps that collect the pages of a list: their outcome has items and more
	Returns     map[string]bool            // the steps that call functions, or use parts once: their outcome is one value
	Used        map[string]bool            // the steps that use parts
	Leaves      map[string]bool            // those of them that leave elements out: their outcome has items and left_out
	TableKeys   map[string]map[string]bool // the keys of each table
	Unreadable  map[string]string          // the steps whose answer has no body: the operation that is called
}

// Scope is what the expressions at one place may name. The scopes of one tool share the vars, and the types that CEL knows by
// their names.
type Scope struct {
	Names
	Step  string       // the step whose own answer is this, or empty
	Error *ErrorAnswer // what this is in a rule of on_error; nil elsewhere
	Given []ir.Node    // conditions that hold where expressions are evaluated

	error    *ir.ObjectType            // the members of Error; nil if Error is
	loop     string                    // the step whose element has a name, or empty
	elements map[string]*ir.ObjectType // by step: an object that has the element for its only member
	vars     *vars
	types    *objectTypes
	records  ir.Records
}

// ErrorAnswer is the answer that a rule of on_error is about.
type ErrorAnswer struct {
	Body  *ir.Type // nil: it cannot be read
	Empty bool     // there is no answer: none of its parts can be read
	Why   string   // says why something cannot be read, and what to do; empty if all can
}

// parts returns the members of the answer to a step.
func (a *ErrorAnswer) parts(step string) *ir.ObjectType {
	if a.Empty {
		return &ir.ObjectType{Name: ErrorName(step)}
	}
	o := Answer(step, a.Body).Object
	o.Name = ErrorName(step)
	return o
}

// vars are the vars that have a value, and those that have none yet.
type vars struct {
	object    *ir.ObjectType
	values    map[string]ir.Node
	undefined map[string]bool
}

// NewScope returns a scope without a step of its own.
func NewScope(n Names) *Scope {
	v := &vars{object: &ir.ObjectType{Name: Vars}, values: map[string]ir.Node{}, undefined: map[string]bool{}}
	for _, name := range n.Vars {
		v.undefined[name] = true
	}
	for _, o := range []**ir.ObjectType{&n.Inputs, &n.Steps, &n.Answers, &n.Config, &n.Tables} {
		if *o == nil {
			*o = &ir.ObjectType{}
		}
	}
	return &Scope{Names: n, vars: v, types: newObjectTypes(), records: ir.Records{}, elements: map[string]*ir.ObjectType{}}
}

// Of returns the scope in which this is the answer of a step.
func (s *Scope) Of(step string) *Scope {
	of := *s
	of.Step, of.Error, of.error = step, nil, nil
	return &of
}

// In returns the scope of a step that runs for elements of type t, where the element has a name.
func (s *Scope) In(step, name string, t *ir.Type) *Scope {
	s.elements[step] = &ir.ObjectType{Name: element}
	s.elements[step].Add(&ir.Field{Name: name, Type: t, Required: true})
	in := *s
	in.loop = step
	return &in
}

// Under returns the scope in which a condition holds.
func (s *Scope) Under(cond ir.Node) *Scope {
	under := *s
	under.Given = append(slices.Clip(s.Given), cond)
	return &under
}

// OfError returns the scope in which this is an error answer of a step.
func (s *Scope) OfError(step string, a *ErrorAnswer) *Scope {
	of := *s
	of.Step, of.Error, of.error = step, a, a.parts(step)
	return &of
}

// WhyUnreadable says why nobody can read the body of an answer that is called by [AnswerName]; it is empty for one that has a body.
func (s *Scope) WhyUnreadable(answer string) string {
	for step, operation := range s.Unreadable {
		if answer == AnswerName(step) {
			return operation + " answers no body, so that the step " + step + " has none to read"
		}
	}
	return ""
}

// ThisName is what the answer that is this is called in messages.
func (s *Scope) ThisName() string {
	if s.Error != nil {
		return ErrorName(s.Step)
	}
	return AnswerName(s.Step)
}

// Define gives a var its value.
func (s *Scope) Define(name string, value ir.Node) {
	delete(s.vars.undefined, name)
	s.vars.object.Add(&ir.Field{Name: name, Type: value.Type(), Required: true})
	s.vars.values[name] = value
}

// Undefined reports whether a var is one that has no value yet.
func (s *Scope) Undefined(name string) bool { return s.vars.undefined[name] }

// Values returns what the vars are computed from, by their names.
func (s *Scope) Values() map[string]ir.Node { return s.vars.values }

// ThisReturned reports whether this is what the function of the step around returned.
func (s *Scope) ThisReturned() bool { return s.Error == nil && s.Returns[s.Step] }

// HasRow reports whether a table has a row for a key.
func (s *Scope) HasRow(table, key string) bool { return s.TableKeys[table][key] }

// Container returns the members of a container, as expressions see them: the input itself, which may have an Optional
// type. It is nil for a name that is no container here, as this is outside of a step.
func (s *Scope) Container(name string) *ir.ObjectType {
	switch name {
	case Inputs:
		return s.Inputs
	case Steps:
		return s.Steps
	case This:
		if s.error != nil {
			return s.error
		}
		if f := s.Answers.Field(s.Step); f != nil {
			return f.Type.Object
		}
		if f := s.Steps.Field(s.Step); f != nil {
			return f.Type.Object
		}
	case element:
		return s.elements[s.loop]
	case Vars:
		return s.vars.object
	case Config:
		return s.Config
	case Tables:
		return s.Tables
	}
	return nil
}

// Answer returns the members of the answer to a step's call: what this is within the step.
func (s *Scope) Answer(step string) *ir.ObjectType { return s.Of(step).Container(This) }

// object returns the object type that CEL knows by that name: of a container, or of a value.
func (s *Scope) object(name string) *ir.ObjectType {
	if o := s.Container(name); o != nil {
		return o
	}
	return s.types.objects[name]
}

// field returns the type of a field of an object type that CEL knows by that name. An input that may be absent is a plain
// field to CEL's checker: it is the lowering that insists on .? or has().
func (s *Scope) field(object, name string) *ir.Type {
	f := FieldOf(s.object(object), name)
	switch {
	case f == nil:
		return nil
	case object == Inputs && f.Type.Kind == ir.Optional:
		return f.Type.Elem
	}
	return f.Type
}

// AnswerName is what the answer of a step is called in messages.
func AnswerName(step string) string { return "the answer of " + step }

// Body returns the type of a body that an answer may lack: an object with the body, f, as its only field, in whose place Go has the field.
func Body(f *ir.Field) *ir.Type {
	o := &ir.ObjectType{Name: "the answer", Sole: true}
	o.Add(f)
	return ir.ObjectOf(o)
}

// bodyField is the field of answers that have a body of that type. An optional is one that answers may lack.
func bodyField(body *ir.Type) *ir.Field {
	if body.Kind == ir.Optional {
		return &ir.Field{Name: "body", Type: body.Elem}
	}
	return &ir.Field{Name: "body", Type: body, Required: true}
}

// Each returns the type of a step that runs for each element of a list: a list of answers of that body, of which nothing but the body
// is kept; of one whose body nobody can read, nothing but the status.
func Each(body *ir.Type) *ir.Type {
	o := &ir.ObjectType{Name: "the answer for an element", Sole: true}
	if body != nil {
		o.Add(bodyField(body))
	} else {
		o.Add(&ir.Field{Name: "status", Type: ir.IntType, Required: true})
	}
	return ir.ListOf(ir.ObjectOf(o))
}

// EachPages returns the type of a step that collects the pages of a list for each element of another one, of which nothing but the items
// is kept.
func EachPages(items *ir.Type) *ir.Type {
	o := &ir.ObjectType{Name: "the list for an element", Sole: true}
	o.Add(&ir.Field{Name: "items", Type: items, Required: true})
	return ir.ListOf(ir.ObjectOf(o))
}

// ErrorName is what an error answer to the call of a step is called in messages.
func ErrorName(step string) string { return "the error answer of " + step }

// Answer returns the type of a step with its answer of that body: nil for an answer whose body nobody can read, an optional for a body
// that the answer may lack.
func Answer(step string, body *ir.Type) *ir.Type {
	o := &ir.ObjectType{Name: AnswerName(step)}
	if body != nil {
		o.Add(bodyField(body))
	}
	o.Add(&ir.Field{Name: "status", Type: ir.IntType, Required: true})
	o.Add(&ir.Field{Name: "headers", Type: ir.MapOf(ir.StringType, ir.StringType), Required: true})
	return ir.ObjectOf(o)
}

// AddPages adds what is collected of the pages of a list to the type of a step's answer, which [Answer] made.
func AddPages(answer, items *ir.Type) {
	answer.Object.Add(&ir.Field{Name: "items", Type: items, Required: true})
	answer.Object.Add(&ir.Field{Name: "more", Type: ir.BoolType, Required: true})
}
