package importer_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/importer"
	"github.com/nactgen/nactgen/sculpt/diag"
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
		im, _ := importer.New(doc, service, sources)
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

// TestDollars: a dollar sign before an expression stays one, and the expression stays an expression.
func TestDollars(t *testing.T) {
	openapi := filepath.Join("..", "testdata", "documents", "everything.openapi.yaml")
	doc, found := arazzo.Read("x.yaml", []byte(`arazzo: 1.0.1
info: {title: Dollars, version: "1"}
sourceDescriptions: [{name: shop, url: x.yaml, type: openapi}]
workflows:
  - workflowId: w
    inputs: {type: object, required: [a], properties: {a: {type: string}}}
    steps: [{stepId: s, operationId: getCustomer, parameters: [{name: id, in: path, value: x}]}]
    outputs: {p: "pay ${$inputs.a}, not ${a} $"}
`))
	if doc == nil {
		t.Fatal(found)
	}
	service, sources := sourcesOf(t, doc, openapi)
	im, _ := importer.New(doc, service, sources)
	if err := im.Settle(settle(openapi)); err != nil {
		t.Fatal(err)
	}
	if want := `pay ${"$"}${inputs.a}, not $${a} $`; !strings.Contains(im.Text(), want) {
		t.Errorf("there is no %s in\n%s", want, im.Text())
	}
}

// TestUnfolding: workflows that call each other twice, and have something in each step that a check refuses, unfold to no more than the budget, which a
// comment says, and are checked a few times alone, not once for each finding.
func TestUnfolding(t *testing.T) {
	const workflows = 12
	openapi := filepath.Join("..", "testdata", "documents", "semantics.openapi.yaml")
	text := "arazzo: 1.0.1\ninfo: {title: Twice, version: \"1\"}\nsourceDescriptions: [{name: shop, url: x.yaml, type: openapi}]\nworkflows:\n"
	for i := range workflows {
		next := (i + 1) % workflows
		text += fmt.Sprintf("  - {workflowId: w%d, steps: [{stepId: a, workflowId: w%d}, {stepId: b, workflowId: w%d}, {stepId: c, operationId: getItem, parameters: [{name: id, in: path, value: x}]}, "+
			"{stepId: d, operationId: addItem, requestBody: {payload: {name: {wrong: x}}}}, {stepId: e, operationId: delItem}]}\n", i, next, next)
	}
	doc, found := arazzo.Read("x.yaml", []byte(text))
	if doc == nil {
		t.Fatal(found)
	}
	service, sources := sourcesOf(t, doc, openapi)
	im, found := importer.New(doc, service, sources)
	if found.HasErrors() {
		t.Fatal(found)
	}
	checks := 0
	err := im.Settle(func(text string) diag.List {
		checks++
		return settle(openapi)(text)
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls := strings.Count(im.Text(), "call: "); calls > 600 || checks > 21 {
		t.Errorf("%d calls after %d checks", calls, checks)
	}
	if len(im.Disabled()) != workflows || !strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(im.Text(), "#", "")), " "), "the document unfolds to more than") {
		t.Errorf("%d of %d tools are disabled", len(im.Disabled()), workflows)
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
