// Package wholetest writes tools that each call an operation of a document with samples of what it requires, and answer the whole of what
// it answers. It is for tests alone.
package wholetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

// Operations returns all operations of a document.
func Operations(t testing.TB, file string) []*spec.Operation {
	t.Helper()
	document, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	operations, err := document.Resolve(document.Operations()...)
	if err != nil {
		t.Fatal(err)
	}
	return operations
}

// Manifest returns a manifest whose tools are those of [Tools], and the text of others. The document is named as seen from the manifest;
// goKeys are keys of the mapping go.
func Manifest(document, goKeys string, operations []*spec.Operation, others string) string {
	return "nact: 1\nservice: {name: corpus}\ngo: {dir: out, package: corpustools, " + goKeys + "}\n" +
		"upstreams:\n  api: {openapi: " + Quoted(document) + ", server: \"https://api.example.com\"}\ntools:\n" + Tools(operations) + others
}

// Tools returns a tool for every operation, which answers all of its answer where that is JSON.
func Tools(operations []*spec.Operation) string {
	var b strings.Builder
	for i, op := range operations {
		step := "call: " + Quoted("api "+op.Method+" "+op.Path)
		if with := With(op); with != "" {
			step += ", with: {" + with + "}"
		}
		if op.Body != nil && op.Body.Required {
			step += ", body: " + bodySample(op.Body.Content)
		}
		output := "status: {type: int, description: The status of the answer., value: \"${steps.only.status}\"}"
		if AnswersJSON(op) {
			output += ", body: {type: json, description: The whole answer., value: \"${steps.only.body}\"}"
		}
		fmt.Fprintf(&b, "  operation_%d:\n    writes: true\n    description: Call one operation of the document.\n    inputs: %s\n    steps: {only: {%s}}\n    outputs: {%s}\n", i, Inputs, step, output)
	}
	return b.String()
}

// bodySample is a sample of the body that a step sends whose manifest names no media type.
func bodySample(content []*spec.Media) string {
	if media := JSONMedia(content); media != nil {
		return Sample(media.Schema, 0)
	}
	for _, kind := range []string{"*/*", "application/x-www-form-urlencoded", "multipart/form-data"} {
		for _, media := range content {
			if media.Type == kind {
				return Sample(media.Schema, 0)
			}
		}
	}
	return "'${inputs.text}'"
}

// With returns the arguments of a step that calls an operation: samples of what is required, and inputs for texts and numbers that may be left
// out. It is empty where there are none.
func With(op *spec.Operation) string {
	count := map[string]int{}
	for _, p := range op.Parameters {
		count[p.Name]++
	}
	var with []string
	for _, p := range op.Parameters {
		if p.In == spec.InHeader && p.Name == "Content-Length" {
			continue // the client's own
		}
		value := Sample(p.Schema, 0)
		switch single := p.ContentType == "" && len(p.Schema.Enum) == 0; {
		case p.Required:
		case single && p.Schema.Kind == spec.String:
			value = "'${inputs.?note}'"
		case single && p.Schema.Kind == spec.Integer:
			value = "'${inputs.?limit}'"
		default:
			continue
		}
		name := p.Name
		if count[name] > 1 {
			name = string(p.In) + "." + name
		}
		with = append(with, Quoted(name)+": "+value)
	}
	return strings.Join(with, ", ")
}

// JSONMedia returns the first media type that is JSON, or nil.
func JSONMedia(content []*spec.Media) *spec.Media {
	for _, m := range content {
		if m.Type == "application/json" || strings.HasSuffix(m.Type, "+json") || strings.HasPrefix(m.Type, "application/json;") {
			return m
		}
	}
	return nil
}

// AnswersJSON reports whether what an operation answers where it succeeds is JSON.
func AnswersJSON(op *spec.Operation) bool {
	for _, r := range op.Responses {
		if r.Status[0] == '2' && len(r.Content) > 0 {
			return JSONMedia(r.Content) != nil
		}
	}
	return false
}

// Inputs are the inputs of the tools, from which single values are computed.
const Inputs = "{text: {description: A text.}, number: {type: int, description: A number.}, note: {description: A text., required: false}, limit: {type: int, description: A number., required: false}}"

// Sample returns a value of a schema's type, with what it requires and nothing else. Single values are made of inputs, so that all limits
// of the schema are checked as the service runs. Of a union that has no text it is a value of the first branch.
func Sample(s *spec.Schema, depth int) string {
	if len(s.Enum) > 0 {
		return Quoted(s.Enum[0])
	}
	switch s.Kind {
	case spec.Integer:
		return "'${inputs.number}'"
	case spec.Number:
		return "'${double(inputs.number)}'"
	case spec.Boolean:
		return "true"
	case spec.Array:
		if depth > 24 {
			return "[]"
		}
		least := 1
		if s.MinItems != nil {
			least = max(least, int(*s.MinItems))
		}
		items := make([]string, least)
		for i := range items {
			items[i] = Sample(s.Items, depth+1)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case spec.Object:
		return "{" + strings.Join(requiredMembers(s, depth), ", ") + "}"
	case spec.Null:
		return "null"
	case spec.Any:
		if len(s.OneOf) > 0 && !slices.ContainsFunc(s.OneOf, func(b *spec.Schema) bool { return b.Kind == spec.String || b.Kind == spec.Any }) {
			if s.OneOf[0].Kind == spec.Object {
				return "{" + strings.Join(append(requiredMembers(s, depth), requiredMembers(s.OneOf[0], depth)...), ", ") + "}"
			}
			return Sample(s.OneOf[0], depth+1)
		}
	}
	return "'${inputs.text}'"
}

// requiredMembers are samples of the members that a schema itself requires.
func requiredMembers(s *spec.Schema, depth int) []string {
	var members []string
	for _, p := range s.Properties {
		if p.Required && !p.ReadOnly && depth < 24 {
			members = append(members, Quoted(p.Name)+": "+Sample(p.Schema, depth+1))
		}
	}
	return members
}

// Quoted returns a value as JSON, which YAML reads too.
func Quoted(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // only strings and numbers of a document come here
	}
	return string(data)
}
