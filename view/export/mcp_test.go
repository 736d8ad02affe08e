package export_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/nactredis"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/view/export"
)

// TestMCPTools: the list is a result of tools/list in 2025-11-25, and in 2026-07-28 with what that has of caching besides.
func TestMCPTools(t *testing.T) {
	older := part(t, "mcp-2025-11-25.schema.json", "#/definitions/ListToolsResult")
	newer := part(t, "mcp-2026-07-28.schema.json", "#/$defs/ListToolsResult")
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			result := jsonOf(t, exported(t, "mcp-tools", p).Content).(map[string]any)
			if n := len(result["tools"].([]any)); n != len(export.Offered(p).Tools) {
				t.Errorf("%d tools", n)
			}
			if err := older.Validate(result); err != nil {
				t.Error(err)
			}
			maps.Copy(result, map[string]any{"resultType": "complete", "ttlMs": json.Number("0"), "cacheScope": "private"})
			if err := newer.Validate(result); err != nil {
				t.Error(err)
			}
			for _, tool := range result["tools"].([]any) {
				for _, schema := range []string{"inputSchema", "outputSchema"} {
					if own := tool.(map[string]any)[schema]; own != nil {
						raw, _ := json.Marshal(own)
						compiled(t, raw)
					}
				}
			}
		})
	}
}

// TestMCPToolsServed: a server that is made of the same tools lists them as they are exported.
func TestMCPToolsServed(t *testing.T) {
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			var tools []nact.Tool
			for _, tool := range p.Tools {
				d := tool.Descriptor()
				d.Invoke = neverInvoked
				tools = append(tools, d)
			}
			handler, err := mcp.New(mcp.Config{Name: name, PageSize: len(tools)}, tools)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader(`{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			served := decoded[struct {
				Result struct{ Tools json.RawMessage }
			}](t, w.Body.Bytes()).Result.Tools
			listed := decoded[struct{ Tools json.RawMessage }](t, exported(t, "mcp-tools", p).Content).Tools
			if d := diff.Diff("served", indented(t, served), "exported", indented(t, listed)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
}

func indented(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMCPServer: a server.json is valid by the schema of the registry.
func TestMCPServer(t *testing.T) {
	s := part(t, "mcp-server.schema.json", "")
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			if err := s.Validate(jsonOf(t, exported(t, "mcp-server", p).Content)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMCPServerRedis: an image of a service that keeps keys in Redis is told where that is.
func TestMCPServerRedis(t *testing.T) {
	p := *manifests(t)["nws"]
	p.Service.Idempotency = &plan.Idempotency{Redis: true}
	server := decoded[struct {
		Packages []struct {
			EnvironmentVariables []struct {
				Name                 string
				IsRequired, IsSecret bool
			}
		}
	}](t, exported(t, "mcp-server", &p).Content)
	variables := server.Packages[0].EnvironmentVariables
	if last := variables[len(variables)-1]; last.Name != nactredis.URL.Name || !last.IsRequired || !last.IsSecret {
		t.Errorf("%+v", last)
	}
}

// TestMCPServerSettings: what the manifest does not say is asked for, and what the registry would refuse is refused.
func TestMCPServerSettings(t *testing.T) {
	p := manifests(t)["nws"]
	tests := []struct {
		name   string
		change export.Settings
		want   string
	}{
		{"no name", export.Settings{"name": ""}, "say what the server is called, as in --name io.github.acme/weather: a domain that you can show to be yours, backwards, and a name below it"},
		{"no namespace", export.Settings{"name": "tools"}, `--name is "tools", and not a domain, backwards, and a name below it, such as io.github.acme/weather`},
		{"two slashes", export.Settings{"name": "com.example/a/b"}, `--name is "com.example/a/b", and not a domain, backwards, and a name below it, such as io.github.acme/weather`},
		{"a hyphen at the end", export.Settings{"name": "com.example/ab-"}, `--name is "com.example/ab-", and not a domain, backwards, and a name below it, such as io.github.acme/weather`},
		{"no version", export.Settings{"version": ""}, "say which version of the server this is, as in --version 1.0.0"},
		{"latest", export.Settings{"version": "latest"}, `--version is "latest", and not one version, such as 1.0.0`},
		{"a range", export.Settings{"version": "1.x"}, `--version is "1.x", and not one version, such as 1.0.0`},
		{"neither", export.Settings{"url": "", "image": ""}, "say where clients find the server: as in --url https://tools.example.com/mcp, or --image ghcr.io/acme/weather:1.0.0, or both"},
		{"http", export.Settings{"url": "http://tools.example.com/mcp"}, `--url is "http://tools.example.com/mcp", and not an https URL that others can reach, such as https://tools.example.com/mcp`},
		{"this machine", export.Settings{"url": "https://localhost/mcp"}, `--url is "https://localhost/mcp", and not an https URL that others can reach, such as https://tools.example.com/mcp`},
		{"no tag", export.Settings{"image": "ghcr.io/acme/weather"}, `--image is "ghcr.io/acme/weather", and not an image with its registry and a tag or digest, such as ghcr.io/acme/weather:1.0.0`},
		{"no registry", export.Settings{"image": "weather:1.0.0"}, `--image is "weather:1.0.0", and not an image with its registry and a tag or digest, such as ghcr.io/acme/weather:1.0.0`},
		{"a long description", export.Settings{"description": string(make([]byte, 101))}, "the description has 101 characters, and the registry takes at most 100; give it a shorter one with --description"},
		{"its own description", export.Settings{"description": ""}, ""},
		{"a URL alone", export.Settings{"image": ""}, ""},
		{"an image alone", export.Settings{"url": "", "image": "ghcr.io/acme/weather@sha256:fe333e598595000ae021bd27117db32ec69af6987f507ba7a63c90638ff633ce"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := maps.Clone(settings["mcp-server"])
			maps.Copy(s, test.change)
			_, err := export.Find("mcp-server").Write(p, s)
			var wrong export.SettingError
			if test.want == "" && err != nil || test.want != "" && (!errors.As(err, &wrong) || err.Error() != test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
	silent := *p
	silent.Service.Description = ""
	s := maps.Clone(settings["mcp-server"])
	delete(s, "description")
	const want = "the service has no description; say with --description what the server is for, in at most 100 characters"
	if _, err := export.Find("mcp-server").Write(&silent, s); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestMCPServerWithoutFace: a service that does not speak MCP is no server to register.
func TestMCPServerWithoutFace(t *testing.T) {
	p := *manifests(t)["nws"]
	p.Go.Faces = face.Default
	const want = "the service does not speak MCP, so that there is no server to register; give it the face in its manifest: go: {faces: [nact, mcp]}"
	if _, err := export.Find("mcp-server").Write(&p, settings["mcp-server"]); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
