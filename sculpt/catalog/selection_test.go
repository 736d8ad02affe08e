package catalog_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

const api = `
openapi: 3.1.0
info: {title: API, version: "1"}
paths:
  /orders:
    get: {operationId: list, tags: [orders], responses: {}}
    post: {operationId: create, tags: [orders], responses: {}}
  /orders/{id}:
    get: {operationId: get, tags: [orders, single], responses: {}}
    delete: {tags: [single], responses: {}}
  /ping:
    get: {operationId: ping, responses: {}}
`

func TestSelected(t *testing.T) {
	file := filepath.Join(t.TempDir(), "api.yaml")
	if err := os.WriteFile(file, []byte(api), 0o666); err != nil {
		t.Fatal(err)
	}
	doc, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	list := catalog.List(catalog.Source{Upstream: "api", Document: doc})
	for _, c := range []struct{ name, selection, want, missing string }{
		{"all", "{all: true}", "api.list api.create api.get api DELETE /orders/{id} api.ping", ""},
		{"all of a method", "{all: true, methods: [get]}", "api.list api.get api.ping", ""},
		{"all but some", "{all: true, except: [create, 'DELETE /orders/{id}', api.ping]}", "api.list api.get", ""},
		{"a tag", "{tags: [single]}", "api.get api DELETE /orders/{id}", ""},
		{"tags, each operation once and in the document's order", "{tags: [single, Orders]}", "api.list api.create api.get api DELETE /orders/{id}", ""},
		{"a tag of a method", "{tags: [orders], methods: [POST, PUT]}", "api.create", ""},
		{"operations, whatever the method", "{tags: [orders], methods: [POST], operations: [ping, 'delete /orders/{id}']}", "api.create api DELETE /orders/{id} api.ping", ""},
		{"an operation that is excepted after all", "{operations: [ping, list], except: [ping]}", "api.list", ""},
		{"what is not there", "{tags: [order], operations: [pong, list], except: [GET /ordres]}", "api.list",
			`there is no operation pong; did you mean "ping"? / no operation has the tag order; did you mean "orders"? / there is no operation GET /ordres; did you mean "GET /orders"?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, found := manifest.Parse("nact.yaml", []byte("nact: 1\nservice: {name: x}\nupstreams: {api: {openapi: api.yaml, select: "+c.selection+"}}\ntools: {}\n"))
			if len(found) > 0 {
				t.Fatal(found)
			}
			chosen, missing := catalog.Selected(m.Upstreams[0].Select, list)
			if got := strings.Join(catalog.Calls(chosen), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			var messages []string
			for _, m := range missing {
				messages = append(messages, m.Message)
			}
			if got := strings.Join(messages, " / "); got != c.missing {
				t.Errorf("missing: %s\nwant %s", got, c.missing)
			}
			if !slices.IsSortedFunc(chosen, func(a, b *catalog.Operation) int { return slices.Index(list, a) - slices.Index(list, b) }) {
				t.Error("the order is not the document's")
			}
		})
	}
}
