package draft_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/spec"
)

// hostileDocument is a document whose every name and text is one of four.
func hostileDocument(name, text, value, pattern string) map[string]any {
	type object = map[string]any
	single := object{"type": "string", "description": text, "enum": []any{value, text, name}, "default": value, "example": text}
	schema := object{
		"type": "object", "description": text, "required": []any{name},
		"properties": object{name: single, "id": object{"type": "integer"}, name + "s": object{"type": "array", "items": object{"type": "string", "pattern": pattern}}, text: object{"type": "number"}},
	}
	parameter := func(in, name string, required bool) object {
		return object{"name": name, "in": in, "required": required, "description": text, "schema": object{"type": "string", "default": value, "example": name, "pattern": pattern}}
	}
	content := object{"application/json": object{"schema": schema}}
	operation := object{
		"operationId": name, "summary": text, "description": value, "tags": []any{text},
		"parameters":  []any{parameter("path", "id", true), parameter("query", name+"1", true), parameter("query", "q"+name, false), parameter("header", "X-Version", true)},
		"requestBody": object{"required": true, "content": content},
		"responses":   object{"200": object{"description": text, "content": content}, "404": object{"description": text}, "409": object{"description": value}},
	}
	return object{
		"openapi": "3.1.0", "info": object{"title": text, "version": "1"}, "servers": []any{object{"url": "https://x.example.com"}},
		"paths": object{"/a/{id}": object{"post": operation}, "/b": object{"get": object{"summary": name, "responses": object{"200": object{"description": "x", "content": object{"application/json": object{"schema": object{"type": "array", "items": schema}}}}}}}},
	}
}

// FuzzDraft: whatever names and texts a document has, the draft has no error.
func FuzzDraft(f *testing.F) {
	for _, words := range [][4]string{
		{"name", "A text.", "value", "^a"}, {"in", "${inputs.x}", "config.x", "("}, {"a: b", "x # y", "- z", ""}, {"\u200b", "\u202e${", "}", "\\"}, {"`", "\"'\\", "null", "\n"}, {"größe", "{{ x }}", "= y", "$"},
		{"true", "1", "0x1", "."}, {"for", "- list\n- of", "~", "[a-z]+"}, {"failure", "|", ">", "*"}, {"A_B-c.d", "<b>bold</b> [link](https://x)", "2026-01-01", "^\\d+$"}, {"id", "env.X", "!x", ""},
	} {
		f.Add(words[0], words[1], words[2], words[3])
	}
	f.Fuzz(func(t *testing.T, name, text, value, pattern string) {
		data, err := json.Marshal(hostileDocument(name, text, value, pattern))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "openapi.json")
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		doc, err := spec.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		u := &draft.Upstream{Name: "api", Path: "openapi.json", Document: doc}
		var ops []*draft.Operation
		for _, op := range catalog.List(catalog.Source{Upstream: "api", Document: doc}) {
			resolved, err := op.Resolve()
			if err != nil {
				t.Fatal(err)
			}
			ops = append(ops, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
		}
		d := draft.New(&draft.Service{Name: "fuzz", Title: doc.Title(), Go: draft.Go{Dir: "out", Module: "example.com/fuzz"}, Upstreams: []*draft.Upstream{u}}, ops)
		if len(d.Tools) == 0 {
			return
		}
		for _, found := range check(t, dir, d.Text()) {
			if found.Severity == diag.Error {
				t.Errorf("%s\n%s", found, d.Text())
			}
		}
	})
}
