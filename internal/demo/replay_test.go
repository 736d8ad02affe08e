package demo

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// weatherPlan has one upstream with two operations and recorded answers of both.
func weatherPlan(t *testing.T) *plan.Plan {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "omaha.json"), []byte(`{"name": "Omaha"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	upstream := &plan.Upstream{Name: "weather"}
	search := &plan.Step{Call: &plan.Operation{Upstream: upstream, Method: "GET", Path: "/search"}}
	point := &plan.Step{Call: &plan.Operation{Upstream: upstream, Method: "GET", Path: "/points/{lat},{lon}/zone"}}
	return &plan.Plan{
		Folder:    dir,
		Upstreams: []*plan.Upstream{upstream},
		Tools: []*plan.Tool{{Signature: nact.Signature{Name: "lookup"}, Examples: []*plan.Example{{Name: "recorded", Recordings: []plan.Recording{
			{Step: search, File: "omaha.json", Status: 200, Type: "application/json", With: []plan.RecordedParam{{In: "query", Name: "name", Values: []string{"Omaha, Nebraska"}}}},
			{Step: search, Body: `"two"`, Status: 200, Type: "application/json", With: []plan.RecordedParam{
				{In: "query", Name: "name", Values: []string{"Omaha, Nebraska"}},
				{In: "query", Name: "area", Style: "form", Explode: true, Values: []string{"NE", "IA"}},
			}},
			{Step: search, Body: `"header"`, Status: 200, Type: "application/json", With: []plan.RecordedParam{{In: "header", Name: "x-tenant", Values: []string{"7"}}}},
			{Step: search, Body: `"cookie"`, Status: 200, Type: "application/json", With: []plan.RecordedParam{{In: "cookie", Name: "session", Values: []string{"s1"}}}},
			{Step: search, Body: `"piped"`, Status: 200, Type: "application/json", With: []plan.RecordedParam{{In: "query", Name: "zone", Style: "pipeDelimited", Values: []string{"a", "b"}}}},
			{Step: search, Body: `"any"`, Status: 200, Type: "application/json"},
			{Step: point, Body: `{"status": 404}`, Status: 404, Type: "application/problem+json",
				Headers: []plan.Given{{Name: "Retry-After", Value: int64(3)}},
				With:    []plan.RecordedParam{{In: "path", Name: "lat", Values: []string{"41.26"}}, {In: "path", Name: "lon", Values: []string{"a/b"}}}},
		}}}}},
	}
}

func TestReplay(t *testing.T) {
	replay, err := NewReplay(weatherPlan(t))
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	base := replay.Upstreams()["weather"]

	tests := []struct {
		name, method, path string
		header             http.Header
		status             int
		body, contentType  string
	}{
		{name: "query", path: "/search?count=1&name=Omaha%2C+Nebraska", status: 200, body: `{"name": "Omaha"}`, contentType: "application/json"},
		{name: "the most particular", path: "/search?name=Omaha,%20Nebraska&area=NE&area=IA", status: 200, body: `"two"`, contentType: "application/json"},
		{name: "several values in another order", path: "/search?area=IA&area=NE", status: 404, body: "No answer", contentType: "text/plain; charset=utf-8"},
		{name: "several values in one", path: "/search?zone=a%7Cb", status: 200, body: `"piped"`, contentType: "application/json"},
		{name: "header", path: "/search", header: http.Header{"X-Tenant": {"7"}}, status: 200, body: `"header"`, contentType: "application/json"},
		{name: "cookie", path: "/search", header: http.Header{"Cookie": {"session=s1"}}, status: 200, body: `"cookie"`, contentType: "application/json"},
		{name: "path", path: "/points/41.26,a%2Fb/zone", status: 404, body: `{"status": 404}`, contentType: "application/problem+json"},
		{name: "another path parameter", path: "/points/41.26,ab/zone", status: 404, body: "No answer", contentType: "text/plain; charset=utf-8"},
		{name: "another path", path: "/points/41.26,a%2Fb/zone/x", status: 404, body: "No answer", contentType: "text/plain; charset=utf-8"},
		{name: "another method", method: "POST", path: "/search?name=Omaha,%20Nebraska", status: 404, body: "No answer", contentType: "text/plain; charset=utf-8"},
		{name: "what is recorded without parameters is not played", path: "/search?name=Paris", status: 404, body: "No answer", contentType: "text/plain; charset=utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequest(tt.method, base+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for name, values := range tt.header {
				req.Header[name] = values
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || !strings.HasPrefix(string(body), tt.body) || resp.Header.Get("Content-Type") != tt.contentType {
				t.Errorf("got %d %q (%s), want %d %q (%s)", resp.StatusCode, body, resp.Header.Get("Content-Type"), tt.status, tt.body, tt.contentType)
			}
			if tt.name == "path" && resp.Header.Get("Retry-After") != "3" {
				t.Errorf("Retry-After = %q, want the recorded 3", resp.Header.Get("Retry-After"))
			}
		})
	}
}

func TestReplayOfAMissingFile(t *testing.T) {
	p := weatherPlan(t)
	if err := os.Remove(filepath.Join(p.Folder, "omaha.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := NewReplay(p); err == nil || !strings.Contains(err.Error(), `example "recorded" of lookup`) {
		t.Errorf("NewReplay = %v, want an error that names the example", err)
	}
}
