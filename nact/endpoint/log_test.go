package endpoint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// logged serves one request and returns the lines that it logs, without time and duration. The log is written before
// ServeHTTP returns, so the handler is called without a server.
func logged(t *testing.T, run func(context.Context, nact.Arguments) (nact.Results, error), request *http.Request) []map[string]any {
	t.Helper()
	var log bytes.Buffer
	tool := forecastTool{run: run}
	handler, err := endpoint.New(endpoint.Config{Name: "weather", Logger: slog.New(slog.NewJSONHandler(&log, nil))}, []nact.Tool{tool.tool()})
	if err != nil {
		t.Fatal(err)
	}
	handler.ServeHTTP(httptest.NewRecorder(), request)
	if strings.Contains(log.String(), "s3cret") {
		t.Errorf("the log tells a secret: %s", &log)
	}
	var lines []map[string]any
	for line := range strings.Lines(log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		if _, timed := fields["duration"]; !timed && fields["msg"] == "request" {
			t.Errorf("%s has no duration", line)
		}
		delete(fields, "time")
		delete(fields, "duration")
		lines = append(lines, fields)
	}
	return lines
}

func wantLog(t *testing.T, lines []map[string]any, want ...string) {
	t.Helper()
	var got []string
	for _, line := range lines {
		text, err := json.Marshal(line) // keys in order
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(text))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func invocation(body string) *http.Request {
	r := httptest.NewRequest("POST", "/tools/"+forecastID+":invoke?key=s3cret", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer s3cret")
	return r
}

func TestLogOfInvocation(t *testing.T) {
	body := strings.Replace(call, "Omaha", "s3cret", 1)
	wantLog(t, logged(t, nil, invocation(body)),
		`{"level":"INFO","method":"POST","msg":"request","path":"/tools/`+forecastID+`:invoke","status":200,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfDeclaredFailure(t *testing.T) {
	fails := func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.Fail("CITY_NOT_FOUND", "s3cret")
	}
	wantLog(t, logged(t, fails, invocation(call)),
		`{"failure":"CITY_NOT_FOUND","level":"INFO","method":"POST","msg":"request","path":"/tools/`+forecastID+`:invoke","status":200,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfRefusal(t *testing.T) {
	body := strings.Replace(call, "Omaha", "s3cret that is too long", 1)
	wantLog(t, logged(t, nil, invocation(body)),
		`{"level":"INFO","method":"POST","msg":"request","path":"/tools/`+forecastID+`:invoke","status":400,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfFault(t *testing.T) {
	fails := func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.StepError("point", &nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", UpstreamStatus: 500, Detail: "it answered 500", Err: errors.New("the cause")})
	}
	wantLog(t, logged(t, fails, invocation(call)),
		`{"cause":"the cause","fault":"step point: weather.point: it answered 500","level":"ERROR","msg":"invocation failed","tool":"lookup_forecast","upstream_status":500,"version":2}`,
		`{"level":"INFO","method":"POST","msg":"request","path":"/tools/`+forecastID+`:invoke","status":502,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfPanic(t *testing.T) {
	panics := func(context.Context, nact.Arguments) (nact.Results, error) { panic("the reason") }
	lines := logged(t, panics, invocation(call))
	if len(lines) != 2 {
		t.Fatalf("got %v", lines)
	}
	if cause := lines[0]["cause"].(string); !strings.HasPrefix(cause, "panic: the reason\n") || !strings.Contains(cause, "log_test.go") {
		t.Errorf("the cause is %s, want the panic with its stack", cause)
	}
}

func TestLogOfClientGone(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leaves := func(context.Context, nact.Arguments) (nact.Results, error) {
		leave()
		return nil, ctx.Err()
	}
	wantLog(t, logged(t, leaves, invocation(call).WithContext(ctx)),
		`{"level":"INFO","method":"POST","msg":"request","path":"/tools/`+forecastID+`:invoke","status":499,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfOtherRequests(t *testing.T) {
	wantLog(t, logged(t, nil, httptest.NewRequest("GET", "/tools?name=s3cret", nil)),
		`{"level":"INFO","method":"GET","msg":"request","path":"/tools","status":200}`)
	wantLog(t, logged(t, nil, httptest.NewRequest("PUT", "/nowhere", nil)),
		`{"level":"INFO","method":"PUT","msg":"request","path":"/nowhere","status":404}`)
	wantLog(t, logged(t, nil, httptest.NewRequest("GET", "/healthz", nil)))
}
