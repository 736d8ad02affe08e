package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// FileName is what the file of the schema is called by custom.
const FileName = "nact.schema.json"

// Comment is the line of a manifest by which editors find the schema in a file, named as seen from the manifest's folder, or at an URL.
func Comment(schema string) string { return "# yaml-language-server: $schema=" + schema + "\n" }

// Title is the title of every schema that JSON returns.
const Title = "Sculpting manifest of nactgen"

// object is an object of JSON.
type object = map[string]any

// JSON returns the schema of a manifest and of the files that it includes, in the draft 7 of JSON Schema. It refuses no manifest that nactgen takes, but for
// words, numbers and dates in quotes with blanks around them, and takes some that nactgen refuses.
func JSON() ([]byte, error) {
	main, included := manifest.Schema()
	w := &writer{definitions: object{}}
	root := w.keys(main)
	w.conditional(root, main, included)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = Title
	root["description"] = "What nactgen makes services of, format 1, and the files that it includes. Printed by nactgen schema."
	root["definitions"] = w.definitions
	if w.err != nil {
		return nil, w.err
	}
	text, err := json.MarshalIndent(root, "", " ")
	return append(text, '\n'), err
}

// writer makes schemas of forms.
type writer struct {
	definitions object // of mappings with fixed keys
	err         error  // the first form that cannot be written
}

// conditional makes what a manifest has to have depend on the keys that no included file has.
func (w *writer) conditional(root object, main, included *manifest.Form) {
	var alone []any
	for _, key := range main.Keys {
		if included.Key(key.Name) == nil {
			alone = append(alone, object{"required": []string{key.Name}})
		}
	}
	then := object{}
	for _, keyword := range []string{"required", "allOf"} {
		if root[keyword] != nil {
			then[keyword] = root[keyword]
			delete(root, keyword)
		}
	}
	root["if"], root["then"] = object{"anyOf": alone}, then
}

// schema returns the schema of a form: an object, or true.
func (w *writer) schema(f *manifest.Form) any {
	switch f.Kind {
	case manifest.Boolean:
		return object{"type": "boolean"}
	case manifest.Integer:
		return bounded(f, object{"type": "integer"})
	case manifest.Number:
		return bounded(f, object{"type": "number"})
	case manifest.Null:
		return object{"type": "null"}
	case manifest.Tree:
		return true
	case manifest.SingleOrNull:
		return object{"type": []string{"string", "number", "boolean", "null"}}
	case manifest.Text, manifest.Single:
		return single(f)
	case manifest.Sequence:
		return w.list(f)
	case manifest.Names:
		return w.names(f)
	case manifest.Keys:
		return w.reference(f)
	case manifest.Either:
		return object{"anyOf": lists.Map(f.Forms, w.schema)}
	}
	w.err = fmt.Errorf("a form of kind %d has no schema", f.Kind)
	return true
}

// exact is the bound within which all whole numbers are told apart by readers of JSON.
const exact = 1 << 53

func bounded(f *manifest.Form, s object) object {
	if f.Min != nil && math.Abs(*f.Min) <= exact {
		s["minimum"] = *f.Min
	}
	if f.Max != nil && math.Abs(*f.Max) <= exact {
		s["maximum"] = *f.Max
	}
	return s
}

// single returns the schema of a single value.
func single(f *manifest.Form) object {
	s := object{"type": "string"}
	if f.Kind == manifest.Single {
		s["type"] = []string{"string", "number", "boolean"}
	}
	if f.Closed {
		s["enum"] = f.Words
		return s
	}
	if patterns := patterns(f); len(patterns) == 1 {
		s["pattern"] = patterns[0]
	} else if len(patterns) > 1 {
		s["allOf"] = lists.Map(patterns, func(p string) object { return object{"pattern": p} })
	}
	if f.MaxLength > 0 {
		s["maxLength"] = f.MaxLength + 1 // the text of a block ends with a line break, which does not count
	}
	if len(f.Not) > 0 {
		s["not"] = object{"enum": f.Not}
	}
	if len(f.Words) > 0 {
		return object{"anyOf": []any{object{"enum": f.Words}, s}}
	}
	return s
}

// patterns returns the regular expressions of a single value, around which blanks do not count.
func patterns(f *manifest.Form) []string {
	if len(f.Patterns) == 0 && f.Kind == manifest.Text {
		return []string{`\S`}
	}
	return lists.Map(f.Patterns, func(p string) string { return `^\s*(?:` + p + `)\s*$` })
}

func (w *writer) list(f *manifest.Form) object {
	s := object{"type": "array", "items": w.schema(f.Entry)}
	if f.NonEmpty {
		s["minItems"] = 1
	}
	if f.Unique {
		s["uniqueItems"] = true
	}
	return s
}

func (w *writer) names(f *manifest.Form) object {
	s := object{"type": "object", "additionalProperties": w.schema(f.Entry)}
	if f.Name != nil {
		name := single(f.Name)
		delete(name, "type")
		s["propertyNames"] = name
	}
	if f.NonEmpty {
		s["minProperties"] = 1
	}
	return s
}

// reference returns a schema that refers to the definition of a mapping with fixed keys.
func (w *writer) reference(f *manifest.Form) object {
	name := strings.ReplaceAll(f.Of, ".", "_")
	if w.definitions[name] == nil {
		w.definitions[name] = true // it may lead to itself
		w.definitions[name] = w.keys(f)
	}
	reference := object{"$ref": "#/definitions/" + name}
	if f.NonEmpty {
		return object{"allOf": []any{reference}, "minProperties": 1}
	}
	return reference
}

// keys returns the schema of a mapping with fixed keys.
func (w *writer) keys(f *manifest.Form) object {
	properties, required := object{}, []string{}
	for _, key := range f.Keys {
		properties[key.Name] = described(w.schema(key.Form), Description(f.Of, key.Name))
		if key.Required {
			required = append(required, key.Name)
		}
	}
	s := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	if rules := lists.Map(f.Rules, ruled); len(rules) > 0 {
		s["allOf"] = rules
	}
	return s
}

// described returns a schema with what is said of a value.
func described(schema any, text string) any {
	s, ok := schema.(object)
	switch {
	case text == "":
		return schema
	case !ok:
		s = object{}
	case s["$ref"] != nil: // beside which nothing counts
		s = object{"allOf": []any{s}}
	}
	s["description"] = strings.ReplaceAll(text, "`", "")
	s["markdownDescription"] = text
	return s
}

// ruled returns the schema of a rule about the keys of a mapping.
func ruled(r manifest.FormRule) object {
	then := object{}
	if len(r.Needs) == 1 {
		then["required"] = r.Needs
	} else if len(r.Needs) > 1 {
		then["anyOf"] = lists.Map(r.Needs, func(key string) object { return object{"required": []string{key}} })
	}
	properties := object{}
	for _, key := range r.Not {
		properties[key] = false
	}
	if r.Type != nil {
		kinds := slices.DeleteFunc(slices.Clone(r.Type), func(kind string) bool { return kind == "" })
		properties["type"] = object{"enum": kinds}
		if len(kinds) == len(r.Type) {
			then["required"] = []string{"type"}
		}
	}
	if len(properties) > 0 {
		then["properties"] = properties
	}
	switch {
	case r.Key == "":
		return then
	case r.Is == nil:
		return object{"dependencies": object{r.Key: then}}
	}
	return object{"if": object{"required": []string{r.Key}, "properties": object{r.Key: object{"enum": r.Is}}}, "then": then}
}
