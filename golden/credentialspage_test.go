package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// TestCredentialsPage: the sections of manifests on the page about credentials are those of manifests without errors.
func TestCredentialsPage(t *testing.T) {
	page := readFile(t, filepath.Join("..", "docs", "guides", "credentials.md"))
	sections := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(page, -1)
	if len(sections) < 5 {
		t.Fatalf("the page has %d sections", len(sections))
	}
	for i, section := range sections {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "nact.yaml")
			writeFile(t, filepath.Join(dir, "go.mod"), []byte("module example.com/page\n"))
			writeFile(t, filepath.Join(dir, "api.yaml"), []byte(`openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example.com}]
paths:
  /orders: {get: {operationId: orders, responses: {"200": {description: Text., content: {application/json: {schema: {type: string}}}}}}}
components:
  securitySchemes:
    login: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://login.example.com/token, scopes: {orders.read: Read}}}}
    key: {type: apiKey, in: query, name: key}
    token: {type: apiKey, in: query, name: token}
`))
			text := "nact: 1\nservice: {name: page}\n" + string(section[1])
			writeFile(t, name, []byte(text))
			m, found := manifest.Read(name)
			if m == nil || len(m.Upstreams) != 1 {
				t.Fatalf("this is no section of one upstream:\n%s\n%s", text, render(t, found))
			}
			text += fmt.Sprintf("tools:\n  list_orders:\n    description: List all orders that there are.\n    steps: {a: {call: %s.orders}}\n"+
				"    outputs: {text: {name: Text, description: The orders., value: \"${steps.a.body}\"}}\n", m.Upstreams[0].Name.V)
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			r, err := pipeline.Run(name, pipeline.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Findings.HasErrors() {
				t.Errorf("%s\n%s", text, render(t, r.Findings))
			}
		})
	}
}
