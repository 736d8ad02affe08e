package demo

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/server"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// asService makes the test binary be a stand-alone service.
const asService = "NACTGEN_TEST_SERVICE"

func TestMain(m *testing.M) {
	switch os.Getenv(asService) {
	case "":
		os.Exit(m.Run())
	case "broken":
		os.Stdout.WriteString("no such thing\n")
		os.Exit(3)
	}
	os.Exit(server.Main(server.Program{Name: "hello", New: newHello}, os.Args[1:]))
}

const helloID = "5d3f0a52-4d7b-4f0c-9a0b-0d8a3ffbd7f1"

func newHello(o server.Options) (http.Handler, error) {
	return endpoint.New(endpoint.Config{Name: "hello", Root: o.Root, Logger: o.Logger}, []nact.Tool{{
		Versions: []nact.Signature{{
			ToolID: helloID, Name: "greet_person_by_name", Description: "Greet a person.", Version: 1,
			Inputs:  []nact.Input{{ID: "person", Name: "Person", Type: nact.String, Description: "Who."}},
			Outputs: []nact.Output{{ID: "text", Name: "Text", Type: nact.String, Description: "The greeting."}},
		}},
		Invoke: func(_ context.Context, in nact.Arguments) (nact.Results, error) {
			return nact.Results{"Hello, " + in.String(0) + "."}, nil
		},
	}})
}

// start starts the test binary as a service.
func start(t *testing.T, ctx context.Context, log *bytes.Buffer) (*Service, error) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Start(ctx, binary, nil, log)
}

func TestTour(t *testing.T) {
	t.Setenv(asService, "hello")
	var log, out bytes.Buffer
	service, err := start(t, t.Context(), &log)
	if err != nil {
		t.Fatal(err)
	}
	prepared := 0
	tour := &Tour{URL: service.URL, Writer: &out, Plan: &plan.Plan{Tools: []*plan.Tool{
		{Signature: nact.Signature{Name: "without_examples"}},
		{Signature: nact.Signature{Name: "greet_person_by_name", ToolID: helloID}, Examples: []*plan.Example{
			{Name: "ada", Inputs: []plan.Given{{Name: "Person", Value: "Ada"}}},
			{Name: "aunt", Inputs: []plan.Given{{Name: "Person", Value: "Bob's aunt"}}},
			{Name: "nobody", Inputs: []plan.Given{{Name: "Person", Value: "Nobody"}}, Failure: "NOBODY"},
			{Name: "wrong", Inputs: []plan.Given{{Name: "Persona", Value: "Ada"}}, Failure: "WRONG"},
		}},
	}}, Scenes: []Scene{
		{Title: "A greeting", Tool: "greet_person_by_name", Example: "ada", Status: 200, Before: func() error { prepared++; return nil }},
		{Title: "A mistake", Tool: "greet_person_by_name", Example: "wrong", Status: 400},
	}}
	if err := tour.Run(t.Context()); err != nil {
		t.Errorf("Run: %v", err)
	}
	for _, want := range []string{
		"GET " + service.URL + "/tools\n",
		"  greet_person_by_name\n      Greet a person.\n",
		"POST " + service.URL + "/tools/" + helloID + ":invoke\n",
		`"value": "Ada"`,
		`"value": "Hello, Ada."`,
		"\nA greeting.\n",
		"\nA mistake.\n",
		"The answer, 400:",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the tour does not show %q:\n%s", want, &out)
		}
	}
	if prepared != 1 {
		t.Errorf("a scene was prepared %d times", prepared)
	}
	suggestions := tour.Suggestions()
	want := "curl -s " + service.URL + "/tools/" + helloID + `:invoke -H 'Content-Type: application/json' -d '{"name":"greet_person_by_name","input_parameters":[{"name":"Person","value":"Bob'\''s aunt"}]}'`
	if len(suggestions) != 1 || suggestions[0] != want {
		t.Errorf("Suggestions = %q, want %q", suggestions, want)
	}
	if err := service.Stop(); err != nil {
		t.Errorf("Stop: %v", err)
	}
	if !strings.Contains(log.String(), "stopped") {
		t.Errorf("the log of the service does not end in an orderly way:\n%s", &log)
	}
}

func TestServiceEndsWithItsContext(t *testing.T) {
	t.Setenv(asService, "hello")
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	service, err := start(t, ctx, &log)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := service.Wait(); err != nil {
		t.Errorf("Wait: %v", err)
	}
}

func TestServiceThatDoesNotStart(t *testing.T) {
	t.Setenv(asService, "broken")
	var log bytes.Buffer
	_, err := start(t, t.Context(), &log)
	if err == nil || !strings.Contains(err.Error(), `it printed "no such thing\n"`) {
		t.Errorf("Start = %v, want an error with what was printed", err)
	}
	if _, err := Start(t.Context(), "/does/not/exist", nil, &log); err == nil {
		t.Error("Start started a binary that does not exist")
	}
}

func TestTourOfASickService(t *testing.T) {
	t.Setenv(asService, "hello")
	var log, out bytes.Buffer
	service, err := start(t, t.Context(), &log)
	if err != nil {
		t.Fatal(err)
	}
	tools := []*plan.Tool{{Signature: nact.Signature{Name: "unknown_tool", ToolID: "00000000-0000-0000-0000-000000000000"}, Examples: []*plan.Example{{Name: "x"}}}}
	for want, scene := range map[string]Scene{
		"Lost: POST /tools/00000000-0000-0000-0000-000000000000:invoke: 404 Not Found": {Title: "Lost", Tool: "unknown_tool", Example: "x", Status: 200},
		`no example "y" of a tool unknown_tool`:                                        {Tool: "unknown_tool", Example: "y"},
		`no example "x" of a tool other`:                                               {Tool: "other", Example: "x"},
		"cannot be prepared":                                                           {Tool: "unknown_tool", Example: "x", Before: func() error { return errors.New("cannot be prepared") }},
	} {
		tour := &Tour{URL: service.URL, Writer: &out, Plan: &plan.Plan{Tools: tools}, Scenes: []Scene{scene}}
		if err := tour.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Run = %v, want an error with %q", err, want)
		}
	}
	if err := service.Stop(); err != nil {
		t.Errorf("Stop: %v", err)
	}
}
