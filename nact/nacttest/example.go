// Package nacttest runs the examples of a manifest as tests of the generated
// service. A [Replay] stands in for the upstreams: real HTTP servers that play
// recorded answers and check what they are asked, at the upstreams' own URLs. An [Example] invokes a tool over
// HTTP and checks what it answers.
package nacttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Example is one invocation of a tool and what it must answer: either Outputs
// or Failure.
type Example struct {
	ToolID  string
	Tool    string   // the tool's name
	Version int      // of the signature that is invoked; 0 is the current one
	Token   string   // the bearer token of the caller; empty: it has none
	Scopes  []string // that the caller has. Whoever runs an example is a caller who is known
	Now     string   // what time it is for what the tool computes, by RFC 3339; empty: that of the machine
	Inputs  []Argument
	Outputs []Output // all of them, in any order
	Failure string   // a declared failure
	Detail  string   // of the failure; empty is any
}

// Argument is an input of an invocation. Value is anything that encoding/json encodes.
type Argument struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Output is an output of an invocation. Value is anything that encoding/json
// encodes; it is compared as JSON.
type Output struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Run invokes the tool over HTTP, on a server that it starts for service, which does not wait before it asks
// an upstream again, and reports to t every difference between the answer and the example. It reports none if the test has failed
// meanwhile because a [Replay] had no answer to a request: the tool's answer only follows from that. A test that is run with -v logs the outputs.
func (e Example) Run(t testing.TB, service http.Handler) {
	t.Helper()
	ctx, err := e.context()
	if err != nil {
		t.Fatalf("%s: %v", e.Tool, err)
	}
	server := httptest.NewUnstartedServer(service)
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	defer server.Close()
	failed := t.Failed()
	answer, err := e.invoke(server.Client(), server.URL)
	if t.Failed() && !failed {
		return
	}
	if err != nil {
		t.Errorf("%s: %v", e.Tool, err)
		return
	}
	if text, err := json.Marshal(answer); err == nil && testing.Verbose() {
		t.Logf("= %s", text)
	}
	problems, err := e.compare(answer)
	if err != nil {
		t.Errorf("%s: %v", e.Tool, err)
	}
	if len(problems) > 0 {
		t.Errorf("%s:\n\t%s", e.Tool, strings.Join(problems, "\n\t"))
	}
}

// context returns that of the requests of an example.
func (e Example) context() (context.Context, error) {
	ctx := nact.WithCaller(nact.WithoutWaits(context.Background()), &nact.Caller{ID: "example", Scopes: e.Scopes})
	if e.Now == "" {
		return ctx, nil
	}
	now, err := time.Parse(time.RFC3339, e.Now)
	return nact.WithNow(ctx, now), err
}

// invoke returns the outputs in the answer.
func (e Example) invoke(client *http.Client, base string) ([]Output, error) {
	path := "/tools/" + e.ToolID
	if e.Version > 0 {
		path += fmt.Sprintf("/versions/%d", e.Version)
	}
	arguments := e.Inputs
	if arguments == nil {
		arguments = []Argument{}
	}
	body, err := json.Marshal(struct {
		Name   string     `json:"name"`
		Inputs []Argument `json:"input_parameters"`
	}{e.Tool, arguments})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, base+path+":invoke", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if e.Token != "" {
		request.Header.Set("Authorization", "Bearer "+e.Token)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("wanted status 200, got %d: %s", response.StatusCode, bytes.TrimSpace(text))
	}
	var answer struct {
		Outputs []struct {
			Name  string          `json:"name"`
			Value json.RawMessage `json:"value"`
		} `json:"output_parameters"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, fmt.Errorf("the answer is not that of an invocation: %w: %s", err, text)
	}
	outputs := make([]Output, len(answer.Outputs))
	for i, output := range answer.Outputs {
		outputs[i] = Output{output.Name, output.Value}
	}
	return outputs, nil
}

// compare returns how answer differs from what the example wants.
func (e Example) compare(answer []Output) (problems []string, err error) {
	wanted := e.Outputs
	if e.Failure != "" {
		wanted = []Output{{nact.FailureName, e.Failure}, {nact.FailureDetailName, e.Detail}}
	}
	got := make(map[string]any, len(answer))
	for _, output := range answer {
		if _, twice := got[output.Name]; twice {
			problems = append(problems, output.Name+": answered twice")
		}
		if got[output.Name], err = normal(output.Value); err != nil {
			return nil, err
		}
	}
	for _, output := range wanted {
		want, err := normal(output.Value)
		if err != nil {
			return nil, err
		}
		value, ok := got[output.Name]
		delete(got, output.Name)
		switch {
		case !ok:
			problems = append(problems, fmt.Sprintf("%s: wanted %s, got none", output.Name, show(want)))
		case e.Failure != "" && e.Detail == "" && output.Name == nact.FailureDetailName:
		default:
			for _, d := range differences("", want, value) {
				problems = append(problems, d.in(output.Name, "got"))
			}
		}
	}
	for _, output := range answer {
		if value, unwanted := got[output.Name]; unwanted {
			problems = append(problems, fmt.Sprintf("%s: wanted none, got %s", output.Name, show(value)))
		}
	}
	return problems, nil
}
