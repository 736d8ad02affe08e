package nacttest

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// service answers one invocation with answer.
func service(path, body, answer string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		if err != nil || r.Method != "POST" || r.URL.Path != path || string(got) != body || r.Header.Get("Content-Type") != "application/json" {
			http.Error(w, "not the invocation that was expected: "+string(got), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answer)
	})
}

func TestExamplePasses(t *testing.T) {
	const path = "/tools/0479a45d:invoke"
	const body = `{"name":"lookup_weather","input_parameters":[{"name":"City","value":"Omaha"},{"name":"Days","value":2}]}`
	inputs := []Argument{{"City", "Omaha"}, {"Days", 2}}
	tests := []struct {
		name               string
		path, body, answer string
		example            Example
	}{
		{"outputs", path, body, `{"output_parameters":[{"name":"Temperature","value":80.0},{"name":"Alerts","value":[{"b":null,"a":1}]}]}`,
			Example{Inputs: inputs, Outputs: []Output{{"Alerts", []map[string]any{{"a": 1, "b": nil}}}, {"Temperature", 80}}}},
		{"no outputs, no inputs", path, `{"name":"lookup_weather","input_parameters":[]}`, `{"output_parameters":[]}`, Example{}},
		{"failure", path, body, `{"output_parameters":[{"name":"Failure","value":"CITY_NOT_FOUND"},{"name":"Failure detail","value":"No such city."}]}`,
			Example{Inputs: inputs, Failure: "CITY_NOT_FOUND", Detail: "No such city."}},
		{"failure with any detail", path, body, `{"output_parameters":[{"name":"Failure","value":"CITY_NOT_FOUND"},{"name":"Failure detail","value":"No such city."}]}`,
			Example{Inputs: inputs, Failure: "CITY_NOT_FOUND"}},
		{"version", "/tools/0479a45d/versions/2:invoke", body, `{"output_parameters":[]}`, Example{Inputs: inputs, Version: 2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.example.ToolID, test.example.Tool = "0479a45d", "lookup_weather"
			test.example.Run(t, service(test.path, test.body, test.answer))
		})
	}
}

func TestExampleFails(t *testing.T) {
	tests := []struct {
		name, answer string
		example      Example
		want         string
	}{
		{"other value", `{"output_parameters":[{"name":"A","value":{"list":[1,{"x":"y"}],"n":1}}]}`,
			Example{Outputs: []Output{{"A", map[string]any{"list": []any{1, map[string]any{"x": "z"}}, "n": "1"}}}},
			"tool:\n\tA at /list/1/x: wanted \"z\", got \"y\"\n\tA at /n: wanted \"1\", got 1"},
		{"whole number a little off", `{"output_parameters":[{"name":"A","value":9007199254740993}]}`,
			Example{Outputs: []Output{{"A", 9007199254740992}}}, "tool:\n\tA: wanted 9007199254740992, got 9007199254740993"},
		{"missing and unwanted", `{"output_parameters":[{"name":"B","value":null}]}`,
			Example{Outputs: []Output{{"A", false}}}, "tool:\n\tA: wanted false, got none\n\tB: wanted none, got null"},
		{"twice", `{"output_parameters":[{"name":"A","value":1},{"name":"A","value":1}]}`,
			Example{Outputs: []Output{{"A", 1}}}, "tool:\n\tA: answered twice"},
		{"failure instead of outputs", `{"output_parameters":[{"name":"Failure","value":"F"},{"name":"Failure detail","value":"d"}]}`,
			Example{Outputs: []Output{{"A", 1}}}, "tool:\n\tA: wanted 1, got none\n\tFailure: wanted none, got \"F\"\n\tFailure detail: wanted none, got \"d\""},
		{"outputs instead of failure", `{"output_parameters":[{"name":"A","value":1}]}`,
			Example{Failure: "F"}, "tool:\n\tFailure: wanted \"F\", got none\n\tFailure detail: wanted \"\", got none\n\tA: wanted none, got 1"},
		{"other detail", `{"output_parameters":[{"name":"Failure","value":"F"},{"name":"Failure detail","value":"d"}]}`,
			Example{Failure: "F", Detail: "e"}, "tool:\n\tFailure detail: wanted \"e\", got \"d\""},
		{"no JSON", `oops`, Example{}, "tool: the answer is not that of an invocation: invalid character 'o' looking for beginning of value: oops"},
		{"no JSON in the example", `{"output_parameters":[]}`, Example{Outputs: []Output{{"A", func() {}}}}, "tool: json: unsupported type: func()"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.example.ToolID, test.example.Tool = "id", "tool"
			handler := service("/tools/id:invoke", `{"name":"tool","input_parameters":[]}`, test.answer)
			if got := observe(t, func(o testing.TB) { test.example.Run(o, handler) }); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestExampleFailsOnAnotherStatus(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		io.WriteString(w, `{"title":"Bad Gateway"}`+"\n")
	})
	got := observe(t, func(o testing.TB) { Example{ToolID: "id", Tool: "tool"}.Run(o, handler) })
	if want := `tool: wanted status 200, got 502: {"title":"Bad Gateway"}`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestExampleSaysNothingOfWhatFollows runs an example whose upstream is asked what nobody recorded: the tool's own answer
// tells the author nothing.
func TestExampleSaysNothingOfWhatFollows(t *testing.T) {
	run := func(o testing.TB) {
		replay := NewReplay(o)
		asking := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			answer, err := http.Get(replay.URL("u") + "/x")
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			defer answer.Body.Close()
			http.Error(w, fmt.Sprint("the upstream answered ", answer.StatusCode), http.StatusBadGateway)
		})
		Example{ToolID: "id", Tool: "tool"}.Run(o, asking)
	}
	if got, want := observe(t, run), "the example records no answer for GET /x of u; record one for the step that asks"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestExampleDoesNotWait runs an example of a tool that waits before it asks an upstream again.
func TestExampleDoesNotWait(t *testing.T) {
	waits := true
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		waits = nact.Waits(r.Context())
		io.WriteString(w, `{"output_parameters":[]}`)
	})
	if got := observe(t, func(o testing.TB) { Example{ToolID: "id", Tool: "tool"}.Run(o, handler) }); got != "" || waits {
		t.Errorf("waits: %v; %s", waits, got)
	}
	if !nact.Waits(t.Context()) {
		t.Error("nobody waits")
	}
}
