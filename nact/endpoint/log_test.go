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

// logged serves one request and returns the lines that it logs, without times, sizes and IDs. The log is written before
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
		_, timed := fields["took_ms"].(float64)
		_, counted := fields["bytes"].(float64)
		if id, _ := fields["request_id"].(string); !timed || !counted || id == "" {
			t.Errorf("%s has no time, size or ID", line)
		}
		for _, name := range []string{"time", "took_ms", "bytes", "request_id"} {
			delete(fields, name)
		}
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

func posted(body string) *http.Request {
	r := httptest.NewRequest("POST", "/tools/"+forecastID+":invoke?key=s3cret", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer s3cret")
	return r
}

func TestLogOfInvocation(t *testing.T) {
	body := strings.Replace(call, "Omaha", "s3cret", 1)
	wantLog(t, logged(t, nil, posted(body)),
		`{"level":"INFO","method":"POST","msg":"request","outcome":"success","path":"/tools/`+forecastID+`:invoke","status":200,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfDeclaredFailure(t *testing.T) {
	fails := func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.Fail("CITY_NOT_FOUND", "s3cret")
	}
	wantLog(t, logged(t, fails, posted(call)),
		`{"failure":"CITY_NOT_FOUND","level":"INFO","method":"POST","msg":"request","outcome":"failure","path":"/tools/`+forecastID+`:invoke","status":200,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfRefusal(t *testing.T) {
	body := strings.Replace(call, "Omaha", "s3cret that is too long", 1)
	wantLog(t, logged(t, nil, posted(body)),
		`{"level":"INFO","method":"POST","msg":"request","outcome":"violation","path":"/tools/`+forecastID+`:invoke","status":400,"tool":"lookup_forecast","version":2}`)
}

func TestLogOfFault(t *testing.T) {
	fails := func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.StepError("point", &nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", UpstreamStatus: 500, Detail: "it answered 500", Err: errors.New("the cause")})
	}
	wantLog(t, logged(t, fails, posted(call)),
		`{"cause":"the cause","fault":"step point: weather.point: it answered 500","level":"ERROR","method":"POST","msg":"request","outcome":"fault","path":"/tools/`+forecastID+`:invoke","status":502,"tool":"lookup_forecast","upstream_status":500,"version":2}`)
}

func TestLogOfPanic(t *testing.T) {
	panics := func(context.Context, nact.Arguments) (nact.Results, error) { panic("the reason") }
	lines := logged(t, panics, posted(call))
	if len(lines) != 1 {
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
	wantLog(t, logged(t, leaves, posted(call).WithContext(ctx)),
		`{"level":"INFO","method":"POST","msg":"request","outcome":"left","path":"/tools/`+forecastID+`:invoke","status":499,"tool":"lookup_forecast","version":2}`)
}

// writer runs a tool that makes a write, and leaves or fails afterwards.
func writer(end func(context.Context) error) func(context.Context, nact.Arguments) (nact.Results, error) {
	return func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		nact.JournalOf(ctx).Begin("report", nact.Opt[int]{}, nil).Sent("weather.report")
		return nact.Results{"CLEAR", "Sunny.", int64(80), nil}, end(ctx)
	}
}

func TestLogOfClientGoneDuringAWrite(t *testing.T) {
	for outcome, cause := range map[string]error{"left": context.Canceled, "success": nil} {
		t.Run(outcome, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			leaves := writer(func(context.Context) error { leave(); return cause })
			wantLog(t, logged(t, leaves, posted(call).WithContext(ctx)),
				`{"level":"WARN","method":"POST","msg":"request","outcome":"`+outcome+`","path":"/tools/`+forecastID+`:invoke","status":499,"tool":"lookup_forecast","version":2,"writes":["report, weather.report: unknown"]}`)
		})
	}
}

func TestLogOfFaultAfterAWrite(t *testing.T) {
	fails := writer(func(context.Context) error { return &nact.Fault{Kind: nact.Timeout, Detail: "no answer in 5s"} })
	wantLog(t, logged(t, fails, posted(call)),
		`{"fault":"no answer in 5s","level":"ERROR","method":"POST","msg":"request","outcome":"fault","path":"/tools/`+forecastID+`:invoke","status":504,"tool":"lookup_forecast","version":2,"writes":["report, weather.report: unknown"]}`)
}

// deaf is a client that takes no body.
type deaf struct{ http.ResponseWriter }

func (deaf) Write([]byte) (int, error) { return 0, errors.New("write tcp: i/o timeout") }

func TestLogOfAnswerThatDoesNotArrive(t *testing.T) {
	log := new(bytes.Buffer)
	tool := forecastTool{run: writer(func(context.Context) error { return nil })}
	newHandler := func() *endpoint.Handler {
		handler, err := endpoint.New(endpoint.Config{Name: "weather", Logger: slog.New(slog.NewJSONHandler(log, nil))}, []nact.Tool{tool.tool()})
		if err != nil {
			t.Fatal(err)
		}
		return handler
	}
	newHandler().ServeHTTP(deaf{httptest.NewRecorder()}, posted(call))
	if want := `"status":200,`; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %s: %s", want, log)
	}
	if want := `"undelivered":"write tcp: i/o timeout","writes":["report, weather.report: unknown"]}`; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %s: %s", want, log)
	}
}

// What a client makes up takes little room in the log, and no terminal obeys it.
func TestLogIsBounded(t *testing.T) {
	long := strings.Repeat("x", 60_000)
	lines := logged(t, nil, httptest.NewRequest("GET", "/"+long, nil))
	if path := lines[0]["path"].(string); len(path) > 300 || !strings.HasPrefix(path, "/xxx") {
		t.Errorf("the path has %d bytes", len(path))
	}
	lines = logged(t, nil, httptest.NewRequest(long, "/tools", nil))
	if method := lines[0]["method"].(string); len(method) > 30 {
		t.Errorf("the method has %d bytes", len(method))
	}
	lines = logged(t, nil, httptest.NewRequest("GET", "/%1b%5d0;%c2%9b2J%e2%80%ae%0A", nil))
	if want := "/%1b%5d0;%c2%9b2J%e2%80%ae%0A"; lines[0]["path"] != want {
		t.Errorf("the path is %q, want %q", lines[0]["path"], want)
	}
}

func TestLogOfFaultIsBounded(t *testing.T) {
	long := strings.Repeat("x\u009b\u202e", 60_000)
	causes := map[string]func(context.Context, nact.Arguments) (nact.Results, error){
		"a cause": func(context.Context, nact.Arguments) (nact.Results, error) {
			return nil, &nact.Fault{Detail: long, Err: errors.New(long)}
		},
		"a panic": func(context.Context, nact.Arguments) (nact.Results, error) { panic(long) },
	}
	for name, run := range causes {
		t.Run(name, func(t *testing.T) {
			line := logged(t, run, posted(call))[0]
			fault, cause := line["fault"].(string), line["cause"].(string)
			if len(fault) > 1100 || len(cause) > 8300 || strings.ContainsAny(fault+cause, "\u009b\u202e") {
				t.Errorf("fault has %d bytes, cause %d: %.100q, %.100q", len(fault), len(cause), fault, cause)
			}
			if name == "a panic" && !strings.Contains(cause, "log_test.go") {
				t.Errorf("the stack is lost: %s", cause)
			}
		})
	}
}

func TestLogOfOtherRequests(t *testing.T) {
	wantLog(t, logged(t, nil, httptest.NewRequest("GET", "/tools?name=s3cret", nil)),
		`{"level":"INFO","method":"GET","msg":"request","path":"/tools","status":200}`)
	wantLog(t, logged(t, nil, httptest.NewRequest("PUT", "/nowhere", nil)),
		`{"level":"INFO","method":"PUT","msg":"request","path":"/nowhere","status":404}`)
	wantLog(t, logged(t, nil, httptest.NewRequest("GET", "/healthz", nil)))
}

// A request has the ID that its caller gave it, or one that is made; the answer has it as well, whatever it is.
func TestRequestID(t *testing.T) {
	var log bytes.Buffer
	tool := forecastTool{}
	handler, err := endpoint.New(endpoint.Config{Name: "weather", Logger: slog.New(slog.NewJSONHandler(&log, nil))}, []nact.Tool{tool.tool()})
	if err != nil {
		t.Fatal(err)
	}
	serve := func(request *http.Request) string {
		log.Reset()
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder.Header().Get("X-Request-Id")
	}
	request := posted(call)
	request.Header.Set("X-Request-Id", "one")
	request.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	if id := serve(request); id != "one" || !strings.Contains(log.String(), `"request_id":"one","trace_id":"0af7651916cd43dd8448eb211c80319c"`) {
		t.Errorf("got %q: %s", id, &log)
	}
	for _, request := range []*http.Request{posted(call), posted("{"), httptest.NewRequest("GET", "/tools", nil), httptest.NewRequest("GET", "/nowhere", nil)} {
		if id := serve(request); len(id) != 16 || !strings.Contains(log.String(), `"request_id":"`+id+`"`) {
			t.Errorf("%s %s: got %q: %s", request.Method, request.URL, id, &log)
		}
	}
	if id := serve(httptest.NewRequest("GET", "/healthz", nil)); id != "" {
		t.Errorf("a check of health has the ID %q", id)
	}
}
