package export_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/arazzo/exporter"
)

// TestUnsafe: a program that runs Arazzo and knows no extensions would send a write whose condition stands in one alone, so that a tool with such a step
// is no workflow. The document names it.
func TestUnsafe(t *testing.T) {
	const path = "../../arazzo/testdata/documents/semantics.openapi.yaml"
	const tools = `nact: 1
service: {name: shop, title: Shop}
go: {dir: service, package: shoptools, module: example.com/shop}
upstreams: {shop: {openapi: semantics.openapi.yaml}}
tools:
  remove:
    description: Take an item out of the shop.
    writes: true
    inputs: {id: {description: The id of the item.}}
    steps:
      remove: {call: shop.delItem, with: {id: "${inputs.id}"}, when: inputs.id.startsWith("A")}
`
	const reads = `  read:
    description: Read an item of the shop.
    inputs: {id: {description: The id of the item.}}
    failures: {WRONG: The item is not open.}
    steps:
      item: {call: shop.getItem, with: {id: "${inputs.id}"}, when: inputs.id.startsWith("A")}
`
	document, err := exporter.Write(planOf(t, path, tools+reads), exporter.V10)
	if err != nil {
		t.Fatal(err)
	}
	left := strings.TrimSpace(string(document[strings.Index(string(document), "x-nactgen-left-out"):]))
	if strings.Contains(string(document), "workflowId: remove") || !strings.Contains(string(document), "workflowId: read") || !strings.Contains(left, `{remove: 'the step remove writes`) {
		t.Errorf("%s", document)
	}
	if _, err := exporter.Write(planOf(t, path, tools), exporter.V10); err == nil || !strings.Contains(err.Error(), "no tool can be a workflow") {
		t.Error(err)
	}
}

// TestNeeded: a tool that writes something else where a program knows no extensions is named with the reason; one that does the same there is not.
func TestNeeded(t *testing.T) {
	const path = "../../arazzo/testdata/documents/semantics.openapi.yaml"
	const manifest = `nact: 1
service: {name: shop, title: Shop}
go: {dir: service, package: shoptools, module: example.com/shop}
upstreams: {shop: {openapi: semantics.openapi.yaml}}
tools:
  same:
    description: Take an item out of the shop.
    writes: true
    inputs: {id: {description: The id of the item.}}
    failures: {WRONG: The item is not open.}
    steps:
      item: {call: shop.getItem, with: {id: "${inputs.id}"}, expect: [{that: this.body.state == "open", fail: WRONG}]}
      remove: {call: shop.delItem, with: {id: "${inputs.id}"}}
  each:
    description: Take items out of the shop.
    writes: true
    inputs: {ids: {description: The ids of the items.}}
    steps:
      remove: {for_each: '${inputs.ids.split(",")}', as: id, call: shop.delItem, with: {id: "${id}"}}
  value:
    description: Take an item out of the shop.
    writes: true
    inputs: {id: {description: The id of the item.}}
    steps:
      remove: {call: shop.delItem, with: {id: "${inputs.id.upperAscii()}"}}
  required:
    description: Take an item out of the shop.
    writes: true
    inputs: {id: {description: The id of the item.}}
    failures: {WRONG: The id is none.}
    require: [{that: 'inputs.id.startsWith("A")', fail: WRONG}]
    steps:
      remove: {call: shop.delItem, with: {id: "${inputs.id}"}}
  expected:
    description: Take an item out of the shop.
    writes: true
    inputs: {id: {description: The id of the item.}}
    failures: {WRONG: The item is not open.}
    steps:
      item: {call: shop.getItem, with: {id: "${inputs.id}"}, expect: [{that: 'this.body.state.split("a").size() == 1', fail: WRONG}]}
      remove: {call: shop.delItem, with: {id: "${inputs.id}"}}
`
	document, err := exporter.Write(planOf(t, path, manifest), exporter.V10)
	if err != nil {
		t.Fatal(err)
	}
	_, needed, _ := strings.Cut(string(document), "x-nactgen-needed:\n")
	const want = `  each: the step remove writes once for each element of a list, for which Arazzo has no loop
  value: the step remove writes, and would send the text of the expression at with.id
  required: the step remove writes, and no condition of Arazzo says what is checked before, require.WRONG
  expected: the step remove writes, and no condition of Arazzo says what is checked before, steps.item.expect.WRONG
`
	if needed != want {
		t.Errorf("%s", document)
	}
}
