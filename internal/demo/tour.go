package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// Tour shows a running service: it enumerates the tools and invokes one.
type Tour struct {
	URL    string // of the service
	Plan   *plan.Plan
	Writer io.Writer
}

// Run enumerates the tools, runs the first example of the first tool, and
// prints both. An answer that is not the one of a healthy service is an error.
func (t *Tour) Run(ctx context.Context) error {
	if err := t.enumerate(ctx); err != nil {
		return err
	}
	return t.invoke(ctx)
}

// enumerate prints the tools that the service answers.
func (t *Tour) enumerate(ctx context.Context) error {
	answer, err := t.ask(ctx, http.MethodGet, "/tools", nil)
	if err != nil {
		return err
	}
	var page struct {
		Items []struct{ Name, Description string }
	}
	if err := json.Unmarshal(answer, &page); err != nil {
		return fmt.Errorf("GET /tools: %w", err)
	}
	if len(page.Items) == 0 {
		return errors.New("GET /tools: no tools")
	}
	fmt.Fprintf(t.Writer, "GET %s/tools\n\n", t.URL)
	for _, tool := range page.Items {
		fmt.Fprintf(t.Writer, "  %s\n      %s\n", tool.Name, tool.Description)
	}
	return nil
}

// invoke runs the first example of the first tool that has one.
func (t *Tour) invoke(ctx context.Context) error {
	for _, tool := range t.Plan.Tools {
		if len(tool.Examples) == 0 {
			continue
		}
		body := exampleBody(tool, tool.Examples[0])
		answer, err := t.ask(ctx, http.MethodPost, invokePath(tool), body)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.Writer, "\nPOST %s%s\n\n%s\n\nThe answer:\n\n%s\n", t.URL, invokePath(tool), indent(body), indent(answer))
		return nil
	}
	return errors.New("no tool has an example")
}

// Suggestions are commands that invoke every tool that has an example, each
// once, with a call that Run did not make if there is one.
func (t *Tour) Suggestions() []string {
	var commands []string
	for _, tool := range t.Plan.Tools {
		var calls []*plan.Example
		for _, example := range tool.Examples {
			if example.Failure == "" {
				calls = append(calls, example)
			}
		}
		if len(calls) > 1 && len(commands) == 0 { // Run made the first call of the first tool
			calls = calls[1:]
		}
		if len(calls) > 0 {
			commands = append(commands, "curl -s "+t.URL+invokePath(tool)+" -H 'Content-Type: application/json' -d "+shellQuote(string(exampleBody(tool, calls[0]))))
		}
	}
	return commands
}

// ask sends a request and returns the body of an answer with status 200.
func (t *Tour) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, t.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, answer)
	}
	return answer, nil
}

func invokePath(tool *plan.Tool) string { return "/tools/" + tool.Signature.ToolID + ":invoke" }

// parameter is a named value of an invocation.
type parameter struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// exampleBody returns the request that makes the call of an example.
func exampleBody(tool *plan.Tool, example *plan.Example) []byte {
	call := struct {
		Name       string      `json:"name"`
		Parameters []parameter `json:"input_parameters"`
	}{Name: tool.Signature.Name, Parameters: []parameter{}}
	for _, in := range example.Inputs {
		call.Parameters = append(call.Parameters, parameter(in))
	}
	body, err := json.Marshal(call)
	if err != nil {
		panic(err) // inputs are strings, integers and booleans
	}
	return body
}

// indent lays JSON out for reading; what is none stays as it is.
func indent(text []byte) string {
	var out bytes.Buffer
	if json.Indent(&out, text, "  ", "  ") != nil {
		return "  " + string(text)
	}
	return "  " + out.String()
}

// shellQuote returns text as one word of a POSIX shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
