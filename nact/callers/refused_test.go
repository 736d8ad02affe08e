package callers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/metrics"
)

// TestRefusalsAreSeen: whoever is refused, over whichever face, is told an ID, by which the log has one line, and the metrics count it.
func TestRefusalsAreSeen(t *testing.T) {
	write := rpc("tools/call", `{"name":"write_it"}`)
	tests := []struct {
		name, path, token, body string
		down                    bool
		status                  int
		level, cause, outcome   string
		counted                 string
	}{
		{"nobody over N-ACT", "/tools", "", "", false, 401, "INFO", "This service wants to know who calls: send credentials.", "", `nact_requests_refused_total{reason="no-credentials"} 1`},
		{"nobody over MCP", "/mcp", "", write, false, 401, "INFO", "This service wants to know who calls: send credentials.", "", `nact_requests_refused_total{reason="no-credentials"} 1`},
		{"expired over N-ACT", "/tools/" + writeID + ":invoke", "expired", call("write_it"), false, 401, "INFO", `The token "x" has expired.`, "", `nact_requests_refused_total{reason="bad-credentials"} 1`},
		{"expired over MCP", "/mcp", "expired", write, false, 401, "INFO", `The token "x" has expired.`, "", `nact_requests_refused_total{reason="bad-credentials"} 1`},
		{"nobody can tell", "/mcp", "a,it.read", write, true, 503, "ERROR", "the store of tokens is away", "", `nact_requests_refused_total{reason="credentials-not-checked"} 1`},
		{"too little over N-ACT", "/tools/" + writeID + ":invoke", "a,it.read", call("write_it"), false, 403, "INFO", "", "refused", `nact_call_refusals_total{tool="write_it",version="1",reason="forbidden"} 1`},
		{"too little over MCP", "/mcp", "a,it.read", write, false, 403, "INFO", "", "refused", `nact_call_refusals_total{tool="write_it",version="1",reason="forbidden"} 1`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			counts := metrics.New()
			s := newWatchedService(t, tokens{test.down}, false, slog.New(slog.NewJSONHandler(&log, nil)), nact.Observers(counts, metrics.New()))
			const id = "their-request-7"
			answer := s.ask(test.path, test.token, test.body, "Mcp-Protocol-Version", revision, "X-Request-Id", id)
			if answer.StatusCode != test.status || answer.Header.Get("X-Request-Id") != id {
				t.Errorf("got %d with the ID %q", answer.StatusCode, answer.Header.Get("X-Request-Id"))
			}
			var line struct {
				Level, Msg, Path, Cause, Outcome string
				Status                           int
				Bytes                            int
				RequestID                        string `json:"request_id"`
			}
			if err := json.Unmarshal(log.Bytes(), &line); err != nil { // more than one is an error, too
				t.Fatalf("%v: %s", err, &log)
			}
			want := fmt.Sprint(test.level, " request ", test.path, test.status, test.cause, test.outcome, id)
			if got := fmt.Sprint(line.Level, " ", line.Msg, " ", line.Path, line.Status, line.Cause, line.Outcome, line.RequestID); got != want || line.Bytes != len(text(answer)) {
				t.Errorf("the log has %s\nwant %s", &log, want)
			}
			page := httptest.NewRecorder()
			counts.ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
			if !strings.Contains(page.Body.String(), test.counted) {
				t.Errorf("the metrics lack %s:\n%s", test.counted, page.Body)
			}
		})
	}
}
