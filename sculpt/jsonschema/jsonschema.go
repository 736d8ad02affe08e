// Package jsonschema says in JSON Schema (2020-12) which JSON values of a type are: what a caller may rely on in a json output.
package jsonschema

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of returns the schema of the JSON of a type, on one line, always the same for the same type. A dyn is anything: {}. Decoded are
// the fields that answers are decoded into, as [plan.Plan.StructFields] returns them: a field is required if the service refuses an
// answer without it, and not just because a document says so: nothing is of an object that is handed on as it is. An object that
// stands at several places, or holds itself, is defined once, under $defs. Of what is in more than [Most] members, those that are the
// deepest are left out: an object there is just an object.
func Of(t *ir.Type, decoded map[*ir.Field]*plan.StructField) string {
	w := &writer{decoded: decoded, wholes: map[*ir.ObjectType]*ir.ObjectType{}, full: map[*ir.ObjectType]bool{}, uses: map[*ir.ObjectType]int{}, labels: map[*ir.ObjectType]string{}, names: map[*ir.ObjectType]string{}}
	w.choose(t)
	w.count(t, "")
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
	decoded map[*ir.Field]*plan.StructField
	wholes  map[*ir.ObjectType]*ir.ObjectType // the results of whole
	full    map[*ir.ObjectType]bool           // the objects whose members are written; of others it is only said that they are objects
	labels  map[*ir.ObjectType]string         // what an object is called as a type of its answer
	met     []*ir.ObjectType                  // the objects that are used, in the order in which they are met
	uses    map[*ir.ObjectType]int            // at how many places an object stands
	shared  []*ir.ObjectType                  // the objects that stand at several places, and are defined under $defs
	names   map[*ir.ObjectType]string         // the names of their definitions
}

// Most is how many members of objects a schema has.
const Most = 500

// whole returns the object type whose members an object has: the document's where the object is handed on as it is, otherwise its own.
func (w *writer) whole(o *ir.ObjectType) *ir.ObjectType {
	if whole, ok := w.wholes[o]; ok {
		return whole
	}
	whole := o
	if fields := o.Fields(); o.Described() && len(fields) > 0 && w.decoded[fields[0]] == nil {
		whole = o.Whole()
	}
	w.wholes[o] = whole
	return whole
}

// choose chooses the objects whose members are written: those that are the least deep.
func (w *writer) choose(t *ir.Type) {
	members := 0
	for level := []*ir.Type{t}; len(level) > 0; {
		var next []*ir.Type
		for _, t := range level {
			for t.Elem != nil {
				t = t.Elem
			}
			if t.Kind != ir.Object {
				continue
			}
			o := w.whole(t.Object)
			fields := o.Fields()
			if w.full[o] || members > 0 && members+len(fields) > Most {
				continue
			}
			w.full[o] = true
			members += len(fields)
			next = append(next, lists.Map(fields, func(f *ir.Field) *ir.Type { return f.Type })...)
		}
		level = next
	}
}

// count counts at how many places each object type stands in t, which is in the answer of that name; empty: it is in none.
func (w *writer) count(t *ir.Type, answer string) {
	for ; t != nil; t = t.Elem {
		if t.Kind != ir.Object || !w.full[w.whole(t.Object)] {
			continue
		}
		o := w.whole(t.Object)
		if w.uses[o]++; w.uses[o] > 1 {
			return
		}
		w.met = append(w.met, o)
		answer, w.labels[o] = label(t.Object, o, answer)
		for _, f := range o.Fields() {
			w.count(f.Type, answer)
		}
	}
}

// label returns what an object is called as one of an answer, and the name of the answer that its members are in. The name of a type
// begins with that of its answer, or of the document.
func label(o, whole *ir.ObjectType, answer string) (in, name string) {
	if o != whole {
		answer, _, _ = strings.Cut(o.Name, ":")
	}
	if _, name, ok := strings.Cut(whole.Name, ":"); ok && answer != "" {
		return answer, answer + ":" + name
	}
	return answer, whole.Name
}

// name names the object types that are defined once.
func (w *writer) name() {
	taken := map[string]bool{}
	for _, o := range w.met {
		if w.uses[o] == 1 {
			continue
		}
		name := w.labels[o]
		for n := 2; taken[name]; n++ {
			name = w.labels[o] + strconv.Itoa(n)
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
				return append(b, w.schema(t.NotNull())...)
			}
			return append(b, `{"type":"null"}`...)
		})
		return
	case t.Kind == ir.Object && w.names[w.whole(t.Object)] != "":
		definition := "/$defs/" + pointer.Replace(w.names[w.whole(t.Object)])
		s.Text("$ref", (&url.URL{Fragment: definition}).String()) // a name can have any characters
		return
	case t.Kind == ir.Object:
		w.properties(s, w.whole(t.Object))
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
		s.Value("items", w.schema(t.Elem.Held()))
	case t.Kind == ir.Map:
		s.Value("additionalProperties", w.schema(t.Elem.Held()))
	}
}

func (w *writer) object(o *ir.ObjectType) []byte {
	s := jsontext.NewObject(nil)
	w.properties(s, o)
	return s.End()
}

func (w *writer) properties(s *jsontext.Object, o *ir.ObjectType) {
	if !w.full[o] {
		s.Text("type", "object")
		return
	}
	properties := jsontext.NewObject(nil)
	var required []string
	for _, f := range o.Fields() {
		properties.Value(f.Name, w.schema(f.Type))
		if w.always(o, f) {
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
func (w *writer) always(o *ir.ObjectType, f *ir.Field) bool {
	if decoded := w.decoded[f]; decoded != nil {
		return decoded.Always
	}
	return !o.Described() && f.Type.Kind != ir.Optional
}

// jsonTypes are the types that values have in JSON. What is not here is of a type that the service alone knows.
var jsonTypes = map[ir.Kind]string{
	ir.Null: "null", ir.Bool: "boolean", ir.Int: "integer", ir.Uint: "integer", ir.Double: "number", ir.String: "string", ir.Bytes: "string",
	ir.Timestamp: "string", ir.IP: "string", ir.CIDR: "string", ir.List: "array", ir.Map: "object",
}

// pointer escapes a name for a JSON Pointer.
var pointer = strings.NewReplacer("~", "~0", "/", "~1")
