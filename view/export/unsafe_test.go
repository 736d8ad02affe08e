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
