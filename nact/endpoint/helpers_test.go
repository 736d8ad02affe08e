package endpoint_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

const (
	forecastID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"
	tidesID    = "6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11"
)

// forecastV1 and forecastV2 are two versions of a tool with an input of every kind.
func forecastV1() nact.Signature {
	return nact.Signature{
		ToolID: forecastID, Name: "lookup_forecast", Description: "Look up a <forecast> & more.", Version: 1,
		Img: "https://example.com/sun.png", Tags: []string{"weather", "retrievals"},
		Inputs: []nact.Input{
			{ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 10, Examples: []any{"Omaha", "Boston"}},
			{ID: "day", Name: "Day", Type: nact.Enum, Description: "The day.", Default: "TODAY",
				AllowedValues: []nact.AllowedValue{{Name: "TODAY", Description: "Until midnight."}, {Name: "TOMORROW", Description: "From midnight on."}}},
			{ID: "hours", Name: "Hours", Type: nact.Int, Description: "How many hours.", Optional: true, Min: nact.Limit(1)},
		},
		Outputs: []nact.Output{{ID: "summary", Name: "Summary", Type: nact.String, Description: "In a sentence."}},
	}
}

func forecastV2() nact.Signature {
	s := forecastV1()
	s.Version = 2
	s.Inputs = append(s.Inputs,
		nact.Input{ID: "metric", Name: "Metric", Type: nact.Boolean, Description: "Metric units.", Optional: true, Default: true},
		nact.Input{ID: "from", Name: "From", Type: nact.String, Description: "The first day.", Optional: true, Format: "date"},
	)
	s.Outputs = []nact.Output{
		{ID: "sky", Name: "Sky", Type: nact.Enum, Description: "The sky.", AllowedValues: []nact.AllowedValue{{Name: "CLEAR", Description: "No cloud."}}},
		s.Outputs[0],
		{ID: "temp-fh", Name: "Temperature", Type: nact.Int, Description: "In Fahrenheit."},
		{ID: "details", Name: "Details", Type: nact.JSON, Description: "All of it."},
	}
	s.Failures = []nact.AllowedValue{{Name: "CITY_NOT_FOUND", Description: "No such city."}}
	return s
}

// forecastTool runs run, and counts how often in calls.
type forecastTool struct {
	run   func(ctx context.Context, in nact.Arguments) (nact.Results, error)
	calls int
	last  nact.Arguments
}

func (f *forecastTool) tool() nact.Tool {
	return nact.Tool{
		Versions: []nact.Signature{forecastV1(), forecastV2()},
		Writes:   true,
		Journal:  nact.BeginJournal,
		Formats:  nact.CheckFormat,
		Schemas:  map[string]string{"details": `{"type":"object"}`},
		Invoke: func(ctx context.Context, in nact.Arguments) (nact.Results, error) {
			f.calls++
			f.last = in
			if f.run != nil {
				return f.run(ctx, in)
			}
			return nact.Results{"CLEAR", "Sunny in " + in.String(0) + ".", int64(80), nact.Opt[string]{}}, nil
		},
	}
}

// simple returns a tool without inputs.
func simple(id, name string, version int, tags ...string) nact.Tool {
	var versions []nact.Signature
	for v := 1; v <= version; v++ {
		versions = append(versions, nact.Signature{ToolID: id, Name: name, Description: "A tool.", Version: v, Tags: tags})
	}
	return nact.Tool{
		Versions: versions,
		Invoke:   func(context.Context, nact.Arguments) (nact.Results, error) { return nact.Results{}, nil },
	}
}

// numbered returns n tools whose IDs are in the order of their numbers.
func numbered(n int) []nact.Tool {
	var tools []nact.Tool
	for i := range n {
		tools = append(tools, simple(fmt.Sprintf("00000000-0000-4000-8000-%012d", i), fmt.Sprintf("tool_%d", i), 1))
	}
	return tools
}

func serve(t testing.TB, c endpoint.Config, tools ...nact.Tool) *httptest.Server {
	t.Helper()
	if c.Name == "" {
		c.Name = "weather"
	}
	handler, err := endpoint.New(c, tools)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// response is an answer read to its end.
type response struct {
	status int
	header http.Header
	body   string
}

// do sends a request; header holds names and values in turn.
func do(t testing.TB, method, url, body string, header ...string) response {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Add(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response{answer.StatusCode, answer.Header, string(got)}
}

func get(t testing.TB, url string, header ...string) response {
	t.Helper()
	return do(t, http.MethodGet, url, "", header...)
}

func post(t testing.TB, url, body string) response {
	t.Helper()
	return do(t, http.MethodPost, url, body, "Content-Type", "application/json")
}

// write is one of the writes that a problem lists.
type write struct {
	Step      string
	Element   *int
	Operation string
	State     string
}

// problem is a problem document of this service.
type problem struct {
	Type, Title, Detail string
	Status              int
	Step, Operation     string
	Element             *int
	UpstreamStatus      int `json:"upstream_status"`
	Violations          []violation
	Writes              []write
}

type violation struct{ Parameter, Rule, Message string }

// problem checks that the answer is a problem document of the status, and returns it.
func (r response) problem(t testing.TB, status int) problem {
	t.Helper()
	if r.status != status || r.header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("got %d %s %s, want a problem with status %d", r.status, r.header.Get("Content-Type"), r.body, status)
	}
	var p problem
	if err := json.Unmarshal([]byte(r.body), &p); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	if p.Type == "" || p.Title == "" || p.Detail == "" || p.Status != status {
		t.Errorf("the problem %s lacks a standard member", r.body)
	}
	return p
}

// page is the body of an enumeration.
type page struct {
	Items []struct {
		ToolID         string `json:"toolId"`
		Name           string
		Version        int
		CurrentVersion int `json:"currentVersion"`
	}
	Paging struct {
		PageLimit int    `json:"pageLimit"`
		Next      string `json:"next"`
	}
}

func (r response) page(t testing.TB) page {
	t.Helper()
	var p page
	if r.status != http.StatusOK || r.header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d %s %s, want a page", r.status, r.header.Get("Content-Type"), r.body)
	}
	if err := json.Unmarshal([]byte(r.body), &p); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	return p
}

// names returns the names of the tools on the page.
func (p page) names() string {
	var names []string
	for _, item := range p.Items {
		names = append(names, item.Name)
	}
	return strings.Join(names, " ")
}

// versions returns the versions on the page.
func (p page) versions() string {
	var versions []string
	for _, item := range p.Items {
		versions = append(versions, fmt.Sprint(item.Version))
	}
	return strings.Join(versions, " ")
}

// sink is a client that takes an answer and keeps nothing but its size.
type sink struct {
	header http.Header
	size   int
}

func (s *sink) Header() http.Header { return s.header }
func (s *sink) WriteHeader(int)     {}
func (s *sink) Write(b []byte) (int, error) {
	s.size += len(b)
	return len(b), nil
}
