package manifest

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Function is a function that the vendor writes, and steps call, or that signs requests.
type Function struct {
	Name        Value[string]
	Description Value[string]
	Writes      Value[bool] // default: false
	Signs       Value[bool] // default: false
	Args        []*Argument
	Returns     *Type // nil if it was written wrongly, or signs
	Accepted    Accepts
}

func newFunction(r *reader, name Value[string], what string, n *yaml.Node) *Function {
	f := &Function{Name: name}
	keys := keyNodes(n)
	r.mapping(n, what, name.place(), f.fields()...)
	f.Accepted.reach(r, name.place(), n)
	if n.Kind != yaml.MappingNode {
		return f
	}
	for _, key := range []string{"returns", "writes"} {
		switch at := keys[key]; {
		case at != nil && f.Signs.V:
			r.errorf(r.place(at), "conflicting-keys", "%s signs requests, and has no %q", what, key)
		case at == nil && key == "returns" && !f.Signs.V:
			r.errorf(name.place(), "missing-key", "missing key \"returns\" in %s", what)
		}
	}
	return f
}

func functionForm(b *book) *Form { return b.keys("functions", new(Function).fields()) }

func (f *Function) fields() []field {
	return []field{
		required("description", value(&f.Description, description)),
		optional("writes", value(&f.Writes, boolean)),
		optional("signs", value(&f.Signs, boolean)),
		optional("args", named("argument", snake, each(&f.Args, argumentForm, newArgument))),
		optional("returns", typeOf(&f.Returns)),
		optional("accept", f.Accepted.target()),
	}
}

// Argument is an argument of a function.
type Argument struct {
	Name     Value[string]
	Optional Value[bool] // default: false
	Type     *Type
}

func newArgument(r *reader, name Value[string], what string, n *yaml.Node) *Argument {
	a := &Argument{Name: name, Type: &Type{}}
	readType(a.Type, r, what, n, name.place(), a.fields())
	return a
}

func argumentForm(b *book) *Form {
	return b.keys("types.arguments", (&Argument{Type: &Type{}}).fields(), typeRules()...)
}

func (a *Argument) fields() []field {
	return append(typeFields(a.Type), optional("optional", value(&a.Optional, boolean)))
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
	return target{form: typeForm, read: func(r *reader, what string, n *yaml.Node) {
		t := &Type{}
		readType(t, r, what, n, r.place(n), typeFields(t))
		*dst = t
	}}
}

// typeKinds are the types that there are, by the names that JSON Schema has for them.
var typeKinds = []string{"string", "integer", "number", "boolean", "array", "object"}

// partKeys are the keys that only one type has.
var partKeys = []typeKey{{"items", []string{"array"}}, {"properties", []string{"object"}}, {"required", []string{"object"}}}

func typeForm(b *book) *Form { return b.keys("types", typeFields(&Type{}), typeRules()...) }

// typeRules are those of the keys that one type has, and of those that it needs.
func typeRules() []rule {
	return append(onlyOf(partKeys, ""), needed("array", "items"), needed("object", "properties"))
}

func typeFields(t *Type) []field {
	return []field{
		required("type", kind(&t.Kind, typeKinds...)),
		optional("description", value(&t.Description, description)),
		optional("items", target{form: typeForm, read: func(r *reader, what string, n *yaml.Node) { typeOf(&t.Items).read(r, what, n) }}),
		optional("properties", named("property", snake, each(&t.Properties, typeForm, newProperty))),
		optional("required", texts(&t.Required, text(snake))),
	}
}

// readType reads a type with the given keys. owner is the place to blame for those that are missing.
func readType(t *Type, r *reader, what string, n *yaml.Node, owner place, fields []field) {
	t.Pos = owner.pos
	r.mapping(n, what, owner, fields...)
	if n.Kind != yaml.MappingNode || t.Kind.V == "" {
		return
	}
	keys := r.keysOf(n)
	keys.ofType(what, t.Kind.V, partKeys)
	for _, k := range partKeys[:2] {
		if slices.Contains(k.kinds, t.Kind.V) && !keys.has(k.key) {
			r.errorf(owner, "missing-key", "missing key %q in %s of type %s", k.key, what, t.Kind.V)
		}
	}
}

func newProperty(r *reader, name Value[string], what string, n *yaml.Node) *Property {
	p := &Property{Name: name, Type: &Type{}}
	readType(p.Type, r, what, n, name.place(), typeFields(p.Type))
	return p
}
