package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/mcp"
)

// TestTool holds what a client is told of a tool.
func TestTool(t *testing.T) {
	tool := forecast(sunny)
	tool.Versions[1].Img = "https://weather.example/icon.png"
	const want = `{
  "name": "lookup_forecast",
  "title": "Lookup forecast",
  "description": "Look up a forecast.",
  "icons": [
    {
      "src": "https://weather.example/icon.png"
    }
  ],
  "inputSchema": {
    "type": "object",
    "properties": {
      "city": {
        "type": "string",
        "title": "City",
        "description": "The city.",
        "maxLength": 20
      },
      "hours": {
        "type": "integer",
        "title": "Hours ahead",
        "description": "How far.",
        "minimum": 1,
        "maximum": 65535
      }
    },
    "required": [
      "city"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "summary": {
        "type": "string",
        "title": "Summary",
        "description": "The forecast."
      },
      "high": {
        "type": "integer",
        "title": "High",
        "description": "The high."
      },
      "failure": {
        "type": "string",
        "enum": [
          "NO_CITY"
        ],
        "title": "Failure",
        "description": "Why the tool could not do what was asked. Present only if it failed; the other outputs are then absent.\n- NO_CITY: There is no such city."
      },
      "failure_detail": {
        "type": "string",
        "title": "Failure detail",
        "description": "A sentence that explains the failure. Present only together with the failure."
      }
    }
  },
  "annotations": {
    "readOnlyHint": true
  }
}`
	if got := indented(t, string(mcp.AppendTool(nil, &tool))); got != want {
		t.Errorf("got %s", got)
	}
}

func TestAnnotations(t *testing.T) {
	tests := []struct {
		tool nact.Tool
		want string
	}{
		{nact.Tool{}, `{"readOnlyHint":true}`},
		{nact.Tool{Writes: true}, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false}`},
		{nact.Tool{Writes: true, Additive: true}, `{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false}`},
		{nact.Tool{Writes: true, Idempotent: true}, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true}`},
	}
	for _, test := range tests {
		test.tool.Versions = named(forecastID, "do_it", nothing).Versions
		const head = `{"name":"do_it","title":"Do it","description":"Do it.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":`
		if got := string(mcp.AppendTool(nil, &test.tool)); got != head+test.want+"}" {
			t.Errorf("got %s", got)
		}
	}
}

// page is a page of tools/list, as far as the tests read it.
type page struct {
	Result struct {
		Tools []struct{ Name string }
		Next  string `json:"nextCursor"`
	}
}

// TestPages walks through all tools, whatever fits a page, and finds each once, by name.
func TestPages(t *testing.T) {
	var tools []nact.Tool
	var want []string
	for i := range 7 {
		name := fmt.Sprintf("tool_%c", 'a'+i)
		tools = append(tools, named(fmt.Sprintf("0479a45d-ad0a-49d4-94db-75edf00d2c%02d", i), name, nothing))
		want = append(want, name)
	}
	tools[0], tools[6] = tools[6], tools[0]
	hidden := named(forecastID, "tool_hidden", nothing)
	hidden.Withdrawn = &nact.Withdrawal{}
	tools = append(tools, hidden)
	for size := 1; size < 9; size++ {
		url := serve(t, mcp.Config{PageSize: size}, tools...).URL + "/mcp"
		var got []string
		params, pages := "", 0
		for {
			pages++
			message, fields := request("tools/list", params)
			var p page
			if body := post(t, url, message, fields...).body; json.Unmarshal([]byte(body), &p) != nil {
				t.Fatalf("got %s", body)
			}
			for _, tool := range p.Result.Tools {
				got = append(got, tool.Name)
			}
			if p.Result.Next == "" {
				break
			}
			params = `"cursor":"` + p.Result.Next + `"`
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || pages != (7+size-1)/size {
			t.Errorf("pages of %d: %v on %d", size, got, pages)
		}
	}
	url := serve(t, mcp.Config{}, tools...).URL + "/mcp"
	if got := post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_hidden"}}`); strings.Contains(got.body, "rror") {
		t.Errorf("a withdrawn tool answers %s", got.body)
	}
}

// TestNoTools: a service whose tools are all withdrawn lists none.
func TestNoTools(t *testing.T) {
	hidden := named(forecastID, "tool_hidden", nothing)
	hidden.Withdrawn = &nact.Withdrawal{}
	url := serve(t, mcp.Config{}, hidden).URL + "/mcp"
	if got := post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); got.body != `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}` {
		t.Errorf("got %s", got.body)
	}
}

// TestNames: a tool comes before a version of another tool.
func TestNames(t *testing.T) {
	var ran string
	runs := func(name string) nact.Tool {
		return named(strings.Replace(forecastID, "0479", fmt.Sprintf("%04x", len(name)), 1), name, func(context.Context, nact.Arguments) (nact.Results, error) {
			ran = name
			return nact.Results{}, nil
		})
	}
	url := serve(t, mcp.Config{}, runs("list_v1"), runs("list")).URL + "/mcp"
	for name, want := range map[string]string{"list": "list", "list_v1": "list_v1", "list_v1_v1": "list_v1"} {
		post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+`"}}`)
		if ran != want {
			t.Errorf("%s runs %s", name, ran)
		}
		ran = ""
	}
}

func TestNewRefuses(t *testing.T) {
	_, err := mcp.New(mcp.Config{PageSize: -1, MaxBody: -1, Hosts: []string{"a:1"}, Origins: []string{"b"}}, []nact.Tool{forecast(sunny)})
	if err == nil {
		t.Fatal("it is taken")
	}
	for _, want := range []string{
		"mcp: the service has no name", "mcp: a page of -1 tools is none", "mcp: a message of at most -1 bytes holds no request",
		`mcp: "a:1" is not a host name`, `mcp: "b" is not an origin`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is missing in:\n%v", want, err)
		}
	}
}
