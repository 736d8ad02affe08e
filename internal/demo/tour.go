package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// Tour shows a running service: it enumerates the tools, and plays scenes.
type Tour struct {
	URL    string // of the service
	Plan   *plan.Plan
	Scenes []Scene
	Writer io.Writer
}

// Run enumerates the tools and plays the scenes, and prints both. An answer that is not the one of a healthy service is an error,
// and so is a scene that is answered otherwise than it says.
func (t *Tour) Run(ctx context.Context) error {
	if err := t.enumerate(ctx); err != nil {
		return err
	}
	for _, scene := range t.Scenes {
		if err := t.play(ctx, scene); err != nil {
			return fmt.Errorf("%s: %w", scene.Title, err)
		}
	}
	return nil
}

// enumerate prints the tools that the service answers.
func (t *Tour) enumerate(ctx context.Context) error {
	answer, err := t.ask(ctx, http.MethodGet, "/tools", nil, http.StatusOK)
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

// play makes the call of a scene.
func (t *Tour) play(ctx context.Context, scene Scene) error {
	tool, example := t.find(scene)
	if example == nil {
		return fmt.Errorf("the manifest has no example %q of a tool %s", scene.Example, scene.Tool)
	}
	if scene.Before != nil {
		if err := scene.Before(); err != nil {
			return err
		}
	}
	body := exampleBody(tool, example)
	answer, err := t.ask(ctx, http.MethodPost, invokePath(tool), body, scene.Status)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Writer, "\n%s.\n\nPOST %s%s\n\n%s\n\nThe answer, %d:\n\n%s\n", scene.Title, t.URL, invokePath(tool), indent(body), scene.Status, indent(answer))
	return nil
}

// find returns the tool of a scene, and its example: nil if there is no such tool, or no such example.
func (t *Tour) find(scene Scene) (*plan.Tool, *plan.Example) {
	for _, tool := range t.Plan.Tools {
		for _, example := range tool.Examples {
			if tool.Signature.Name == scene.Tool && example.Name == scene.Example {
				return tool, example
			}
		}
	}
	return nil, nil
}

// Suggestions returns a command for each tool that has an example without a failure. It invokes the tool with an example that no scene shows, if there is
// one.
func (t *Tour) Suggestions() []string {
	var commands []string
	for _, tool := range t.Plan.Tools {
		var calls []*plan.Example
		for _, example := range tool.Examples {
			if example.Failure == "" {
				calls = append(calls, example)
			}
		}
		if len(calls) == 0 {
			continue
		}
		call := calls[max(0, slices.IndexFunc(calls, func(e *plan.Example) bool { return !t.shows(tool, e) }))]
		commands = append(commands, "curl -s "+t.URL+invokePath(tool)+" -H 'Content-Type: application/json' -d "+shellQuote(string(exampleBody(tool, call))))
	}
	return commands
}

// shows reports whether a scene has made the call of an example.
func (t *Tour) shows(tool *plan.Tool, example *plan.Example) bool {
	return slices.ContainsFunc(t.Scenes, func(s Scene) bool { return s.Tool == tool.Signature.Name && s.Example == example.Name })
}

// ask sends a request and returns the body of the answer, which must have a status.
func (t *Tour) ask(ctx context.Context, method, path string, body []byte, status int) ([]byte, error) {
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
	if resp.StatusCode != status {
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

// indent indents JSON; any other text stays as it is.
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
