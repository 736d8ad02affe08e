package manifest

import (
	"math"

	"go.yaml.in/yaml/v4"
)

// defaultMax is the maximum of an int input that states none.
const defaultMax = 65535

// Input is one input of a tool. Default and Examples are scalars without expressions; whether they fit the type and its
// constraints is not checked here.
type Input struct {
	ID          Value[string] // its key
	Name        Value[string] // default: derived from ID
	Type        Value[string] // string (default), int, boolean, enum; empty if it was written wrongly, then without Default and Examples
	Description Value[string]
	Required    Value[bool] // default: true
	Default     *Node
	Examples    []*Node
	Min, Max    Value[int64] // Max has the default 65535
	MaxLength   Value[int64] // in characters
	Format      Value[string]
	Values      []*Named
}

func newInput(r *reader, id Value[string], what string, n *yaml.Node) *Input {
	in := &Input{ID: id, Type: Value[string]{V: "string"}, Required: Value[bool]{V: true}, Max: Value[int64]{V: defaultMax}}
	whole := integer(math.MinInt64, math.MaxInt64)
	r.mapping(n, what, id.place(),
		optional("name", value(&in.Name, text(oneLine, atMost(maxName)))),
		optional("type", kind(&in.Type, "string", "int", "boolean", "enum")),
		required("description", value(&in.Description, text(atMost(maxDescription)))),
		optional("required", value(&in.Required, boolean)),
		optional("default", constant(&in.Default)),
		optional("examples", constants(&in.Examples)),
		optional("min", value(&in.Min, whole)),
		optional("max", value(&in.Max, whole)),
		optional("max_length", value(&in.MaxLength, integer(1, math.MaxInt32))),
		optional("format", value(&in.Format, text(oneOf("date", "date-time", "time", "email", "uri", "uuid")))),
		optional("values", enumValues(&in.Values)),
		elseCalled("optional", "required: false"), elseCalled("title", "name"), elseCalled("enum", "type: enum, and the values under \"values\""),
		elseCalled("minimum", "min"), elseCalled("maximum", "max"),
	)
	if n.Kind == yaml.MappingNode {
		checkType(r, what, id.place(), in.Type.V, n, inputTypeKeys)
		checkInput(r, what, in)
	}
	return in
}

// kind is the target of a type, of which only the given ones exist. A wrong one is left empty: what it allows of other
// keys is not known.
func kind(dst *Value[string], allowed ...string) target {
	t := value(dst, text(oneOf(allowed...)))
	return target{unset: t.unset, read: func(r *reader, what string, n *yaml.Node) {
		dst.V = ""
		t.read(r, what, n)
	}}
}

// typeKey is a key that only one type of input or output has.
type typeKey struct{ key, kind string }

var inputTypeKeys = []typeKey{
	{"min", "int"}, {"max", "int"}, {"max_length", "string"}, {"format", "string"}, {"values", "enum"},
}

// checkType checks that the keys of the input or output n are those of its type.
func checkType(r *reader, what string, owner place, kind string, n *yaml.Node, typeKeys []typeKey) {
	if kind == "" {
		return
	}
	keys := r.keysOf(n)
	keys.ofType(what, kind, typeKeys)
	if kind == "enum" && !keys.has("values") {
		r.errorf(owner, "missing-key", "missing key \"values\" in %s of type enum", what)
	}
}

// ofType refuses the keys that another type has than the one that is written.
func (k keys) ofType(what, kind string, typeKeys []typeKey) {
	for _, own := range typeKeys {
		k.refuse(own.key, kind != own.kind, "%s is of type %s; only the type %s has %q", what, kind, own.kind, own.key)
	}
}

// checkInput checks that the bounds of an input agree. Of an input whose type was written wrongly it drops the values
// that only the type gives a meaning.
func checkInput(r *reader, what string, in *Input) {
	if in.Type.V == "" {
		in.Default, in.Examples = nil, nil
	}
	if in.Min.Set && in.Min.V > in.Max.V {
		limit := "max"
		if !in.Max.Set {
			limit = "the default of max"
		}
		r.errorf(in.Min.place(), "bad-value", "\"min\" of %s is %d, above %s, which is %d", what, in.Min.V, limit, in.Max.V)
	}
}
