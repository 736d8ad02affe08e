package stats

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/spec"
)

var update = flag.Bool("update", false, "rewrite what is wanted in testdata")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what comes of it, which is\n%s", file, got)
	}
}

func resolved(t *testing.T, file, method, path string) *spec.Operation {
	t.Helper()
	d, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return resolvedIn(t, d, method, path)
}

func resolvedIn(t *testing.T, d *spec.Document, method, path string) *spec.Operation {
	t.Helper()
	for _, e := range d.Operations() {
		if e.Method == method && e.Path == path {
			list, err := d.Resolve(e)
			if err != nil {
				t.Fatal(err)
			}
			return list[0]
		}
	}
	t.Fatalf("there is no operation %s %s", method, path)
	return nil
}

// TestOperationTool: what an operation is as a tool, to be read beside the document. An object that holds itself ends where it comes again.
func TestOperationTool(t *testing.T) {
	tool, cut := operationTool(resolved(t, "testdata/shop.yaml", "POST", "/stores/{store}/orders"))
	if cut {
		t.Error("schemas are left out")
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, tool, "", "  "); err != nil {
		t.Fatal(err)
	}
	golden(t, "orders.create.json", append(indented.Bytes(), '\n'))

	tool, _ = operationTool(resolved(t, "testdata/shop.yaml", "GET", "/stores/{store}/orders"))
	const want = `{"name":"GET_stores__store__orders","description":"List orders","inputSchema":{"type":"object","properties":{"store":{"type":"string","description":"The store.","pattern":"^[a-z]+$"}},"required":["store"]}}`
	if string(tool) != want {
		t.Errorf("an operation without an id and a description is\n%s", tool)
	}
}

// TestManySchemas: objects that lead to each other come to more than any memory holds. They end at a number of schemas.
func TestManySchemas(t *testing.T) {
	var document strings.Builder
	document.WriteString(`{"openapi":"3.1.0","info":{"title":"Web","version":"1"},"paths":{"/w":{"post":{"operationId":"w","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}},"responses":{}}}},"components":{"schemas":{`)
	const all = 12
	for i := range all {
		if i > 0 {
			document.WriteByte(',')
		}
		fmt.Fprintf(&document, `"S%d":{"type":"object","properties":{`, i)
		for j := range all {
			if j > 0 {
				document.WriteByte(',')
			}
			fmt.Fprintf(&document, `"p%d":{"$ref":"#/components/schemas/S%d"}`, j, j)
		}
		document.WriteString("}}")
	}
	document.WriteString("}}}")
	d, err := spec.Parse("web.json", []byte(document.String()))
	if err != nil {
		t.Fatal(err)
	}
	tool, cut := operationTool(resolvedIn(t, d, "POST", "/w"))
	if !cut || !json.Valid(tool) || len(tool) > 100*mostSchemas {
		t.Errorf("%d bytes, cut: %t, valid: %t", len(tool), cut, json.Valid(tool))
	}
}

// TestPublishedOperations: every operation of published documents is a tool whose inputs are a JSON object.
func TestPublishedOperations(t *testing.T) {
	testmode.Long(t, "writes some 3,000 operations")
	for _, name := range []string{"large/github.json.gz", "large/stripe.json.gz", "nws-3.8.1.yml", "influxdata-oss.yml", "netlify-swagger2.yml", "twilio-api-v2010.json", "k8s-apps-v1.json", "discord-3.1.json"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			d, err := spec.Open(testmode.Unpacked(t, testmode.Published(t, name), ""))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range d.Operations() {
				list, err := d.Resolve(e)
				if err != nil {
					continue // the command says how many
				}
				tool, cut := operationTool(list[0])
				var read struct {
					Name, Description string
					InputSchema       struct {
						Properties map[string]map[string]any
					}
				}
				if err := json.Unmarshal(tool, &read); err != nil {
					t.Fatalf("%s %s: %v", e.Method, e.Path, err)
				}
				if read.Name == "" || read.Description == "" || len(read.InputSchema.Properties) < len(list[0].Parameters) {
					t.Errorf("%s %s is %s", e.Method, e.Path, tool)
				}
				if cut {
					t.Logf("%s %s has more than %d schemas", e.Method, e.Path, mostSchemas)
				}
			}
		})
	}
}
