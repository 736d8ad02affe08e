// Package jsonschema says in JSON Schema (2020-12) which JSON values of a type are: what a caller may rely on in a json output.
package jsonschema

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of returns the schema of the JSON of a type, on one line, always the same for the same type. A dyn is anything: {}. Held says
// how the fields of answers are held, as [plan.Plan.StructFields] returns it: a field is required if the service refuses an
// answer without it, and not just because a document says so. An object that stands at several places, or holds itself, is
// defined once, under $defs.
func Of(t *ir.Type, held map[*ir.Field]*plan.StructField) string {
	w := &writer{held: held, uses: map[*ir.ObjectType]int{}, names: map[*ir.ObjectType]string{}}
	w.count(t)
	w.name()
	schema := jsontext.NewObject(nil)
	w.members(schema, t)
	if len(w.shared) > 0 {
		defs := jsontext.NewObject(nil)
		for _, o := range w.shared {
			defs.Value(w.names[o], json.RawMessage(w.object(o)))
		}
		schema.Value("$defs", json.RawMessage(defs.End()))
	}
	return string(schema.End())
}

// writer writes the schemas of one type and of what it holds.
type writer struct {
	held   map[*ir.Field]*plan.StructField
	met    []*ir.ObjectType // in the order in which they are met
	uses   map[*ir.ObjectType]int
	shared []*ir.ObjectType // those with more than one use
	names  map[*ir.ObjectType]string
}

// count counts at how many places each object type stands.
func (w *writer) count(t *ir.Type) {
	for ; t != nil; t = t.Elem {
		if t.Kind != ir.Object {
			continue
		}
		if w.uses[t.Object]++; w.uses[t.Object] > 1 {
			return
		}
		w.met = append(w.met, t.Object)
		for _, f := range t.Object.Fields {
			w.count(f.Type)
		}
	}
}

// name names the object types that are defined once.
func (w *writer) name() {
	taken := map[string]bool{}
	for _, o := range w.met {
		if w.uses[o] == 1 {
			continue
		}
		name := o.Name
		for n := 2; taken[name]; n++ {
			name = o.Name + strconv.Itoa(n)
		}
		taken[name] = true
		w.shared, w.names[o] = append(w.shared, o), name
	}
}

// schema returns the schema of a type as an object.
func (w *writer) schema(t *ir.Type) json.RawMessage {
	object := jsontext.NewObject(nil)
	w.members(object, t)
	return object.End()
}

// members appends the members of a type's schema.
func (w *writer) members(s *jsontext.Object, t *ir.Type) {
	if t.Kind == ir.Optional {
		w.members(s, t.Elem)
		return
	}
	name := jsonTypes[t.Kind]
	switch {
	case t.Nullable && (t.Kind == ir.Object || t.Enum != nil || name == ""):
		s.List("anyOf", 2, func(b []byte, i int) []byte {
			if i == 0 {
				return append(b, w.schema(notNull(t))...)
			}
			return append(b, `{"type":"null"}`...)
		})
		return
	case t.Kind == ir.Object && w.names[t.Object] != "":
		s.Text("$ref", reference(w.names[t.Object]))
		return
	case t.Kind == ir.Object:
		w.properties(s, t.Object)
		return
	case t.Nullable:
		s.List("type", 2, func(b []byte, i int) []byte { return jsontext.AppendString(b, []string{name, "null"}[i]) })
	case name != "":
		s.Text("type", name)
	}
	w.constraints(s, t)
}

// constraints appends what there is to say beside the type.
func (w *writer) constraints(s *jsontext.Object, t *ir.Type) {
	switch {
	case t.Enum != nil:
		s.List("enum", len(t.Enum.Values), func(b []byte, i int) []byte { return jsontext.AppendString(b, t.Enum.Values[i]) })
	case t.Kind == ir.Uint:
		s.Int("minimum", 0)
	case t.Kind == ir.Timestamp:
		s.Text("format", "date-time")
	case t.Kind == ir.Bytes:
		s.Text("contentEncoding", "base64")
	case t.Kind == ir.List:
		s.Value("items", w.schema(t.Elem))
	case t.Kind == ir.Map:
		s.Value("additionalProperties", w.schema(t.Elem))
	}
}

func (w *writer) object(o *ir.ObjectType) []byte {
	s := jsontext.NewObject(nil)
	w.properties(s, o)
	return s.End()
}

func (w *writer) properties(s *jsontext.Object, o *ir.ObjectType) {
	properties := jsontext.NewObject(nil)
	var required []string
	for _, f := range o.Fields {
		properties.Value(f.Name, w.schema(f.Type))
		if w.always(f) {
			required = append(required, f.Name)
		}
	}
	s.Text("type", "object")
	s.Value("properties", json.RawMessage(properties.End()))
	if len(required) > 0 {
		s.List("required", len(required), func(b []byte, i int) []byte { return jsontext.AppendString(b, required[i]) })
	}
}

// always reports whether an object always has the field. What is no answer's is there unless it is an optional.
func (w *writer) always(f *ir.Field) bool {
	if held := w.held[f]; held != nil {
		return held.Always
	}
	return f.Type.Kind != ir.Optional
}

// notNull is a type without its null.
func notNull(t *ir.Type) *ir.Type {
	plain := *t
	plain.Nullable = false
	return &plain
}

// jsonTypes are the types that values have in JSON. What is not here is of a type that the service alone knows.
var jsonTypes = map[ir.Kind]string{
	ir.Null: "null", ir.Bool: "boolean", ir.Int: "integer", ir.Uint: "integer", ir.Double: "number", ir.String: "string", ir.Bytes: "string",
	ir.Timestamp: "string", ir.IP: "string", ir.CIDR: "string", ir.List: "array", ir.Map: "object",
}

// reference refers to a definition by its name, which can have any characters: as JSON Pointer has it, in a fragment.
func reference(name string) string {
	return (&url.URL{Fragment: "/$defs/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)}).String()
}
