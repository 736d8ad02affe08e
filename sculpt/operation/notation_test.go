package operation_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// TestAnswerType: as what an answer is read, by its media type and what the document says of it.
func TestAnswerType(t *testing.T) {
	const row = "{type: object, properties: {a: {type: integer}}}"
	for _, c := range []struct{ mediaType, content, want string }{
		{"application/json", "schema: {type: string}", "string"},
		{"text/plain", "schema: {type: object}", "text"},
		{"application/xml", "schema: " + row, "text"},
		{"image/png", "{}", "bytes"},

		{"text/csv", "schema: {type: array, items: " + row + "}", "list({a: int})"},
		{"Text/CSV; charset=utf-8", "schema: " + row, "list({a: int})"},
		{"application/csv", "schema: {type: array, items: {oneOf: [" + row + ", {type: object, properties: {b: {type: string}}}]}}", "list({a: int, b: string})"},
		{"text/csv", "{}", "list(map(string))"},
		{"text/csv", "schema: {type: object}", "list(map(string))"},
		{"text/csv", "schema: {type: array}", "list(map(string))"},
		{"text/csv", "schema: {type: array, items: {type: object, additionalProperties: {type: number}}}", "list(map(double))"},
		{"text/csv", "schema: {type: array, items: {type: array, items: {type: number}}}", "list(list(double))"},
		{"text/csv", "schema: {type: array, items: {type: array, items: {}}}", "list(list(string))"},
		{"text/csv", "schema: {type: string}", "text"},
		{"text/csv", "schema: {type: string, format: binary}", "text"},
		{"text/csv", "schema: {type: array, items: {type: string}}", "text"},
		{"text/csv", "schema: {type: object, properties: {rows: {type: array, items: " + row + "}}}", "text"},
		{"text/csv; header=absent", "{}", "list(list(string))"},
		{"text/csv; header=present", "schema: {type: string}", "list(map(string))"},
		{"text/tab-separated-values", "{}", "list(map(string))"},

		{"application/x-ndjson", "schema: " + row, "list({a: int})"},
		{"application/jsonl", "schema: {type: array, items: " + row + "}", "list({a: int})"},
		{"application/x-ndjson", "{}", "list(dyn)"},
		{"application/x-ndjson", "schema: {type: string}", "text"},
		{"application/stream+json", "schema: " + row, "list({a: int})"},
		{"application/json-seq", "itemSchema: " + row, "list({a: int})"},
		{"application/geo+json-seq", "schema: {type: integer}", "list(int)"},

		{"text/event-stream", "{}", "list({event: string, data: string, id: string, retry: int})"},
		{"text/event-stream", "schema: {type: string}", "list({event: string, data: string, id: string, retry: int})"},
		{"text/event-stream", "schema: " + row, "list({event: string, data: {a: int}, id: string, retry: int})"},
		{"text/event-stream", "schema: {type: array, items: " + row + "}", "list({event: string, data: {a: int}, id: string, retry: int})"},
		{"text/event-stream", "itemSchema: {type: object, properties: {data: {type: string}, id: {type: string}}}", "list({data: string, id: string})"},
		{"text/event-stream", "itemSchema: {type: object, properties: {data: {type: string, contentMediaType: application/json, contentSchema: " + row + "}}}", "list({data: {a: int}})"},
		{"text/event-stream", "itemSchema: {type: object, oneOf: [{properties: {data: {type: string, contentMediaType: application/json, contentSchema: " + row + "}}}, {properties: {data: {type: string, contentMediaType: application/json, contentSchema: {type: object, properties: {b: {type: string}}}}}}]}", "list({data: {a: int, b: string}})"},
		{"text/event-stream", "schema: {type: object, properties: {data: {type: string}, kind: {type: string}}}", "list({event: string, data: {data: string, kind: string}, id: string, retry: int})"},
		{"text/event-stream", "schema: {oneOf: [{type: object, properties: {data: " + row + "}}, {type: object, properties: {event: {type: string}, data: " + row + "}}]}", "list({data: {a: int}, event: string})"},

		{"application/x-www-form-urlencoded", "schema: " + row, "{a: int}"},
		{"application/x-www-form-urlencoded", "{}", "map(string)"},
		{"application/x-www-form-urlencoded", "schema: {type: string}", "text"},
	} {
		media := mediaOf(t, c.mediaType, c.content)
		of, raw := operation.AnswerType(shape.New("answer"), media)
		got := describe(of)
		if raw {
			got = map[ir.Kind]string{ir.String: "text", ir.Bytes: "bytes"}[of.Kind]
		}
		if got != c.want {
			t.Errorf("%s with %s: got %s, want %s", c.mediaType, c.content, got, c.want)
		}
	}
}

// TestAnswerMedia: which of several media types is read, where nothing is asked for.
func TestAnswerMedia(t *testing.T) {
	for _, c := range []struct{ types, want string }{
		{"text/csv, application/json", "application/json"},
		{"text/event-stream, application/vnd.x+json", "application/vnd.x+json"},
		{"application/pdf, application/json-seq, text/plain", "application/json-seq"},
		{"application/pdf, text/csv", "text/csv"},
		{"application/pdf, image/png", "application/pdf"},
	} {
		op := &spec.Operation{Method: "GET", Responses: []*spec.Response{{Status: "200"}}}
		for mediaType := range strings.SplitSeq(c.types, ", ") {
			op.Responses[0].Content = append(op.Responses[0].Content, mediaOf(t, mediaType, "{}"))
		}
		if media, _ := operation.AnswerMedia(op, ""); media.Type != c.want {
			t.Errorf("of %s: got %s, want %s", c.types, media.Type, c.want)
		}
	}
}

// mediaOf is what a document says of an answer.
func mediaOf(t *testing.T, mediaType, content string) *spec.Media {
	t.Helper()
	if content != "{}" {
		content = "{" + content + "}"
	}
	doc, err := spec.Parse("api.yaml", []byte(`
openapi: 3.2.0
paths: {/a: {get: {operationId: a, responses: {"200": {description: "", content: {"`+mediaType+`": `+content+`}}}}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := doc.Resolve(doc.Operations()...)
	if err != nil {
		t.Fatal(err)
	}
	return resolved[0].Responses[0].Content[0]
}

// describe names a type, an object by its fields.
func describe(t *ir.Type) string {
	switch t.Kind {
	case ir.List:
		return "list(" + describe(t.Elem) + ")"
	case ir.Map:
		return "map(" + describe(t.Elem) + ")"
	case ir.Object:
		var fields []string
		for _, f := range t.Object.Fields() {
			fields = append(fields, f.Name+": "+describe(f.Type))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return t.Kind.String()
}
