package resync_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/author/resync"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

const api = `
openapi: 3.1.0
info: {title: The shop, version: "1"}
servers: [{url: https://api.example.com}]
security: [{key: []}]
paths:
  /orders:
    get:
      operationId: list_orders
      tags: [orders]
      parameters: [{name: status, in: query, schema: {enum: [open, 2nd-class]}}]
      responses: {"200": {description: All., content: {application/json: {schema: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}}}}}
    post:
      operationId: create_order
      tags: [orders]
      requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {"201": {description: It.}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    delete: {operationId: delete_order, tags: [orders], responses: {"204": {description: Gone.}}}
  /ping:
    get: {operationId: ping, responses: {"200": {description: Pong., content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
`

// head begins manifests that call nothing yet.
const head = "nact: 1\nservice: {name: shop}\n"

// pinging is a tool.
const pinging = "  ping_it:\n    description: Ping.\n    steps: {ping: {call: shop.ping}}\n    outputs: {text: {description: The text., value: \"${steps.ping.body.?text}\"}}\n"

// write writes files into a folder of their own, and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run brings a manifest up to date.
func run(t testing.TB, m *manifest.Manifest) (*resync.Result, error) {
	t.Helper()
	var found diag.List
	documents := document.Open(m, nil, &found)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return resync.Run(m, documents)
}

// names are the tools that were added.
func names(r *resync.Result) string {
	var list []string
	for _, t := range r.Added {
		list = append(list, t.Name)
	}
	return strings.Join(list, " ")
}

func TestRun(t *testing.T) {
	const disabled = "  list_them:\n    disabled: true\n    description: List.\n    steps: {orders: {call: shop GET /orders}}\n    outputs: {text: {type: json, description: All., value: \"${steps.orders.body}\"}}\n"
	const undone = "  order_it:\n    description: Order.\n    writes: true\n    inputs: {id: {description: It.}}\n    steps: {order: {call: shop.create_order, body: {name: x}, undo: {call: shop.delete_order, with: {id: \"${inputs.id}\"}}}}\n    outputs: {done: {description: Done., value: done}}\n"
	for _, c := range []struct {
		name, upstream, rest string
		added, vanished      string
		has                  []string // in the manifest then
	}{
		{"all", "select: {all: true}", "tools: {}\n", "list_orders create_order delete_order get_ping", "", []string{"auth: {scheme: key", "config:\n  shop_api_key:", "tables:\n  statuses: {OPEN: open"}},
		{"what a step calls is not new, by whatever name, disabled or not", "select: {all: true}", "tools:\n" + pinging + disabled, "create_order delete_order", "", nil},
		{"nor what takes a step back", "select: {all: true}", "tools:\n" + undone, "list_orders get_ping", "", nil},
		{"an upstream that an enabled tool calls keeps what it sends", "select: {tags: [orders], methods: [DELETE]}", "tools:\n" + pinging, "delete_order", "", []string{"select: {tags: [orders], methods: [DELETE]}}"}},
		{"names that are taken", "select: {operations: [list_orders]}", "tools:\n" + strings.ReplaceAll(pinging, "ping_it", "list_orders") + "tables: {statuses: {A: b}}\n", "list_orders_2", "", []string{"orders_2_statuses: {OPEN: open, V_2ND_CLASS: \"2nd-class\"}"}},
		{"a table that is there", "select: {operations: [list_orders]}", "tools:\n" + pinging + "tables: {ours: {V_2ND_CLASS: 2nd-class, OPEN: open}}\n", "list_orders", "", []string{"tables.ours[v]"}},
		{"a config value that is there", "select: {operations: [list_orders]}", "tools: {}\nconfig: {shop_api_key: {env: SHOP_API_KEY, secret: true}}\n", "list_orders", "", []string{`value: "${config.shop_api_key}"`, "config: {shop_api_key: {env: SHOP_API_KEY, secret: true}}\n"}},
		{"a config value that is another's", "select: {operations: [list_orders]}", "tools: {}\nconfig: {shop_api_key: {env: KEY}}\n", "list_orders", "", []string{`value: "${config.shop_api_key_2}"`, "shop_api_key_2: {env: SHOP_API_KEY_2, "}},
		{"what vanished", "select: {operations: [ping, pong], except: [list_order]}", "tools:\n" + strings.ReplaceAll(pinging, "shop.ping", "shop.pink") + strings.ReplaceAll(strings.ReplaceAll(pinging, "ping_it", "ping_twice"), "shop.ping", "shop.pink"), "get_ping",
			`nact.yaml:3:67: warning: "select": there is no operation pong; did you mean "ping"?
nact.yaml:3:83: warning: "select": there is no operation list_order; did you mean "list_orders"?
nact.yaml:7:26: the tool ping_it calls shop.pink: there is no operation pink; did you mean "ping"?
nact.yaml:11:26: the tool ping_twice calls shop.pink, too
`, nil},
		{"no selection", "timeout: 3s", "tools:\n" + pinging, "", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := head + "upstreams: {shop: {openapi: api.yaml, " + c.upstream + "}}\n" + c.rest
			t.Chdir(write(t, map[string]string{"nact.yaml": text, "api.yaml": api}))
			m, found := manifest.Read("nact.yaml")
			if len(found) > 0 {
				t.Fatal(found)
			}
			r, err := run(t, m)
			if err != nil {
				t.Fatal(err)
			}
			if names(r) != c.added || len(r.Refused) > 0 {
				t.Errorf("added %s, want %s; refused %v", names(r), c.added, r.Refused)
			}
			var vanished strings.Builder
			for _, d := range r.Vanished {
				vanished.WriteString(d.String() + "\n")
			}
			if vanished.String() != c.vanished {
				t.Errorf("vanished:\n%swant:\n%s", &vanished, c.vanished)
			}
			after := r.Sources[0].Text
			for _, part := range c.has {
				if !bytes.Contains(after, []byte(part)) {
					t.Errorf("there is no %s in\n%s", part, after)
				}
			}
			upToDate(t, m, r)
		})
	}
}

// upToDate checks that all bytes of a manifest are there in their order, and that a second run has nothing to add.
func upToDate(t testing.TB, m *manifest.Manifest, r *resync.Result) {
	t.Helper()
	for i, s := range r.Sources {
		if !subsequence(m.Sources[i].Text, s.Text) {
			t.Errorf("bytes of %s are gone:\n%s", s.Path, s.Text)
		}
	}
	again, found := manifest.Parse(m.File, r.Sources[0].Text, r.Sources[1:]...)
	if found.HasErrors() {
		t.Fatalf("%v\n%s", found, r.Sources[0].Text)
	}
	again.Files = m.Files
	if len(again.Tools) != len(m.Tools)+len(r.Added) {
		t.Errorf("there are %d tools, there were %d, %d were added", len(again.Tools), len(m.Tools), len(r.Added))
	}
	second, err := run(t, again)
	if err != nil {
		t.Fatal(err)
	}
	if len(second.Added) > 0 || !bytes.Equal(second.Sources[0].Text, r.Sources[0].Text) {
		t.Errorf("the second run added %s", names(second))
	}
}

// subsequence reports whether a text has all bytes of another one in their order.
func subsequence(part, whole []byte) bool {
	for _, c := range whole {
		if len(part) > 0 && part[0] == c {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// FuzzRun: whatever a manifest is written like, its bytes stay, and the second run has nothing to add.
func FuzzRun(f *testing.F) {
	for _, text := range []string{
		head + "upstreams: {shop: {openapi: api.yaml, select: {all: true}}}\ntools:\n" + pinging,
		head + "upstreams:\n  shop:\n    openapi: api.yaml\n    select: {tags: [orders]}\ntools: {}",
		"{nact: 1, service: {name: shop}, upstreams: {shop: {openapi: api.yaml, select: {all: true}}}, tools: {}}",
		strings.ReplaceAll("\uFEFF"+head+"config:\ntables:\n  # none\ntools:\nupstreams:\n    shop: # it\n        openapi: api.yaml\n        select:\n          operations:\n          - list_orders\n\n# end\n", "\n", "\r\n"),
		"---\n" + head + "tools: # none\n\n# the shop\nupstreams: {shop: {openapi: api.yaml, select: {all: true, except: [ping]}}}\n...\n",
	} {
		f.Add(text)
	}
	dir := write(f, map[string]string{"api.yaml": api})
	f.Fuzz(func(t *testing.T, text string) {
		m, found := manifest.Parse(filepath.Join(dir, "nact.yaml"), []byte(text))
		if found.HasErrors() {
			return
		}
		documents := document.Open(m, nil, &found)
		if found.HasErrors() {
			return
		}
		r, err := resync.Run(m, documents)
		if err != nil {
			return
		}
		upToDate(t, m, r)
	})
}
