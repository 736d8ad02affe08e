package arazzo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/arazzo"
)

const head = "arazzo: 1.0.1\ninfo: {title: T, version: '1'}\nsourceDescriptions: [{name: api, url: a.yaml}]\n"

// TestFindings reads documents that are wrong, and compares what is found with its places.
func TestFindings(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"empty", "", "x.yaml:1:1: the file is empty"},
		{"no YAML", "arazzo: 1.0.0\ninfo: [\n", "x.yaml:3:1: the file is not YAML: did not find expected node content"},
		{"no YAML, behind letters of two bytes", "é: 'ü' x\n", "x.yaml:1:10: the file is not YAML: did not find expected key"},
		{"a value behind letters of two bytes", head + "workflows: [{summary: é, workflowId: ü, steps: 1}]\n", `x.yaml:4:50: "steps" is a list, and this is a number`},
		{"two documents", head + "---\na: 1\n", "x.yaml:4:1: a second YAML document starts here; a file holds a single one"},
		{"no mapping", "[]", "x.yaml:1:1: an Arazzo document is a mapping, and this is a list"},
		{"nothing in it", "{}", `x.yaml:1:1: an Arazzo document has no "arazzo"` + "\n" + `x.yaml:1:1: an Arazzo document has no "info"` + "\n" + `x.yaml:1:1: an Arazzo document has no "sourceDescriptions"` + "\n" + `x.yaml:1:1: an Arazzo document has no "workflows"`},
		{"another version", strings.Replace(head, "1.0.1", "2.0.0", 1) + "workflows: []\n", `x.yaml:1:9: Arazzo "2.0.0" is not supported; 1.0 and 1.1 are`},
		{"a key twice", head + "workflows: []\nworkflows: []\n", `x.yaml:5:1: the key "workflows" stands twice, first in line 4`},
		{"a workflow twice", head + "workflows:\n  - {workflowId: a, steps: []}\n  - {workflowId: a, steps: []}\n", `x.yaml:6:18: a second workflow is called "a"; the first stands in line 5`},
		{"a step without a target", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s}\n", "x.yaml:7:9: a step has one of operationId, operationPath, channelPath, workflowId; this one has 0"},
		{"a step with two targets", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, workflowId: y}\n", "x.yaml:7:9: a step has one of operationId, operationPath, channelPath, workflowId; this one has 2"},
		{"a parameter without a place", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, parameters: [{name: p, value: 1}]}\n", `x.yaml:7:50: the parameter "p" does not say where it is: in: path, query, header or cookie`},
		{"a parameter without a value", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, parameters: [{name: p, in: query}]}\n", `x.yaml:7:50: the parameter "p" has no value`},
		{"no such component", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, parameters: [{reference: $components.parameters.p}]}\n", "x.yaml:7:62: there is no component $components.parameters.p under parameters"},
		{"an unknown action", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, onSuccess: [{name: n, type: retry}]}\n", `x.yaml:7:65: an action cannot be of the type "retry"; there are end and goto`},
		{"jumps to no step", head + "workflows:\n  - workflowId: a\n    failureActions: [{name: n, type: retry, stepId: t}]\n    steps:\n      - {stepId: s, operationId: x, onSuccess: [{name: n, type: goto, stepId: nosuch}]}\n",
			`x.yaml:6:53: the workflow "a" has no step "t"; there is only s` + "\n" + `x.yaml:8:79: the workflow "a" has no step "nosuch"; there is only s`},
		{"a criterion without a context", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, successCriteria: [{condition: '^2', type: regex}]}\n", `x.yaml:7:55: a criterion of the type regex has no "context"`},
		{"an output that is none", head + "workflows:\n  - workflowId: a\n    steps:\n      - {stepId: s, operationId: x, outputs: {o: 1}}\n", `x.yaml:7:50: the output "o" is a number; it is a runtime expression, or a selector`},
		{"another kind", head + "workflows: {a: 1}\n", `x.yaml:4:12: "workflows" is a list, and this is a mapping`},
		{"a list of something else", head + "workflows:\n  - {workflowId: a, steps: [], dependsOn: [1]}\n", `x.yaml:5:44: "dependsOn" is a list of texts, and this is a number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, found := arazzo.Read("x.yaml", []byte(tt.source))
			var got []string
			for _, f := range found {
				got = append(got, f.String())
			}
			if doc != nil || strings.Join(got, "\n") != tt.want {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), tt.want)
			}
		})
	}
}

// TestRead: components stand where they are referred to, with the value that they are given there; what the specification does not have is kept.
func TestRead(t *testing.T) {
	doc, found := arazzo.Read("x.yaml", []byte(head+`workflows:
  - workflowId: w
    x-team: a
    steps:
      - stepId: s
        operationId: op
        parameters: [{reference: $components.parameters.page, value: 7}, {reference: $components.parameters.page}]
        onFailure: [{reference: $components.failureActions.again}]
        outputs: {id: {context: $response.body, selector: $.id, type: {type: jsonpath, version: rfc9535}}}
components:
  parameters: {page: {name: page, in: query, value: 1}}
  failureActions: {again: {name: again, type: retry, retryAfter: 1.5, retryLimit: 2, condition: x}}
`))
	if doc == nil {
		t.Fatal(found)
	}
	s := doc.Workflow("w").Step("s")
	if p := s.Parameters; len(p) != 2 || p[0].Value.Text != "7" || p[1].Value.Text != "1" || p[0].Name.V != "page" {
		t.Errorf("the parameters are %v", p)
	}
	if a := s.OnFailure[0]; a.RetryAfter.V != "1.5" || len(a.Extra) != 1 || a.Extra[0].Name != "condition" {
		t.Errorf("the action is %+v", a)
	}
	if x := doc.Workflows[0].Extra; len(x) != 1 || x[0].Name != "x-team" {
		t.Errorf("the workflow has beside: %v", x)
	}
	if sel := arazzo.SelectorOf(s.Outputs[0].Value); sel == nil || sel.Type != "jsonpath" || sel.Selector.V != "$.id" {
		t.Errorf("the selector is %+v", sel)
	}
}

// FuzzRead: whatever a file holds, it is a document, has findings, or is a document with workflows that have some.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/documents/*.arazzo.yaml")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("a: &a [1]\nb: [*a, *a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, found := arazzo.Read("x.yaml", data)
		if found.HasErrors() != (doc == nil || len(doc.Broken) > 0) {
			t.Errorf("a document: %v, findings: %v", doc != nil, found)
		}
	})
}
