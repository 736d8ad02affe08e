// Package expr checks the CEL expressions of a manifest against the types of the OpenAPI documents, and turns them into
// typed trees (package ir). The reference library parses and checks; what its checker infers decides which function a
// call means. Here it is decided how values that may be absent, null or untyped are read.
package expr

import (
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// The names that hold everything an expression can read.
const (
	inputsName = "inputs"
	stepsName  = "steps"
	thisName   = "this"
	varsName   = "vars"
	configName = "config"
	tablesName = "tables"
)

// containers are those names in the order in which messages list them.
var containers = []string{inputsName, stepsName, thisName, varsName, configName, tablesName}

// Env checks and lowers the expressions of one manifest. What they may name is set tool by tool with [Env.Enter].
// It is not safe for concurrent use.
type Env struct {
	cel      *cel.Env
	provider *provider
	usage    *Usage
	scope    *Scope
	this     string              // the step whose answer is this, or empty
	records  map[string]*ir.Type // the types of records, by name and shape
	declared map[string]*ir.Type // variables outside the containers
	unbound  map[string]bool     // functions that nothing implements

	recordName string    // name of the records that are being made
	warnings   []Warning // of the expression that was compiled last
}

// Scope is what the expressions of a tool may name.
type Scope struct {
	Inputs *ir.ObjectType // an input that may be absent has an Optional type
	Steps  *ir.ObjectType // a step is an Object of body, status and headers
	Vars   *ir.ObjectType // those that are checked already
	Config *ir.ObjectType
	Tables *ir.ObjectType

	Pending   map[string]bool            // vars that could not be typed: what names them is not checked, since their own error is enough
	TableKeys map[string]map[string]bool // the keys of each table
	VarValues map[string]ir.Node         // what vars are computed from
}

// NewEnv returns an Env without a scope.
func NewEnv() (*Env, error) {
	p, err := newProvider()
	if err != nil {
		return nil, fmt.Errorf("setting up CEL: %w", err)
	}
	options := []cel.EnvOption{
		cel.CustomTypeProvider(p),
		cel.CustomTypeAdapter(orderedMaps{p.Registry}),
		cel.OptionalTypes(),
		cel.CrossTypeNumericComparisons(true),
		cel.EnableIdentifierEscapeSyntax(),
		ext.Strings(), ext.Math(), ext.Lists(), ext.Bindings(), ext.Encoders(), ext.Sets(), ext.TwoVarComprehensions(),
		ext.Network(), blockMacros(),
	}
	options = append(options, vocabulary()...)
	for _, name := range containers {
		options = append(options, cel.Variable(name, cel.ObjectType(name)))
	}
	env, err := cel.NewEnv(options...)
	if err != nil {
		return nil, fmt.Errorf("setting up CEL: %w", err)
	}
	return &Env{cel: env, provider: p, usage: newUsage(), records: map[string]*ir.Type{}, declared: map[string]*ir.Type{}, unbound: map[string]bool{}}, nil
}

// Declare makes name, which may be qualified with dots, a variable of type t: a var whose name stands alone.
func (e *Env) Declare(name string, t *ir.Type) error {
	return e.extend(cel.Variable(name, e.provider.celType(t)), func() { e.declared[name] = t })
}

// DeclareFunction makes a function known that nothing implements. Expressions can name it, and calling it is an error.
func (e *Env) DeclareFunction(name string, overloads ...cel.FunctionOpt) error {
	return e.extend(cel.Function(name, overloads...), func() { e.unbound[name] = true })
}

// Within makes names be looked for in a namespace first.
func (e *Env) Within(namespace string) error { return e.extend(cel.Container(namespace), func() {}) }

func (e *Env) extend(option cel.EnvOption, done func()) error {
	extended, err := e.cel.Extend(option)
	if err != nil {
		return err
	}
	e.cel = extended
	done()
	return nil
}

// Usage returns what the expressions compiled so far read.
func (e *Env) Usage() *Usage { return e.usage }

// Enter sets what the following expressions may name. this is the step whose own answer they may read, or empty.
func (e *Env) Enter(scope *Scope, this string) {
	if scope != e.scope {
		e.records = map[string]*ir.Type{} // every tool has Go types of its own
		e.provider.alike = newAlike()     // messages name the types of the tool
	}
	e.scope, e.this = scope, this
	p := e.provider
	p.objects[inputsName] = plainFields(scope.Inputs)
	p.objects[stepsName] = scope.Steps
	p.objects[varsName] = scope.Vars
	p.objects[configName] = scope.Config
	p.objects[tablesName] = scope.Tables
	delete(p.objects, thisName)
	if f := scope.Steps.Field(this); f != nil {
		p.objects[thisName] = f.Type.Object
	}
}

// plainFields returns o with the content of each Optional field as the field's type: CEL's checker sees an optional
// input as a field, and it is the lowering that insists on .? or has().
func plainFields(o *ir.ObjectType) *ir.ObjectType {
	plain := &ir.ObjectType{Name: o.Name}
	for _, f := range o.Fields {
		t := f.Type
		if t.Kind == ir.Optional {
			t = t.Elem
		}
		plain.Add(&ir.Field{Name: f.Name, Type: t})
	}
	return plain
}

func answerName(step string) string { return "the answer of " + step }

// Answer returns the type of a step with its answer of that body; nil for an answer whose body nobody can read.
func Answer(step string, body *ir.Type) *ir.Type {
	o := &ir.ObjectType{Name: answerName(step)}
	if body != nil {
		o.Add(&ir.Field{Name: "body", Type: body, Required: true})
	}
	o.Add(&ir.Field{Name: "status", Type: ir.IntType, Required: true})
	o.Add(&ir.Field{Name: "headers", Type: ir.MapOf(ir.StringType, ir.StringType), Required: true})
	return ir.ObjectOf(o)
}
