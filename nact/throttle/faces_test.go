package throttle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/nact/metrics"
	"github.com/nactgen/nactgen/nact/throttle"
)

const addID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"

// limited is a service with both faces, whose callers say who they are in the field X-Caller.
type limited struct {
	http.Handler
	counts *metrics.Metrics
	log    bytes.Buffer
	runs   int
}

func newLimited(t *testing.T, limits throttle.Limits) *limited {
	t.Helper()
	l := &limited{counts: metrics.New()}
	tools := []nact.Tool{{
		Versions: []nact.Signature{{ToolID: addID, Name: "add", Description: "Add it.", Version: 1}}, Writes: true, Journal: nact.BeginJournal,
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
			l.runs++
			return nact.Results{}, nil
		},
	}}
	logger := slog.New(slog.NewJSONHandler(&l.log, nil))
	runner := invocation.NewRunner(invocation.Limits{}, logger).ObservedBy(l.counts).PerCaller(throttle.New(limits))
	keys := endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{})})
	endpoints, err := endpoint.New(endpoint.Config{Name: "it", Runner: runner, Logger: logger, Idempotency: keys}, tools)
	if err != nil {
		t.Fatal(err)
	}
	faces, err := mcp.New(mcp.Config{Name: "it", Runner: runner, Logger: logger, Next: endpoints}, tools)
	if err != nil {
		t.Fatal(err)
	}
	l.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id := r.Header.Get("X-Caller"); id != "" {
			r = r.WithContext(nact.WithCaller(r.Context(), &nact.Caller{ID: id}))
		}
		faces.ServeHTTP(w, r)
	})
	return l
}

func (l *limited) ask(path, body string, header ...string) (*http.Response, string) {
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	answer := w.Result()
	text, _ := io.ReadAll(answer.Body)
	return answer, string(text)
}

// lines returns the lines of the log about requests.
func (l *limited) lines(t *testing.T) (all []map[string]any) {
	t.Helper()
	decoder := json.NewDecoder(&l.log)
	for decoder.More() {
		var line map[string]any
		if err := decoder.Decode(&line); err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	return all
}

// TestBothFaces: calls of one caller count together, whichever face they come through and whatever comes of them, and one too many is refused by each face in its own
// way, with an ID, in the log and in the metrics.
func TestBothFaces(t *testing.T) {
	l := newLimited(t, throttle.Limits{Calls: 4, Per: time.Hour, Burst: 4})
	const path, call = "/tools/" + addID + ":invoke", `{"name":"add","input_parameters":[]}`
	const rpc = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}`
	mcpVersion := []string{"Mcp-Protocol-Version", "2025-11-25"}
	for i, want := range []int{200, 200, 400} { // a call, the same again by its key, and one that does not fit
		body := []string{call, call, "{}"}[i]
		if answer, text := l.ask(path, body, "X-Caller", "a", "Idempotency-Key", "k"); answer.StatusCode != want {
			t.Errorf("call %d: %s %s", i, answer.Status, text)
		}
	}
	if answer, text := l.ask("/mcp", rpc, append(mcpVersion, "X-Caller", "a")...); answer.StatusCode != 200 || strings.Contains(text, "isError") {
		t.Errorf("over MCP: %s %s", answer.Status, text)
	}
	l.lines(t)

	answer, text := l.ask(path, call, "X-Caller", "a", "X-Request-Id", "one")
	const problem = `{"type":"urn:problem-type:nact:rate","title":"The caller calls too much","status":429,"detail":"The caller has called as often as it may. This call was not begun: send it again later."}`
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") != "900" || answer.Header.Get("X-Request-Id") != "one" || text != problem {
		t.Errorf("over N-ACT: %s %v %s", answer.Status, answer.Header, text)
	}
	answer, text = l.ask("/mcp", rpc, append(mcpVersion, "X-Caller", "a", "X-Request-Id", "two")...)
	const result = `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"nactgen/fault":{"retry":"later","retry_after":900}},"content":[{"type":"text","text":"The caller has called as often as it may. This call was not begun: call again in 900 s or later."}],"isError":true}}`
	if answer.StatusCode != http.StatusOK || answer.Header.Get("X-Request-Id") != "two" || text != result {
		t.Errorf("over MCP: %s %v %s", answer.Status, answer.Header, text)
	}
	lines := l.lines(t)
	for i, id := range []string{"one", "two"} {
		if line := lines[i]; line["request_id"] != id || line["outcome"] != "refused" || line["reason"] != "rate" || line["caller"] != "a" || line["tool"] != "add" {
			t.Errorf("the log has %v", line)
		}
	}
	page := httptest.NewRecorder()
	l.counts.ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	if counted := `nact_call_refusals_total{tool="add",version="1",reason="rate"} 2`; !strings.Contains(page.Body.String(), counted) {
		t.Errorf("the metrics lack %s", counted)
	}
	if answer, _ := l.ask("/mcp", rpc, append(mcpVersion, "X-Caller", "b")...); answer.StatusCode != 200 || l.runs != 3 {
		t.Errorf("another caller: %s, and the tool ran %d times", answer.Status, l.runs)
	}
}
