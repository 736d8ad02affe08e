package mcp_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/mcp"
)

// FuzzMessage: whatever a client sends, the answer is one JSON-RPC message with its id, or nothing; over both transports, and the same over both
// unless the header has a say in it.
func FuzzMessage(f *testing.F) {
	call, _ := request("tools/call", `"name":"lookup_forecast","arguments":{"city":"Omaha","hours":5.0}`)
	for _, seed := range []string{
		call, `{"jsonrpc":"2.0","id":"\u0041","method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","id":1e2,"method":"tools/list","params":{"cursor":"bG9va3Vw"}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast_v1","_meta":{"progressToken":{}}}}`, `[]`, `{"result":1}`, "{\"id\":\"\xff\"}",
	} {
		f.Add(seed)
	}
	h := newHandler(f, mcp.Config{}, forecast(sunny))
	f.Fuzz(func(t *testing.T, message string) {
		r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(message))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		answered(t, message, w.Body.String())
		if strings.ContainsAny(message, "\r\n") {
			return
		}
		var out strings.Builder
		if err := h.ServeLines(t.Context(), strings.NewReader(message), &out); err != nil {
			t.Fatal(err)
		}
		answered(t, message, out.String())
		if line := strings.TrimSuffix(out.String(), "\n"); line != w.Body.String() && message != "" && !strings.Contains(message, "io.modelcontextprotocol") && !strings.Contains(message, `\u`) {
			t.Errorf("%s\nover HTTP %s\nby lines %s", message, w.Body, line)
		}
	})
}

// answered reports an answer that is none to the message.
func answered(t *testing.T, message, answer string) {
	var got struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage
		Error   *struct {
			Code    int
			Message string
		}
	}
	if answer == "" {
		return
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.Version != "2.0" || (got.Result == nil) == (got.Error == nil) {
		t.Fatalf("%q is answered %q: %v", message, answer, err)
	}
	if id := strings.TrimSpace(string(got.ID)); id != "" && id != "null" && !strings.Contains(message, id) {
		t.Errorf("%q is answered %q", message, answer)
	}
	if got.Error != nil && got.Error.Message == "" {
		t.Errorf("%q is answered without a word: %q", message, answer)
	}
}
