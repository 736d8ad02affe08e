package spec

import (
	"slices"
	"strings"
)

// swagger reads a document of Swagger 2.0 as OpenAPI 3 would have it, one
// operation at a time. What it makes are nodes with the places of those that
// they stand for. Schemas are the same in both, but for what [keywords] knows.
type swagger struct {
	lib  *library
	main *file
}

// operation returns an operation and its path items in the form of OpenAPI 3.
func (s *swagger) operation(n *node, items []*node) (*node, []*node) {
	own := s.parameters(n.field("parameters"))
	var shared []*node
	for _, item := range items {
		p := s.parameters(item.field("parameters"))
		if own.body == nil && own.form == nil {
			own.body, own.form = p.body, p.form
		}
		shared = append(shared, item.with(field{"parameters", p.list}))
	}
	consumes := s.mediaTypes(n, "consumes")
	converted := n.without("parameters", "responses", "consumes", "produces", "schemes")
	converted = converted.with(field{"parameters", own.list})
	switch {
	case own.body != nil:
		converted = converted.with(field{"requestBody", s.body(own.body, consumes)})
	case own.form != nil:
		converted = converted.with(field{"requestBody", s.form(own.form, consumes)})
	}
	if responses := n.field("responses"); responses != nil {
		converted = converted.with(field{"responses", s.responses(responses, s.mediaTypes(n, "produces"))})
	}
	return converted, shared
}

// mediaTypes returns what an operation consumes or produces, or else all of the
// document's operations.
func (s *swagger) mediaTypes(op *node, key string) []string {
	n := op.field(key)
	if n == nil {
		n, _ = s.main.node([]string{key})
	}
	if n == nil {
		return nil
	}
	return texts(n)
}

// sorted are the parameters of a list, by what becomes of them.
type sorted struct {
	list *node // those that stay, nil if there is no list
	body *node
	form []*node // fields of a form
}

func (s *swagger) parameters(n *node) sorted {
	if n == nil {
		return sorted{}
	}
	list, err := s.lib.deref(n)
	if err != nil || list.kind != listNode {
		return sorted{list: n}
	}
	p := sorted{list: &node{kind: listNode, file: list.file, at: list.at}}
	for _, item := range list.items {
		declared, err := s.lib.deref(item)
		switch {
		case err != nil || declared.kind != mapNode:
			p.list.items = append(p.list.items, item)
		case declared.str("in") == "body":
			p.body = declared
		case declared.str("in") == "formData":
			p.form = append(p.form, declared)
		default:
			p.list.items = append(p.list.items, s.parameter(declared))
		}
	}
	return p
}

// ofParameter are the members of a parameter that do not describe its value.
var ofParameter = []string{"name", "in", "description", "required", "allowEmptyValue", "collectionFormat"}

// parameter moves the members that describe the value of a parameter into a
// schema.
func (s *swagger) parameter(n *node) *node {
	p := &node{kind: mapNode, file: n.file, at: n.at}
	for _, f := range n.fields {
		if slices.Contains(ofParameter, f.name) && f.name != "collectionFormat" {
			p.fields = append(p.fields, f)
		}
	}
	p.fields = append(p.fields, field{"schema", schemaOfValue(n)})
	return p.with(s.styleOf(n)...)
}

// schemaOfValue is the schema of the value of a parameter, or of a field of a
// form.
func schemaOfValue(n *node) *node {
	schema := n.without(ofParameter...)
	if schema.str("type") == "file" {
		return fileSchema(n)
	}
	return schema
}

// fileSchema is the schema of a file.
func fileSchema(at *node) *node {
	return at.object(field{"type", at.leaf("string")}, field{"format", at.leaf("binary")})
}

// styleOf returns style and explode for the collectionFormat of a list. A format
// without an equal in OpenAPI 3 becomes a style that does not exist, which is an
// error later.
func (s *swagger) styleOf(n *node) []field {
	if n.str("type") != "array" {
		return nil
	}
	format := or(n.str("collectionFormat"), "csv")
	place := Location(n.str("in"))
	style, known := "simple", format == "csv"
	if place == InQuery || place == "formData" {
		style, known = map[string]string{"csv": "form", "multi": "form", "ssv": "spaceDelimited", "pipes": "pipeDelimited"}[format], true
	}
	at := n.field("collectionFormat")
	switch {
	case at == nil:
		at = n
	case !known || style == "":
		return []field{{"style", at.leaf(format)}}
	}
	explode := &node{kind: boolNode, text: "false", file: at.file, at: at.at}
	if format == "multi" {
		explode.text = "true"
	}
	return []field{{"style", at.leaf(style)}, {"explode", explode}}
}

// body is the request body that a parameter stands for.
func (s *swagger) body(n *node, consumes []string) *node {
	media := n.object()
	if schema := n.field("schema"); schema != nil {
		media.fields = []field{{"schema", schema}}
	}
	b := n.object(n.only("description", "required")...)
	return b.with(field{"content", n.table(orJSON(consumes), media)})
}

// Media types of forms.
const (
	urlencoded = "application/x-www-form-urlencoded"
	multipart  = "multipart/form-data"
)

// form is the request body that the fields of a form stand for.
func (s *swagger) form(fields []*node, consumes []string) *node {
	at := fields[0]
	properties, encoding, required := at.object(), at.object(), &node{kind: listNode, file: at.file, at: at.at}
	types := slices.DeleteFunc(slices.Clone(consumes), func(t string) bool { return t != urlencoded && t != multipart })
	if len(types) == 0 {
		types = []string{urlencoded}
	}
	for _, f := range fields {
		name := f.str("name")
		properties.fields = append(properties.fields, field{name, schemaOfValue(f).with(f.only("description")...)})
		if style := s.styleOf(f); style != nil {
			encoding.fields = append(encoding.fields, field{name, f.object(style...)})
		}
		if f.str("required") == "true" {
			required.items = append(required.items, f.leaf(name))
		}
		if f.str("type") == "file" {
			types = []string{multipart}
		}
	}
	schema := at.object(field{"type", at.leaf("object")}, field{"properties", properties}, field{"required", required})
	media := at.object(field{"schema", schema}, field{"encoding", encoding})
	b := at.object(field{"content", at.table(types, media)})
	if len(required.items) > 0 {
		b.fields = append(b.fields, field{"required", &node{kind: boolNode, text: "true", file: at.file, at: at.at}})
	}
	return b
}

// responses puts the schema of each answer below the media types.
func (s *swagger) responses(n *node, produces []string) *node {
	list, err := s.lib.deref(n)
	if err != nil || list.kind != mapNode {
		return n
	}
	converted := list.object()
	for _, f := range list.fields {
		converted.fields = append(converted.fields, field{f.name, s.response(f.value, produces)})
	}
	return converted
}

func (s *swagger) response(n *node, produces []string) *node {
	answer, err := s.lib.deref(n)
	if err != nil || answer.kind != mapNode {
		return n
	}
	schema := answer.field("schema")
	converted := answer.without("schema", "examples")
	switch {
	case schema == nil || schema.kind == nullNode:
		return converted
	case schema.str("type") == "file":
		schema = fileSchema(schema)
		if len(produces) == 0 {
			produces = []string{"application/octet-stream"}
		}
	}
	return converted.with(field{"content", schema.table(orJSON(produces), schema.object(field{"schema", schema}))})
}

// orJSON returns media types, and JSON if a document states none.
func orJSON(types []string) []string {
	if len(types) == 0 {
		return []string{"application/json"}
	}
	return types
}

// servers returns the servers that host, basePath and schemes stand for, https
// before others.
func (s *swagger) servers() *node {
	host, _ := s.main.node([]string{"host"})
	base, _ := s.main.node([]string{"basePath"})
	at := host
	if at == nil {
		at = base
	}
	if at == nil {
		return nil
	}
	path := ""
	if base != nil {
		path = strings.TrimSuffix(base.text, "/")
	}
	servers := &node{kind: listNode, file: at.file, at: at.at}
	for _, scheme := range s.schemes() {
		url := or(path, "/")
		if host != nil {
			url = scheme + "://" + host.text + path
		}
		servers.items = append(servers.items, at.object(field{"url", at.leaf(url)}))
		if host == nil {
			break
		}
	}
	return servers
}

func (s *swagger) schemes() []string {
	n, _ := s.main.node([]string{"schemes"})
	var schemes []string
	if n != nil {
		schemes = slices.DeleteFunc(texts(n), func(scheme string) bool { return scheme != "http" && scheme != "https" })
	}
	if len(schemes) == 0 {
		return []string{"https"}
	}
	slices.SortStableFunc(schemes, func(a, b string) int { return strings.Compare(b, a) })
	return schemes
}

// oauthFlows are the flows of Swagger 2.0, with their names in OpenAPI 3.
var oauthFlows = map[string]string{
	"implicit": "implicit", "password": "password", "application": "clientCredentials", "accessCode": "authorizationCode",
}

// securityScheme returns a security definition as a security scheme.
func (s *swagger) securityScheme(n *node) *node {
	definition, err := s.lib.deref(n)
	if err != nil || definition.kind != mapNode {
		return n
	}
	switch definition.str("type") {
	case "basic":
		return definition.without("type").with(field{"type", definition.leaf("http")}, field{"scheme", definition.leaf("basic")})
	case "oauth2":
		flow := definition.object(definition.only("tokenUrl", "scopes")...)
		name := or(oauthFlows[definition.str("flow")], definition.str("flow"))
		return definition.with(field{"flows", definition.object(field{name, flow})})
	}
	return definition
}

// object is an object at the place of n.
func (n *node) object(fields ...field) *node {
	return &node{kind: mapNode, fields: fields, file: n.file, at: n.at}
}

// table is an object that has one value under several names.
func (n *node) table(names []string, value *node) *node {
	t := n.object()
	for _, name := range names {
		t.fields = append(t.fields, field{name, value})
	}
	return t
}

// leaf is a text at the place of n.
func (n *node) leaf(text string) *node {
	return &node{kind: textNode, text: text, file: n.file, at: n.at}
}

// only returns the members of n that have one of these names.
func (n *node) only(names ...string) []field {
	return slices.DeleteFunc(slices.Clone(n.fields), func(f field) bool { return !slices.Contains(names, f.name) })
}

// without is n without the members of these names.
func (n *node) without(names ...string) *node {
	return n.object(slices.DeleteFunc(slices.Clone(n.fields), func(f field) bool { return slices.Contains(names, f.name) })...)
}

// with returns n with these members in place of its own with the same names.
// Those without a value are left out.
func (n *node) with(fields ...field) *node {
	changed := n.object(slices.Clone(n.fields)...)
	for _, f := range fields {
		changed = changed.without(f.name)
		if f.value != nil {
			changed.fields = append(changed.fields, f)
		}
	}
	return changed
}
