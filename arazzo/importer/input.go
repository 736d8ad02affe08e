package importer

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// input is an input of a tool.
type input struct {
	id, kind, description string // kind: string, int, number, boolean, enum or list
	required              bool
	fallback              *arazzo.Node // the default; nil if there is none
	format                string
	min, max, maxLength   any    // int64, of a number float64, or nil if there is no limit
	items                 string // list: the type of its elements; empty: strings
	minItems, maxItems    any
	unique                any
	values                []enumValue
	comments              []string

	json  bool   // the input is a text that is parsed as JSON
	table string // id of the table from the names of an enum to the spelling of the API; empty if they are the same
}

// enumValue is a value of an enum: its name for agents, and its spelling in the document.
type enumValue struct{ name, text string }

const (
	maxNesting = 3  // levels of objects whose properties become inputs
	maxInputs  = 24 // properties of one object that become inputs
)

// declare makes inputs of the schema of a workflow's inputs.
func (t *tool) declare(schema *arazzo.Node) {
	schema = t.doc.schema(schema)
	if schema == nil {
		return
	}
	for _, f := range schema.Get("properties").Members() {
		t.properties = append(t.properties, member{f.Name, t.property(f.Name, f.Value, isRequired(schema, f.Name), 0)})
	}
	for _, f := range schema.Fields {
		if !slices.Contains([]string{"type", "properties", "required", "title", "description", "$ref"}, f.Name) {
			t.comments = append(t.comments, omitted(f.Pos, "inputs."+f.Name, f.Value, "inputs of a tool have no such rule"))
		}
	}
}

// isRequired reports whether an object schema requires a property.
func isRequired(schema *arazzo.Node, name string) bool {
	list := schema.Get("required")
	return list != nil && slices.ContainsFunc(list.Items, func(n *arazzo.Node) bool { return n.Text == name })
}

// property makes an input of a property or, if that is an object, of each property of it. It returns the value that a step passes for the property. The
// path has the names that lead to the property, of which the id of the input is made.
func (t *tool) property(path string, schema *arazzo.Node, required bool, depth int) value {
	pos := schema.Pos
	schema = t.doc.schema(schema)
	kind := kindOf(schema.Get("type"))
	members := schema.Get("properties").Members()
	if kind == "object" && len(members) > 0 && depth < maxNesting && len(members) <= maxInputs {
		v := value{isObject: true}
		for _, f := range members {
			v.members = append(v.members, member{f.Name, t.property(path+" "+f.Name, f.Value, required && isRequired(schema, f.Name), depth+1)})
		}
		return v
	}
	in := &input{id: draft.Identifier(path, "value", t.inputIDs), required: required || t.needed[path], fallback: schema.Get("default")}
	if t.needed[path] && !required && in.fallback == nil {
		in.comments = append(in.comments, remark(pos, "inputs."+path, "the workflow lets it be left out, and a step cannot do without it"))
	}
	t.paths[in] = path
	t.inputs = append(t.inputs, in)
	in.description = draft.Description(schema.Get("description").String(), "The "+draft.Words(path)+".", path, 280)
	v := value{read: t.typed(in, kind, schema)}
	t.unchecked(in, schema)
	if in.fallback != nil && !in.usable() {
		in.comments = append(in.comments, omitted(in.fallback.Pos, "default", in.fallback, "it is no value of the input"))
		in.fallback = nil
	}
	return v
}

// kindOf returns the type that a schema states, or "". A list of types counts as object if all of them are read as JSON anyway.
func kindOf(n *arazzo.Node) string {
	if n == nil || n.Kind != arazzo.List {
		return n.String()
	}
	other := func(item *arazzo.Node) bool { return !slices.Contains([]string{"object", "array", "null"}, item.Text) }
	if slices.ContainsFunc(n.Items, other) {
		return ""
	}
	return "object"
}

// typed sets the type of an input, and returns the expression that reads it as a value of its schema.
func (t *tool) typed(in *input, kind string, schema *arazzo.Node) *access {
	in.kind = "string"
	a := access{hard: "inputs." + in.id, t: ir.StringType}
	if !in.required && in.fallback == nil {
		a.soft, a.input = "inputs.?"+in.id, in
	}
	switch {
	case kind == "integer":
		in.kind, a.t = "int", ir.IntType
		in.min, in.max = bound(schema, "minimum"), cmp.Or(bound(schema, "maximum"), any(math.MaxInt32))
	case kind == "boolean":
		in.kind, a.t = "boolean", ir.BoolType
	case kind == "number":
		in.kind, a.t = "number", ir.DoubleType
		in.min, in.max = realBound(schema, "minimum"), realBound(schema, "maximum")
	case kind == "array" && listTypes[t.itemType(schema)] != nil:
		in.kind, in.items, a.t = "list", itemKinds[t.itemType(schema)], ir.ListOf(listTypes[t.itemType(schema)])
		in.minItems, in.maxItems = listBound(schema, "minItems"), listBound(schema, "maxItems")
		if schema.Get("uniqueItems").String() == "true" {
			in.unique = true
		}
	case kind == "array", kind == "object", schema.Get("oneOf") != nil, schema.Get("anyOf") != nil:
		in.adds("As JSON.")
		in.json = true
		in.written(func(n *arazzo.Node) string {
			raw, _ := json.Marshal(n.Value())
			return string(raw)
		})
		in.comments = append(in.comments, "an object or a list of objects, which no user says: write out what a task needs of it")
		parsed := access{hard: "json.parse(" + a.hard + ").value()", t: ir.DynType, input: a.input}
		if a.soft != "" {
			parsed.soft = a.soft + ".optFlatMap(v, json.parse(v))"
		}
		return &parsed
	case schema.Get("enum") != nil:
		t.enumeration(in, schema.Get("enum"))
		if in.table != "" {
			a = a.mapped(func(x string) string { return "tables." + in.table + "[" + x + "]" }, ir.StringType)
		}
		if in.kind == "enum" {
			a.choice = in
		}
	default:
		if f := schema.Get("format").String(); slices.Contains([]string{"date", "time", "email", "uri", "uuid", "date-time"}, f) {
			in.format = f
		}
		if n, _ := bound(schema, "maxLength").(int64); n > 0 {
			in.maxLength = n
		}
	}
	return &a
}

// listTypes are the types of elements of lists that an input can be a list of, by those of JSON Schema; itemKinds their names in a manifest, where one of
// strings has none.
var (
	listTypes = map[string]*ir.Type{"string": ir.StringType, "integer": ir.IntType, "number": ir.DoubleType, "boolean": ir.BoolType}
	itemKinds = map[string]string{"integer": "int", "number": "number", "boolean": "boolean"}
)

// itemType returns the type of the elements of a list.
func (t *tool) itemType(schema *arazzo.Node) string {
	return t.doc.schema(schema.Get("items")).Get("type").String()
}

// enumeration makes an input an enum, unless names for its values cannot be made.
func (t *tool) enumeration(in *input, enum *arazzo.Node) {
	taken := map[string]bool{}
	same := true
	for _, n := range enum.Items {
		name := draft.Capitals(n.Text)
		if n.Kind != arazzo.String || name == "" || taken[name] {
			in.comments = append(in.comments, omitted(enum.Pos, "enum", enum, "the values have no names that agents could choose by"))
			in.values = nil
			return
		}
		taken[name] = true
		same = same && name == n.Text
		in.values = append(in.values, enumValue{name, n.Text})
	}
	in.kind = "enum"
	if in.fallback != nil {
		for _, v := range in.values {
			if v.text == in.fallback.Text {
				in.fallback = &arazzo.Node{Kind: arazzo.String, Pos: in.fallback.Pos, Text: v.name}
				break
			}
		}
	}
	if same {
		return
	}
	rows := yamlout.Mapping{}
	for _, v := range in.values {
		rows.Add(v.name, yamlout.Text(v.text))
	}
	in.table = t.doc.table(in.id, rows)
}

// written makes the default the text that an agent would pass for it.
func (in *input) written(text func(*arazzo.Node) string) {
	if n := in.fallback; n != nil {
		in.fallback = &arazzo.Node{Kind: arazzo.String, Pos: n.Pos, Text: text(n)}
	}
}

// adds appends to the description how to write the input, unless it ends with that already.
func (in *input) adds(how string) {
	if !strings.HasSuffix(in.description, strings.TrimSuffix(how, ".")) && !strings.HasSuffix(in.description, how) {
		in.description += " " + how
	}
}

// bound returns a whole number of a schema as an int64, or nil.
func bound(schema *arazzo.Node, key string) any {
	if n := schema.Get(key); n != nil && n.Kind == arazzo.Number {
		if i, ok := n.Value().(int64); ok {
			return i
		}
	}
	return nil
}

// realBound returns a number of a schema as an int64 or a float64, or nil.
func realBound(schema *arazzo.Node, key string) any {
	if n := schema.Get(key); n != nil && n.Kind == arazzo.Number {
		return n.Value()
	}
	return nil
}

// listBound returns how many elements a list may have by a schema, if an input can say so, and otherwise nil.
func listBound(schema *arazzo.Node, key string) any {
	if n, _ := bound(schema, key).(int64); 0 < n && n <= 1000 {
		return n
	}
	return nil
}

// supported are the keywords of a schema that inputs have an equal for, or that do not restrict values.
var supported = []string{"type", "description", "default", "enum", "format", "title", "examples", "example", "$ref", "properties", "items", "required", "$comment", "deprecated"}

// unchecked comments on the keywords of a schema that the input does not enforce.
func (t *tool) unchecked(in *input, schema *arazzo.Node) {
	if in.json {
		in.comments = append(in.comments, remark(schema.Pos, "the schema", "what the JSON holds is not checked"))
		return
	}
	var rules []string
	for _, f := range schema.Fields {
		checked := slices.Contains(supported, f.Name) || in.checks(f.Name)
		if f.Name == "format" && in.format == "" && in.kind == "string" || !checked {
			rules = append(rules, f.Name+": "+flow(f.Value))
		}
	}
	if len(rules) > 0 {
		in.comments = append(in.comments, remark(schema.Pos, strings.Join(rules, ", "), "not checked: a rule under require can say the same"))
	}
}

// checks reports whether the input enforces a keyword of its schema.
func (in *input) checks(keyword string) bool {
	switch keyword {
	case "minimum", "maximum":
		return in.kind == "int" || in.kind == "number"
	case "maxLength":
		return in.maxLength != nil
	case "minItems":
		return in.minItems != nil
	case "maxItems":
		return in.maxItems != nil
	}
	return keyword == "uniqueItems" && in.kind == "list"
}

// usable reports whether the default is a value that the input allows.
func (in *input) usable() bool {
	switch in.kind {
	case "int":
		_, ok := in.fallback.Value().(int64)
		return in.fallback.Kind == arazzo.Number && ok
	case "number":
		return in.fallback.Kind == arazzo.Number
	case "list":
		return in.fallback.Kind == arazzo.List && !slices.ContainsFunc(in.fallback.Items, func(n *arazzo.Node) bool { return kindOfValue(n) != in.items })
	case "boolean":
		return in.fallback.Kind == arazzo.Bool
	case "enum":
		return slices.ContainsFunc(in.values, func(v enumValue) bool { return v.name == in.fallback.Text })
	}
	return in.fallback.Kind == arazzo.String && in.fallback.Text != "" && draft.Title(in.fallback.Text, 200) == in.fallback.Text
}

// kindOfValue returns the type of the elements of a list of which a literal is one, or "none".
func kindOfValue(n *arazzo.Node) string {
	switch n.Kind {
	case arazzo.String:
		return ""
	case arazzo.Bool:
		return "boolean"
	case arazzo.Number:
		if _, whole := n.Value().(int64); whole {
			return "int"
		}
		return "number"
	}
	return "none"
}

// input returns the value of an input to which a path leads. An input that the workflow does not declare is added.
func (t *tool) input(path []string) (value, error) {
	for n := 1; n <= len(path); n++ {
		if i := slices.IndexFunc(t.properties, func(p member) bool { return p.name == strings.Join(path[:n], ".") }); i >= 0 {
			return t.properties[i].value.at(path[n:])
		}
	}
	if len(path) > 1 {
		return value{}, errors.New("the workflow has no such input")
	}
	name := path[0]
	in := &input{id: draft.Identifier(name, "value", t.inputIDs), kind: "string", required: true, description: "The " + draft.Words(name) + "."}
	in.comments = []string{"the workflow reads this input and does not declare it"}
	t.paths[in] = name
	t.inputs = append(t.inputs, in)
	v := value{read: &access{hard: "inputs." + in.id, t: ir.StringType}}
	t.properties = append(t.properties, member{name, v})
	return v, nil
}

// yaml returns the input as an entry of the manifest.
func (in *input) yaml() yamlout.Entry {
	kind := in.kind
	if kind == "string" {
		kind = ""
	}
	var fallback, required any
	switch {
	case in.fallback != nil && in.fallback.Kind == arazzo.String:
		fallback = yamlout.Text(in.fallback.Text)
	case in.fallback != nil:
		fallback = in.fallback.Value()
	case !in.required:
		required = false
	}
	var items any
	if in.items != "" {
		items = yamlout.Map("type", in.items)
	}
	var names yamlout.List
	for _, v := range in.values {
		names = append(names, yamlout.Text(v.name))
	}
	return yamlout.Entry{Comments: in.comments, Key: in.id, Value: yamlout.Map("type", kind, "description", yamlout.Text(in.description), "default", fallback,
		"required", required, "min", in.min, "max", in.max, "max_length", in.maxLength, "format", in.format, "values", names,
		"items", items, "min_items", in.minItems, "max_items", in.maxItems, "unique", in.unique)}
}
