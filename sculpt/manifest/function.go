package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Function is a function that the vendor writes, and steps call.
type Function struct {
	Name        Value[string]
	Description Value[string]
	Writes      Value[bool] // default: false
	Args        []*Argument
	Returns     *Type // nil if it was written wrongly
}

func newFunction(r *reader, name Value[string], what string, n *yaml.Node) *Function {
	f := &Function{Name: name}
	r.mapping(n, what, name.place(),
		required("description", value(&f.Description, text(atMost(maxDescription)))),
		optional("writes", value(&f.Writes, boolean)),
		optional("args", named("argument", snake, each(&f.Args, newArgument))),
		required("returns", typeOf(&f.Returns)),
	)
	return f
}

// Argument is an argument of a function.
type Argument struct {
	Name     Value[string]
	Optional Value[bool] // default: false
	Type     *Type
}

func newArgument(r *reader, name Value[string], what string, n *yaml.Node) *Argument {
	a := &Argument{Name: name, Type: &Type{}}
	fields := append(a.Type.fields(), optional("optional", value(&a.Optional, boolean)))
	a.Type.read(r, what, n, name.place(), fields)
	return a
}

// Type is the type of an argument, of a result, or of a part of one: what JSON Schema has for it.
type Type struct {
	Pos         diag.Position
	Kind        Value[string] // string, integer, number, boolean, array or object; empty if it was written wrongly
	Description Value[string]
	Items       *Type       // array
	Properties  []*Property // object
	Required    []Value[string]
}

// Property is a member of an object.
type Property struct {
	Name Value[string]
	Type *Type
}

// typeOf is the target of a type.
func typeOf(dst **Type) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		t := &Type{}
		t.read(r, what, n, r.place(n), t.fields())
		*dst = t
	}}
}

// typeKinds are the types that there are, by the names that JSON Schema has for them.
var typeKinds = []string{"string", "integer", "number", "boolean", "array", "object"}

// partKeys are the keys that only one type has.
var partKeys = []typeKey{{"items", "array"}, {"properties", "object"}, {"required", "object"}}

func (t *Type) fields() []field {
	return []field{
		required("type", kind(&t.Kind, typeKinds...)),
		optional("description", value(&t.Description, text(atMost(maxDescription)))),
		optional("items", target{read: func(r *reader, what string, n *yaml.Node) { typeOf(&t.Items).read(r, what, n) }}),
		optional("properties", named("property", snake, each(&t.Properties, newProperty))),
		optional("required", texts(&t.Required, text(snake))),
	}
}

// read reads a type with the given keys. owner is the place to blame for those that are missing.
func (t *Type) read(r *reader, what string, n *yaml.Node, owner place, fields []field) {
	t.Pos = owner.pos
	r.mapping(n, what, owner, fields...)
	if n.Kind != yaml.MappingNode || t.Kind.V == "" {
		return
	}
	keys := keyNodes(n)
	for _, k := range partKeys {
		if key := keys[k.key]; key != nil && t.Kind.V != k.kind {
			r.errorf(r.place(key), "conflicting-keys", "%s is of type %s; only the type %s has %q", what, t.Kind.V, k.kind, k.key)
		}
	}
	for _, k := range partKeys[:2] {
		if t.Kind.V == k.kind && keys[k.key] == nil {
			r.errorf(owner, "missing-key", "missing key %q in %s of type %s", k.key, what, k.kind)
		}
	}
}

func newProperty(r *reader, name Value[string], what string, n *yaml.Node) *Property {
	p := &Property{Name: name, Type: &Type{}}
	p.Type.read(r, what, n, name.place(), p.Type.fields())
	return p
}
