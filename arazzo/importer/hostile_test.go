package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/importer"
)

// TestHostileTexts: whatever texts a document has, none of them becomes a part of the manifest that is no text, or one that manifests refuse.
func TestHostileTexts(t *testing.T) {
	openapi := filepath.Join("..", "testdata", "documents", "everything.openapi.yaml")
	key := "AKIA" + strings.Repeat("IOSF", 4)
	texts := []string{"a\n  injected: true", "${config.secret}", "x # y: z", "\u202e\u200b", "'\"`{}[]", "{{ name }}", key, "$inputs.x", "%YAML", "", strings.Repeat("é", 5000)}
	for _, text := range texts {
		source := strings.ReplaceAll(`arazzo: 1.0.1
info: {title: TEXT, description: TEXT, version: "1"}
sourceDescriptions: [{name: shop, url: x.yaml, type: openapi}]
workflows:
  - workflowId: w
    summary: TEXT
    description: TEXT
    x-note: TEXT
    inputs: {type: object, required: [a], properties: {a: {type: string, description: TEXT, default: TEXT, pattern: TEXT}, b: {type: string, enum: [TEXT, other]}}}
    steps:
      - stepId: TEXT
        description: TEXT
        operationId: getCustomer
        parameters: [{name: id, in: path, value: TEXT}, {name: Authorization, in: header, value: TEXT}]
        successCriteria: [{condition: TEXT}, {context: $response.body, condition: TEXT, type: jsonpath}]
        onFailure: [{name: TEXT, type: end, criteria: [{condition: TEXT}]}, {name: more, type: goto, stepId: TEXT}]
        outputs: {o: TEXT}
    outputs: {o: TEXT, p: "a {$inputs.a}"}
`, "TEXT", quoted(text))
		doc, found := arazzo.Read("x.yaml", []byte(source))
		if doc == nil {
			t.Fatalf("%q: %v", text, found)
		}
		service, sources := sourcesOf(t, doc, openapi)
		im, found := importer.New(doc, service, sources)
		if im == nil {
			t.Fatalf("%q: %v", text, found)
		}
		switch err := im.Settle(settle(openapi)); {
		case text == key && err == nil:
			t.Error("a manifest is made of a document whose title is a credential")
		case text != key && err != nil:
			t.Errorf("%q: %v\n%s", text, err, im.Text())
		case strings.Contains(comments(im.Text()), key):
			t.Errorf("a comment has a credential:\n%s", im.Text())
		}
	}
}

// comments are the lines of a manifest that are comments.
func comments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// quoted is a text in double quotes, as YAML and JSON have it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
