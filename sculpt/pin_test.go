package sculpt_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

const pinnedManifest = `nact: 1
service: {name: tracker}
go: {dir: tracker, module: example.com/tracker}
upstreams:
  api:
    openapi: api.yaml
    sha256: PIN
tools:
  count_issues:
    version: 1
    description: Count the issues.
    steps: {issues: {call: api.list_issues}}
    outputs: {count: {name: Count, type: int, description: How many there are., value: "${steps.issues.body.count}"}}
`

const pinnedDocument = `openapi: 3.1.0
info: {title: Tracker, version: "1"}
servers: [{url: "https://tracker.example"}]
paths:
  /issues: {get: {operationId: list_issues, responses: {"200": {$ref: "count.yaml"}}}}
  /users: {get: {operationId: list_users, responses: {"200": {$ref: "users.yaml"}}}}
`

const countFile = `description: The number.
content: {application/json: {schema: {type: object, required: [count], properties: {count: {type: integer}}}}}
`

// pinnedFiles is a manifest that pins a document of several files, one of which no tool reaches.
func pinnedFiles() map[string]string {
	listing := fmt.Sprintf("%x  api.yaml\n%x  count.yaml\n", sha256.Sum256([]byte(pinnedDocument)), sha256.Sum256([]byte(countFile)))
	return map[string]string{
		"nact.yaml":  strings.Replace(pinnedManifest, "PIN", fmt.Sprintf("%x", sha256.Sum256([]byte(listing))), 1),
		"api.yaml":   pinnedDocument,
		"count.yaml": countFile,
		"users.yaml": "description: The users.\n",
		"other.yaml": strings.Replace(pinnedDocument, "Tracker", "Another tracker", 1),
	}
}

func TestPin(t *testing.T) {
	const differs = "nact.yaml:7:13: the OpenAPI document api.yaml, with the files of it that the tools reach, is not the pinned one: it has the SHA-256 "
	for _, c := range []struct {
		name    string
		edit    map[string][2]string // of the files: old text, new text
		options sculpt.Options
		standIn string // a document in place of that of the upstream
		want    string // how the only finding starts; empty: there is none
	}{
		{name: "the pinned document"},
		{name: "a changed document", edit: map[string][2]string{"api.yaml": {`version: "1"`, `version: "2"`}}, want: differs},
		{name: "a changed file that a tool reaches", edit: map[string][2]string{"count.yaml": {"number", "count"}}, want: differs},
		{name: "a changed file that no tool reaches", edit: map[string][2]string{"users.yaml": {"The", "All"}}},
		{name: "another line end", edit: map[string][2]string{"count.yaml": {".\n", ".\r\n"}}, want: differs},
		{
			name: "pins are not asked for", options: sculpt.Options{Unpinned: true},
			edit: map[string][2]string{"api.yaml": {`version: "1"`, `version: "2"`}},
		},
		{name: "a document in place of the pinned one", standIn: "other.yaml"},
		{
			name: "another error, with which not all files are reached",
			edit: map[string][2]string{"nact.yaml": {"list_issues", "list_isues"}},
			want: "nact.yaml:12:28: api.yaml: there is no operation list_isues",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range pinnedFiles() {
				if e, ok := c.edit[name]; ok {
					text = strings.Replace(text, e[0], e[1], 1)
				}
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			m, list := manifest.Read("nact.yaml")
			if len(list) > 0 {
				t.Fatal(list)
			}
			standIns := map[string]string{}
			if c.standIn != "" {
				standIns["api"] = c.standIn
			}
			sculpt.Check(m, document.Open(m, standIns, &list), c.options, &list)
			switch {
			case c.want == "" && list.HasErrors():
				t.Errorf("got %v", list)
			case c.want != "" && (len(list) != 1 || !strings.HasPrefix(list[0].String(), c.want)):
				t.Errorf("got %v, want %s", list, c.want)
			}
		})
	}
}

// The plan says what would pin the document.
func TestPlanHasPins(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range pinnedFiles() {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	checked, list := check("nact.yaml", sculpt.Options{})
	if checked == nil {
		t.Fatal(list)
	}
	if got := checked.Plan.Upstreams[0].SHA256; !strings.Contains(pinnedFiles()["nact.yaml"], got) || got == "" {
		t.Errorf("got %q", got)
	}
}
