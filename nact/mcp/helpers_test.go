package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/mcp"
)

const forecastID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"

// forecast returns a tool with two versions, whose current one is invoked as told.
func forecast(invoke func(context.Context, nact.Arguments) (nact.Results, error)) nact.Tool {
	first := nact.Signature{
		ToolID: forecastID, Name: "lookup_forecast", Description: "Look up a forecast.", Version: 1,
		Inputs:   []nact.Input{{ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 20}},
		Outputs:  []nact.Output{{ID: "summary", Name: "Summary", Type: nact.String, Description: "The forecast."}},
		Failures: []nact.AllowedValue{{Name: "NO_CITY", Description: "There is no such city."}},
	}
	second := first
	second.Version = 2
	second.Inputs = append(second.Inputs[:1:1], nact.Input{ID: "hours", Name: "Hours ahead", Type: nact.Int, Description: "How far.", Optional: true, Min: nact.Limit(1)})
	second.Outputs = append(second.Outputs[:1:1], nact.Output{ID: "high", Name: "High", Type: nact.Int, Description: "The high."})
	return nact.Tool{Versions: []nact.Signature{first, second}, Invoke: invoke}
}

// sunny answers by its city.
func sunny(_ context.Context, in nact.Arguments) (nact.Results, error) {
	if in.String(0) == "Nowhere" {
		return nil, nact.Fail("NO_CITY", "There is no Nowhere.")
	}
	return nact.Results{`Sunny in "` + in.String(0) + `".`, int64(72)}, nil
}

// named returns a tool without inputs.
func named(id, name string, invoke func(context.Context, nact.Arguments) (nact.Results, error)) nact.Tool {
	return nact.Tool{
		Versions: []nact.Signature{{ToolID: id, Name: name, Description: "Do it.", Version: 1}},
		Invoke:   invoke,
	}
}

func nothing(context.Context, nact.Arguments) (nact.Results, error) { return nact.Results{}, nil }

func newHandler(t testing.TB, c mcp.Config, tools ...nact.Tool) *mcp.Handler {
	t.Helper()
	if c.Name == "" {
		c.Name, c.Description, c.Version = "weather", "Forecasts.", "7"
	}
	c.Progress = mcp.ReportProgress
	h, err := mcp.New(c, tools)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func serve(t testing.TB, c mcp.Config, tools ...nact.Tool) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(newHandler(t, c, tools...))
	t.Cleanup(server.Close)
	return server
}

// Meta data of a request of 2026-07-28, and the fields that go with it.
const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

var modernFields = []string{"Mcp-Protocol-Version", "2026-07-28"}

// answer is the answer to a message.
type answer struct {
	status int
	header http.Header
	body   string
}

// post sends a message; fields holds names and values of the header in turn. An empty value takes a field away.
func post(t testing.TB, url, message string, fields ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(fields); i += 2 {
		switch {
		case fields[i] == "Host":
			r.Host = fields[i+1]
		case fields[i+1] == "":
			r.Header.Del(fields[i])
		default:
			r.Header.Set(fields[i], fields[i+1])
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// request returns a request of 2026-07-28 with more params, and its fields.
func request(method, params string, fields ...string) (string, []string) {
	message := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + strings.Trim(params+","+modernMeta, ",") + `}}`
	return message, append(append([]string{"Mcp-Method", method}, modernFields...), fields...)
}

func indented(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return b.String()
}
