package endpoint_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

func openAPI(t *testing.T, c endpoint.Config) []byte {
	t.Helper()
	got := get(t, serve(t, c, new(forecastTool).tool()).URL+strings.TrimSuffix(c.Root, "/")+"/tools/openapi.json")
	if got.status != 200 || got.header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	return []byte(got.body)
}

func TestOpenAPILoads(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromData(openAPI(t, endpoint.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	if document.OpenAPI != "3.1.0" || document.Paths.Len() != 10 {
		t.Errorf("it is OpenAPI %s with %d paths", document.OpenAPI, document.Paths.Len())
	}
}

func TestOpenAPISaysWhatTheConfigurationSays(t *testing.T) {
	var got struct {
		Info    struct{ Title, Description, Version string }
		Servers []struct{ URL string }
	}
	config := endpoint.Config{Title: `The "$VERSION" \ tools`, Description: "Line 1\nline 2", Version: "1.2.3", Root: "/api/"}
	if err := json.Unmarshal(openAPI(t, config), &got); err != nil {
		t.Fatal(err)
	}
	if got.Info.Title != config.Title || got.Info.Description != config.Description || got.Info.Version != "1.2.3" || got.Servers[0].URL != "/api" {
		t.Errorf("got %+v", got)
	}
}

// The description has exactly the endpoints: each of its operations is answered, with a status and media type that it
// lists, and a path has no other method than it lists.
func TestOpenAPIIsTrue(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(openAPI(t, endpoint.Config{}), &document); err != nil {
		t.Fatal(err)
	}
	for path, item := range document.Paths {
		url := server.URL + strings.NewReplacer("{toolID}", forecastID, "{version}", "1").Replace(path)
		for _, method := range []string{"get", "post", "put", "patch", "delete", "options"} {
			got := do(t, strings.ToUpper(method), url, call, "Content-Type", "application/json")
			_, described := item[method]
			if want := map[bool]int{true: 200, false: 405}[described]; got.status != want {
				t.Errorf("%s %s: got %d, want %d", method, path, got.status, want)
			}
		}
	}
}

func TestOpenAPIReferencesResolve(t *testing.T) {
	var document any
	if err := json.Unmarshal(openAPI(t, endpoint.Config{}), &document); err != nil {
		t.Fatal(err)
	}
	targets, used := make(map[string]bool), make(map[string]bool)
	for kind, group := range document.(map[string]any)["components"].(map[string]any) {
		for name := range group.(map[string]any) {
			targets["#/components/"+kind+"/"+name] = true
		}
	}
	references(document, used)
	for ref := range used {
		if !targets[ref] {
			t.Errorf("%s does not exist", ref)
		}
	}
	for target := range targets {
		if !used[target] {
			t.Errorf("%s is not used", target)
		}
	}
}

// references collects the value of every $ref.
func references(node any, used map[string]bool) {
	switch node := node.(type) {
	case map[string]any:
		for key, child := range node {
			if ref, ok := child.(string); ok && key == "$ref" {
				used[ref] = true
			}
			references(child, used)
		}
	case []any:
		for _, child := range node {
			references(child, used)
		}
	}
}

// The schemas list the members that signatures have: all that can stand, and as required all that always stand.
func TestOpenAPIDescribesSignatures(t *testing.T) {
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]any
			}
		}
	}
	if err := json.Unmarshal(openAPI(t, endpoint.Config{}), &document); err != nil {
		t.Fatal(err)
	}
	var signature map[string]any
	if err := json.Unmarshal([]byte(wantV2), &signature); err != nil {
		t.Fatal(err)
	}
	more := nact.Signature{
		Inputs: []nact.Input{
			{Type: nact.Number, Decimals: 2}, {Type: nact.String, MinLength: 1, Pattern: "^a", Format: "date"},
			{Type: nact.List, MinItems: 1, Unique: true, Items: &nact.Input{Type: nact.Int, Min: nact.Limit(1), Decimals: 1, MinLength: 1, MaxLength: 2, Pattern: "a", Format: "date", AllowedValues: []nact.AllowedValue{{Name: "A"}}}},
		},
		Outputs: []nact.Output{{Type: nact.Number}},
	}
	var further map[string]any
	if err := json.Unmarshal(more.AppendJSON(nil, 1), &further); err != nil {
		t.Fatal(err)
	}
	inputs := append(signature["input_parameters"].([]any), further["input_parameters"].([]any)...)
	signature["output_parameters"] = append(signature["output_parameters"].([]any), further["output_parameters"].([]any)...)
	signature["input_parameters"] = inputs
	objects := map[string][]any{"ToolSignature": {signature}, "InputParameter": signature["input_parameters"].([]any), "OutputParameter": signature["output_parameters"].([]any),
		"Items": {inputs[len(inputs)-1].(map[string]any)["items"]}}
	for name, examples := range objects {
		schema := document.Components.Schemas[name]
		seen := make(map[string]bool)
		for _, example := range examples {
			for member := range example.(map[string]any) {
				seen[member] = true
			}
			for _, member := range schema.Required {
				if _, stands := example.(map[string]any)[member]; !stands {
					t.Errorf("%s: %s is required, and %v lacks it", name, member, example)
				}
			}
		}
		for member := range schema.Properties {
			if !seen[member] {
				t.Errorf("%s: %s never stands", name, member)
			}
		}
		for member := range seen {
			if _, described := schema.Properties[member]; !described && !slices.Contains(schema.Required, member) {
				t.Errorf("%s: %s is not described", name, member)
			}
		}
	}
}

// TestOpenAPISaysWhatToolsDo: who designs an agent sees which tools write, and what their outputs are.
func TestOpenAPISaysWhatToolsDo(t *testing.T) {
	var got struct {
		Tools json.RawMessage `json:"x-nact-tools"`
	}
	if err := json.Unmarshal(openAPI(t, endpoint.Config{}), &got); err != nil {
		t.Fatal(err)
	}
	const want = `[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lookup_forecast","writes":true,"dry_run":false,"output_schemas":[{"name":"Details","schema":{"type":"object"}}]}]`
	if string(got.Tools) != want {
		t.Errorf("\n got %s\nwant %s", got.Tools, want)
	}
}

// TestOpenAPIDescribesKeys: what an invocation takes and answers for repeated calls and for dry runs.
func TestOpenAPIDescribesKeys(t *testing.T) {
	var document struct {
		Paths map[string]struct {
			Post struct {
				Parameters []struct {
					Ref string `json:"$ref"`
				}
				Responses map[string]any
			}
		}
	}
	if err := json.Unmarshal(openAPI(t, endpoint.Config{}), &document); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/tools/{toolID}:invoke", "/tools/{toolID}/versions/{version}:invoke"} {
		post := document.Paths[path].Post
		if post.Responses["409"] == nil || post.Responses["422"] == nil || len(post.Parameters) != 3 ||
			post.Parameters[1].Ref != "#/components/parameters/idempotencyKey" || post.Parameters[2].Ref != "#/components/parameters/prefer" {
			t.Errorf("%s: got %+v", path, post)
		}
	}
}

// TestHomeSaysWhatWrites: so does a person.
func TestHomeSaysWhatWrites(t *testing.T) {
	const mark = "It can change something."
	reads := simple("6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11", "lookup_tides", 1)
	if page := get(t, serve(t, endpoint.Config{}, reads).URL+"/").body; strings.Contains(page, mark) {
		t.Errorf("a tool that only reads can change something:\n%s", page)
	}
	if page := get(t, serve(t, endpoint.Config{}, reads, new(forecastTool).tool()).URL+"/").body; strings.Count(page, mark) != 1 {
		t.Errorf("not one of the tools can change something:\n%s", page)
	}
}
