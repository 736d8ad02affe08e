package graph_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/view/graph"
)

// orders is a manifest with conditions at all places, vars that read vars, a list of pages, a poll, functions, a cache, a write, a message that
// names an input, and steps that run at the same time.
const orders = `nact: 1
service: {name: orders}
go: {runtime: import}
upstreams: {shop: {openapi: shop.yaml, cache: 10m}}
functions:
  rate: {description: What a customer is worth., args: {name: {type: string}, orders: {type: integer}}, returns: {type: integer}}
  keep: {description: Keeps a rate., writes: true, args: {rate: {type: integer}}, returns: {type: boolean}}
tools:
  close_order:
    description: Close the newest order of a customer.
    writes: true
    inputs:
      customer: {name: Customer, description: Who has ordered., max_length: 20}
      reason: {name: Reason, description: Why it is closed., max_length: 80, required: false}
    failures: {UNKNOWN: Nobody has that name., NONE: There is no order., CLOSED: It is closed already.}
    require: [{that: "inputs.customer != ''", fail: UNKNOWN}]
    steps:
      found:
        call: shop.find
        with: {customer: "${inputs.customer}"}
        expect: [{that: "size(this.body.ids) > 0 && this.status == 200", fail: NONE, detail: "${inputs.customer} has no order."}]
        on_error: [{status: [404, unreachable], fail: UNKNOWN}, {status: [5xx, timeout], fail: NONE}]
      closed:
        call: shop.close
        with: {id: "${vars.newest}"}
        require: [{that: "vars.count < 100", fail: CLOSED, detail: "${inputs.customer} has ${string(vars.count)} orders."}]
      text:
        when: steps.closed.status == 204
        call: shop.find
        with: {customer: x}
      names:
        call: shop.find
        with: {customer: y}
        paginate: {items: this.body.ids, next: {link: next}, limit: 50}
        cache: none
      ready:
        call: shop.find
        poll: {until: size(this.body.ids) > vars.count, failed_if: this.status == 203, fail: NONE, detail: "${inputs.customer} has none.", every: 2s, timeout: 9s, location: true}
      rated:
        go: rate
        args: {name: "${inputs.customer}", orders: "${vars.count}"}
        on_error: [{status: timeout, fail: NONE, detail: "${steps.found.body.ids[0]} has no rate."}]
        expect: [{that: "steps.rated > 0", fail: NONE}]
      kept:
        go: keep
        args: {rate: "${steps.rated}"}
    vars:
      ids: ${steps.found.body.ids}
      newest: ${vars.ids[0]}
      count: ${size(vars.ids)}
    outputs:
      count: {name: Count, type: int, description: How many there were., value: "${vars.count}"}
      reason: {name: Reason, description: The reason., value: "${inputs.?reason}"}
      other: {name: Other, type: int, description: How many others there are., value: "${size(steps.names.items) + size(steps.?text.body.ids.orValue([]))}"}
      done: {name: Done, type: boolean, description: Whether it is closed., value: "${steps.closed.status == 204}"}
      ready: {name: Ready, type: boolean, description: Whether it is ready., value: "${steps.ready.status == 200}"}
`

const shop = `openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example.com}]
paths:
  /orders:
    get:
      operationId: find
      parameters: [{name: customer, in: query, schema: {type: string}}]
      responses: {"200": {description: x, content: {application/json: {schema: {type: object, required: [ids], properties: {ids: {type: array, items: {type: string}}}}}}}}
  /orders/{id}:
    delete:
      operationId: close
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: x}}
`

// TestOf holds the graph of a plan.
func TestOf(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/tests\n", "shop.yaml": shop, "nact.yaml": orders} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, list := manifest.Read(filepath.Join(dir, "nact.yaml"))
	if list.HasErrors() {
		t.Fatal(list)
	}
	checked := sculpt.Check(m, document.Open(m, nil, &list), sculpt.Options{}, &list)
	if checked == nil {
		t.Fatal(list)
	}
	got := graph.Of(checked.Plan.Tools[0])
	found, closed, text, rated := graph.StepNode("found"), graph.StepNode("closed"), graph.StepNode("text"), graph.StepNode("rated")
	want := &graph.Graph{
		Tool:        "close_order",
		Description: "Close the newest order of a customer.",
		Inputs:      []graph.Value{{Name: "customer", Type: "string"}, {Name: "reason", Type: "string", Optional: true}},
		Require:     []graph.Condition{{That: "inputs.customer != ''", Fail: "UNKNOWN"}},
		Stages: []graph.Stage{
			one(&graph.Step{
				Name:    "found",
				Call:    &graph.Call{Operation: "shop.find", Method: "GET", Path: "/orders"},
				Cache:   "10m",
				Expect:  []graph.Condition{{That: "size(this.body.ids) > 0 && this.status == 200", Fail: "NONE"}},
				OnError: []graph.Rule{{Causes: "404, unreachable", Fail: "UNKNOWN"}, {Causes: "5xx, timeout", Fail: "NONE"}},
			}),
			one(&graph.Step{
				Name:    "closed",
				Call:    &graph.Call{Operation: "shop.close", Method: "DELETE", Path: "/orders/{id}"},
				Writes:  true,
				Require: []graph.Condition{{That: "vars.count < 100", Fail: "CLOSED"}},
			}),
			together(
				row(&graph.Step{Name: "text", Call: &graph.Call{Operation: "shop.find", Method: "GET", Path: "/orders"}, Cache: "10m", When: "steps.closed.status == 204"}),
				row(&graph.Step{
					Name: "names", Call: &graph.Call{Operation: "shop.find", Method: "GET", Path: "/orders"}, Pages: &graph.Pages{Items: "this.body.ids", Limit: 50},
				}),
				row(&graph.Step{
					Name: "ready", Call: &graph.Call{Operation: "shop.find", Method: "GET", Path: "/orders"},
					Poll: &graph.Poll{
						Until: "size(this.body.ids) > vars.count", FailedIf: "this.status == 203", Fail: "NONE", Every: 2 * time.Second, Timeout: 9 * time.Second, Location: true,
					},
				}),
				row(&graph.Step{
					Name: "rated", Function: "rate",
					Expect: []graph.Condition{{That: "steps.rated > 0", Fail: "NONE"}}, OnError: []graph.Rule{{Causes: "timeout", Fail: "NONE"}},
				}),
			),
			one(&graph.Step{Name: "kept", Function: "keep", Writes: true}),
		},
		Outputs: []graph.Value{{Name: "count", Type: "int"}, {Name: "reason", Type: "string", Optional: true}, {Name: "other", Type: "int"}, {Name: "done", Type: "boolean"}, {Name: "ready", Type: "boolean"}},
		Edges: []graph.Edge{
			{From: graph.Inputs, To: found, Reads: []graph.Read{{Place: "with.customer"}}},
			{From: found, To: closed, Reads: []graph.Read{{Place: "require.CLOSED", Var: "count"}, {Place: "with.id", Var: "newest"}}},
			{From: closed, To: text, Reads: []graph.Read{{Place: "when"}}},
			{From: found, To: graph.StepNode("ready"), Reads: []graph.Read{{Place: "poll.until", Var: "count"}}},
			{From: graph.Inputs, To: rated, Reads: []graph.Read{{Place: "args.name"}}},
			{From: found, To: rated, Reads: []graph.Read{{Place: "args.orders", Var: "count"}, {Place: "on_error.NONE"}}},
			{From: rated, To: graph.StepNode("kept"), Reads: []graph.Read{{Place: "args.rate"}}},
			{From: graph.Inputs, To: graph.Outputs, Reads: []graph.Read{{Place: "reason"}}},
			{From: found, To: graph.Outputs, Reads: []graph.Read{{Place: "count", Var: "count"}}},
			{From: closed, To: graph.Outputs, Reads: []graph.Read{{Place: "done"}}},
			{From: text, To: graph.Outputs, Reads: []graph.Read{{Place: "other"}}},
			{From: graph.StepNode("names"), To: graph.Outputs, Reads: []graph.Read{{Place: "other"}}},
			{From: graph.StepNode("ready"), To: graph.Outputs, Reads: []graph.Read{{Place: "ready"}}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", encoded(t, got), encoded(t, want))
	}
}

// encoded is a graph to be read in a message.
func encoded(t *testing.T, g *graph.Graph) []byte {
	t.Helper()
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}
