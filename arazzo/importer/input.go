package importer

import (
	"errors"
	"fmt"
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
	id, kind, description string // kind: string, int, boolean or enum
	required              bool
	fallback              *arazzo.Node // its default; nil: none
	format                string
	least, most           string // bounds of an int
	longest               string
	values                []spelled
	comments              []string

	json  bool   // it is the JSON of a value
	table string // of an enum whose values the API spells otherwise: the id of that table
}

// spelled is a value of an enum as agents have it, and as the document has it.
type spelled struct{ name, text string }

const (
	mostNested = 3  // levels of objects whose properties become inputs
	mostInputs = 24 // that the properties of one object become
)

// declare makes inputs of the properties of a workflow's inputs.
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
			t.comments = append(t.comments, lost(f.Pos, "inputs."+f.Name, f.Value, "inputs of a tool have no such rule"))
		}
	}
}

func isRequired(schema *arazzo.Node, name string) bool {
	list := schema.Get("required")
	return list != nil && slices.ContainsFunc(list.Items, func(n *arazzo.Node) bool { return n.Text == name })
}

// property makes inputs of a property. The path says where it is, for the id.
func (t *tool) property(path string, schema *arazzo.Node, required bool, depth int) value {
	pos := schema.Pos
	schema = t.doc.schema(schema)
	kind := kindOf(schema.Get("type"))
	members := schema.Get("properties").Members()
	if kind == "object" && len(members) > 0 && depth < mostNested && len(members) <= mostInputs {
		v := value{isObject: true}
		for _, f := range members {
			v.members = append(v.members, member{f.Name, t.property(path+" "+f.Name, f.Value, required && isRequired(schema, f.Name), depth+1)})
		}
		return v
	}
	in := &input{id: draft.Identifier(path, "value", t.inputIDs), required: required || t.needed[path], fallback: schema.Get("default")}
	if t.needed[path] && !required && in.fallback == nil {
		in.comments = append(in.comments, said(pos, "inputs."+path, "the workflow lets it be left out, and a step cannot do without it"))
	}
	t.paths[in] = path
	t.inputs = append(t.inputs, in)
	in.description = draft.Description(schema.Get("description").String(), "The "+draft.Words(path)+".", path, 280)
	v := value{read: t.typed(in, kind, schema)}
	t.unchecked(in, schema)
	if in.fallback != nil && !in.usable() {
		in.comments = append(in.comments, lost(in.fallback.Pos, "default", in.fallback, "it is no value of the input"))
		in.fallback = nil
	}
	return v
}

// kindOf is the type that a schema states. A list of types is one value of any of them: an object, if they are objects and lists.
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

// typed gives an input its type, and returns how its value is read as what the workflow wants.
func (t *tool) typed(in *input, kind string, schema *arazzo.Node) *access {
	in.kind = "string"
	a := access{hard: "inputs." + in.id, t: ir.StringType}
	if !in.required && in.fallback == nil {
		a.soft, a.input = "inputs.?"+in.id, in
	}
	mapped := func(f func(string) string, to *ir.Type) *access {
		a = a.mapped(f, to)
		return &a
	}
	switch {
	case kind == "integer":
		in.kind, a.t = "int", ir.IntType
		in.least, in.most = bound(schema, "minimum"), bound(schema, "maximum")
		if in.most == "" {
			in.most = fmt.Sprint(math.MaxInt32)
		}
	case kind == "boolean":
		in.kind, a.t = "boolean", ir.BoolType
	case kind == "number":
		in.longest = "40"
		in.adds("A number, such as 12.5.")
		in.fallback = nil
		return mapped(func(x string) string { return "double(" + x + ")" }, ir.DoubleType)
	case kind == "array" && t.doc.schema(schema.Get("items")).Get("type").String() == "string":
		in.adds("Several are separated by commas.")
		in.fallback = nil
		return mapped(func(x string) string { return x + `.split(",").map(e, e.trim())` }, ir.ListOf(ir.StringType))
	case kind == "array", kind == "object", schema.Get("oneOf") != nil, schema.Get("anyOf") != nil:
		in.adds("As JSON.")
		in.fallback, in.json = nil, true
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
		if n := bound(schema, "maxLength"); n != "" && n != "0" && n[0] != '-' {
			in.longest = n
		}
	}
	return &a
}

// enumeration gives an input its values.
func (t *tool) enumeration(in *input, enum *arazzo.Node) {
	taken := map[string]bool{}
	same := true
	for _, n := range enum.Items {
		name := draft.Capitals(n.Text)
		if n.Kind != arazzo.String || name == "" || taken[name] {
			in.comments = append(in.comments, lost(enum.Pos, "enum", enum, "the values have no names that agents could choose by"))
			in.values = nil
			return
		}
		taken[name] = true
		same = same && name == n.Text
		in.values = append(in.values, spelled{name, n.Text})
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

// adds adds to the description how the input is written, unless it says so.
func (in *input) adds(how string) {
	if !strings.HasSuffix(in.description, strings.TrimSuffix(how, ".")) && !strings.HasSuffix(in.description, how) {
		in.description += " " + how
	}
}

// bound is a whole number of a schema, or "".
func bound(schema *arazzo.Node, key string) string {
	if n := schema.Get(key); n != nil && n.Kind == arazzo.Number {
		if i, ok := n.Value().(int64); ok {
			return fmt.Sprint(i)
		}
	}
	return ""
}

// known are the keywords of a schema that inputs have, or that say nothing of values.
var known = []string{"type", "description", "default", "enum", "format", "title", "examples", "example", "$ref", "properties", "items", "required", "$comment", "deprecated"}

// unchecked notes what a schema demands and an input has no rule for.
func (t *tool) unchecked(in *input, schema *arazzo.Node) {
	if in.json {
		in.comments = append(in.comments, said(schema.Pos, "the schema", "what the JSON holds is not checked"))
		return
	}
	var rules []string
	for _, f := range schema.Fields {
		checked := slices.Contains(known, f.Name) || in.kind == "int" && (f.Name == "minimum" || f.Name == "maximum") || f.Name == "maxLength" && in.longest != ""
		if f.Name == "format" && in.format == "" && in.kind == "string" || !checked {
			rules = append(rules, f.Name+": "+flow(f.Value))
		}
	}
	if len(rules) > 0 {
		in.comments = append(in.comments, said(schema.Pos, strings.Join(rules, ", "), "not checked: a rule under require can say the same"))
	}
}

// usable reports whether the default is a value of the input.
func (in *input) usable() bool {
	switch in.kind {
	case "int":
		_, ok := in.fallback.Value().(int64)
		return in.fallback.Kind == arazzo.Number && ok
	case "boolean":
		return in.fallback.Kind == arazzo.Bool
	case "enum":
		return slices.ContainsFunc(in.values, func(v spelled) bool { return v.name == in.fallback.Text })
	}
	return in.fallback.Kind == arazzo.String && in.fallback.Text != "" && draft.Title(in.fallback.Text, 200) == in.fallback.Text
}

// input is what an expression reads of the tool's inputs. One that the workflow does not declare is declared.
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

// yaml is the input as its manifest has it.
func (in *input) yaml() yamlout.Entry {
	kind := in.kind
	if kind == "string" {
		kind = ""
	}
	m := yamlout.Map("type", kind, "description", yamlout.Text(in.description))
	switch {
	case in.fallback != nil && in.fallback.Kind == arazzo.String:
		m.Add("default", yamlout.Text(in.fallback.Text))
	case in.fallback != nil:
		m.Add("default", yamlout.Literal(fmt.Sprint(in.fallback.Value())))
	case !in.required:
		m.Add("required", yamlout.Literal("false"))
	}
	for _, e := range []struct{ key, value string }{{"min", in.least}, {"max", in.most}, {"max_length", in.longest}} {
		if e.value != "" {
			m.Add(e.key, yamlout.Literal(e.value))
		}
	}
	var names yamlout.List
	for _, v := range in.values {
		names = append(names, yamlout.Text(v.name))
	}
	return yamlout.Entry{Comments: in.comments, Key: in.id, Value: append(m, yamlout.Map("format", in.format, "values", names)...)}
}
