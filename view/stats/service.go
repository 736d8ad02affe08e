package stats

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/dryrun"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// served returns a tool as the service publishes it. Every call of it returns the results.
func served(t *plan.Tool, results nact.Results) *nact.Tool {
	tool := t.Descriptor()
	tool.Invoke = func(context.Context, nact.Arguments) (nact.Results, error) { return results, nil }
	if t.Writes {
		tool.DryRun = dryrun.Tool{}.Begin
	}
	return &tool
}

// examined returns a tool as the service publishes it. Every call of it returns the outputs of an example.
func examined(t *plan.Tool, e *plan.Example) nact.Tool {
	results := make(nact.Results, len(t.Signature.Outputs))
	for i, out := range t.Signature.Outputs {
		for _, given := range e.Outputs {
			if given.Name == out.Name {
				results[i] = result(given.Value, out.Type)
			}
		}
	}
	return *served(t, results)
}

// invoke returns the body with which the service answers an example with outputs.
func invoke(t *plan.Tool, e *plan.Example) ([]byte, error) {
	handler, err := endpoint.New(endpoint.Config{Name: "stats"}, []nact.Tool{examined(t, e)})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, "/tools/"+t.Signature.ToolID+":invoke", bytes.NewReader(call(t, e)))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	answer := &answer{header: http.Header{}}
	handler.ServeHTTP(answer, request)
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("the service answers it with the status %d: %s", answer.status, answer.body.Bytes())
	}
	return answer.body.Bytes(), nil
}

// callTool returns the part for the model of the result with which the service answers an example over MCP: the text of its content.
func callTool(t *plan.Tool, e *plan.Example) ([]byte, error) {
	handler, err := mcp.New(mcp.Config{Name: "stats"}, []nact.Tool{examined(t, e)})
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	if err := handler.ServeLines(context.Background(), bytes.NewReader(append(message(t, e), '\n')), &line); err != nil {
		return nil, err
	}
	var answer struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal(line.Bytes(), &answer); err != nil || len(answer.Result.Content) != 1 || answer.Result.IsError {
		return nil, fmt.Errorf("the service answers it over MCP with %s", line.Bytes())
	}
	return []byte(answer.Result.Content[0].Text), nil
}

// message returns the request of MCP that calls a tool with the inputs of an example.
func message(t *plan.Tool, e *plan.Example) []byte {
	request := jsontext.NewObject(nil)
	request.Text("jsonrpc", "2.0")
	request.Int("id", 1)
	request.Text("method", "tools/call")
	request.Object("params", func(params *jsontext.Object) {
		params.Object("_meta", func(meta *jsontext.Object) {
			meta.Text("io.modelcontextprotocol/protocolVersion", "2026-07-28")
			meta.Object("io.modelcontextprotocol/clientCapabilities", func(*jsontext.Object) {})
		})
		params.Text("name", t.Signature.Name)
		params.Object("arguments", func(arguments *jsontext.Object) {
			for _, in := range t.Signature.Inputs {
				for _, given := range e.Inputs {
					if given.Name == in.Name {
						arguments.Value(in.ID, literal(given.Value))
					}
				}
			}
		})
	})
	return request.End()
}

// call returns the body of an invocation with the inputs of an example.
func call(t *plan.Tool, e *plan.Example) []byte {
	object := jsontext.NewObject(nil)
	object.Text("name", t.Signature.Name)
	inputs := plan.Wired(e.Inputs, t.InputType)
	object.List("input_parameters", len(inputs), func(b []byte, i int) []byte {
		value := jsontext.NewObject(b)
		value.Text("name", inputs[i].Name)
		value.Value("value", literal(inputs[i].Value))
		return value.End()
	})
	return object.End()
}

// result returns the value of an output as a tool returns it.
func result(v any, of nact.Type) any {
	if of == nact.JSON {
		return literal(v)
	}
	return v
}

// literal returns a literal of the manifest as JSON, with members in their order.
func literal(v any) json.RawMessage {
	switch v := v.(type) {
	case []plan.Given:
		object := jsontext.NewObject(nil)
		for _, member := range v {
			object.Value(member.Name, literal(member.Value))
		}
		return object.End()
	case []any:
		list := []byte{'['}
		for i, element := range v {
			if i > 0 {
				list = append(list, ',')
			}
			list = append(list, literal(element)...)
		}
		return append(list, ']')
	case uint64:
		return fmt.Appendf(nil, "%d", v)
	}
	return scalar(v)
}

// answer is an http.ResponseWriter that keeps the answer.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header               { return a.header }
func (a *answer) WriteHeader(status int)            { a.status = status }
func (a *answer) Write(content []byte) (int, error) { return a.body.Write(content) }
