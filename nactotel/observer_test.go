package nactotel_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/nactgen/nactgen/internal/oteltest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/nact/otlp"
	"github.com/nactgen/nactgen/nact/upstream"
	"github.com/nactgen/nactgen/nactotel"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// open returns an observer whose spans go to the collector, and a function that has all of them sent.
func open(t *testing.T, c *oteltest.Collector, log io.Writer, variables ...string) (nact.Observer, func()) {
	t.Helper()
	traces := &nactotel.Traces{}
	source := &otlp.Source{Service: "clinic", Signals: []otlp.Signal{traces}}
	given := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": c.URL}
	for i := 0; i < len(variables); i += 2 {
		given[variables[i]] = variables[i+1]
	}
	if err := set(source, given); err != nil {
		t.Fatal(err)
	}
	if err := source.Open(slog.New(slog.NewTextHandler(log, nil))); err != nil {
		t.Fatal(err)
	}
	return traces.Observer(), func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		source.End(ctx)
	}
}

// set sets what is given, and the defaults of the rest, as a program does.
func set(source *otlp.Source, given map[string]string) error {
	var findings []error
	for _, s := range source.Settings() {
		text := given[s.Variable]
		if text == "" {
			text = s.Default
		}
		if text != "" {
			findings = append(findings, s.Set(text))
		}
	}
	return errors.Join(findings...)
}

// clinic is a service with one tool, which books, fails to tell anybody of it, and takes the booking back.
type clinic struct {
	observer nact.Observer
	client   *upstream.Client
}

func newClinic(t *testing.T, observer nact.Observer, config upstream.Config, serve http.HandlerFunc) *clinic {
	t.Helper()
	config.Name, config.BaseURL, config.Observer = "scheduling", "http://scheduling.example.com", observer
	if serve != nil {
		server := httptest.NewServer(serve)
		t.Cleanup(server.Close)
		config.BaseURL = server.URL
	}
	client, err := upstream.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	return &clinic{observer, client}
}

func (c *clinic) call(ctx context.Context, method, name string) error {
	call := &upstream.Call{Operation: "scheduling." + name, Method: method}
	call.Path.Text("/" + name)
	_, err := c.client.Do(ctx, call, nil)
	return err
}

func (c *clinic) book(ctx context.Context, _ nact.Arguments) (_ nact.Results, err error) {
	writes := flow.NewWrites(ctx)
	defer writes.End(&err)
	if err := c.call(nact.Step(ctx, "slots"), "GET", "listSlots"); err != nil {
		return nil, nact.StepError("slots", err)
	}
	price := func(context.Context) (int, error) { return 7, nil }
	if _, err := nact.Observed(nact.Step(ctx, "price"), c.observer, "quote_price", price); err != nil {
		return nil, err
	}
	if err := c.call(writes.Begin(ctx, "booking"), "POST", "createBooking"); err != nil {
		return nil, nact.StepError("booking", err)
	}
	writes.Undo(time.Second, func(ctx context.Context) error { return c.call(ctx, "DELETE", "cancelBooking") })
	if err := c.call(writes.Begin(ctx, "message"), "POST", "sendMessage"); err != nil {
		return nil, nact.StepError("message", err)
	}
	return nact.Results{}, nil
}

const toolID = "5a3e3f0e-3b0c-4b52-9d7e-5a3c0b8f1d21"

// handler serves the tool over both faces.
func (c *clinic) handler(t *testing.T, invoke func(context.Context, nact.Arguments) (nact.Results, error), log io.Writer) *mcp.Handler {
	t.Helper()
	tools := []nact.Tool{{
		Versions: []nact.Signature{{
			ToolID: toolID, Name: "book_appointment", Description: "Book an appointment.", Version: 1,
			Inputs:   []nact.Input{{ID: "name", Name: "Name", Type: nact.String, Description: "Whose.", Optional: true, MaxLength: 20}},
			Failures: []nact.AllowedValue{{Name: "FULL", Description: "Nothing is free."}},
		}},
		Writes: true, Journal: nact.BeginJournal, Invoke: invoke,
	}}
	logger := slog.New(slog.NewJSONHandler(log, nil))
	runner := invocation.NewRunner(invocation.Limits{}, logger).ObservedBy(c.observer)
	endpoints, err := endpoint.New(endpoint.Config{Name: "clinic", Runner: runner, Logger: logger}, tools)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := mcp.New(mcp.Config{Name: "clinic", Runner: runner, Logger: logger, Next: endpoints}, tools)
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// ask sends a message over HTTP, and returns the answer.
func ask(handler http.Handler, path, body string, fields ...string) string {
	request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-Id", "one")
	for i := 0; i < len(fields); i += 2 {
		request.Header.Set(fields[i], fields[i+1])
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Body.String()
}

const (
	invokePath = "/tools/" + toolID + ":invoke"
	call       = `{"name":"book_appointment"}`
	callMCP    = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_appointment"}}`
	traceID    = "0af7651916cd43dd8448eb211c80319c"
	parent     = "00-" + traceID + "-b7ad6b7169203331-01"
	otherID    = "4bf92f3577b34da6a3ce929d0e0e4736"
)

// expect compares what a collector has with a golden file.
func expect(t *testing.T, c *oteltest.Collector, name string) {
	t.Helper()
	file, got := filepath.Join("testdata", name+".txt"), c.Text()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("%s (%v): got\n%s\nrun go test ./nactotel -update, and read the difference", file, err, got)
	}
}

// scheduling is the upstream: messages cannot be sent, and the first booking that comes has to be sent again.
func scheduling(traced *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*traced = append(*traced, r.Header.Get("Traceparent")+" "+r.Header.Get("Tracestate")+r.Header.Get("Baggage"))
		if r.URL.Path == "/sendMessage" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
}

// A call that takes back what it has done is one trace, with a span for each thing that a step calls, also for what is taken back.
func TestUndo(t *testing.T) {
	c := oteltest.New(t)
	var log bytes.Buffer
	observer, end := open(t, c, &log)
	var traced []string
	service := newClinic(t, observer, upstream.Config{Journal: upstream.NewJournal(), HandOn: upstream.HandOnTrace}, scheduling(&traced))
	ask(service.handler(t, service.book, &log), invokePath, call, "Traceparent", parent, "Tracestate", "vendor=1", "Baggage", "user=ann")
	end()
	expect(t, c, "undo")
	spans := map[string]bool{}
	for _, s := range c.Spans() {
		spans[fmt.Sprintf("00-%x-%x-01 vendor=1", s.TraceId, s.SpanId)] = true
	}
	for _, got := range traced {
		if !strings.HasPrefix(got, "00-"+traceID) || !spans[got] {
			t.Errorf("the upstream is told %q, which is no span", got)
		}
	}
	if len(traced) != 4 {
		t.Errorf("the upstream was called %d times", len(traced))
	}
	if !strings.Contains(log.String(), `"trace_id":"`+traceID+`","span_id":"`+fmt.Sprintf("%x", c.Spans()[0].SpanId)) {
		t.Errorf("the log does not have the span: %s", &log)
	}
}

// An upstream learns nothing of the trace unless it is to.
func TestNotHandedOn(t *testing.T) {
	c := oteltest.New(t)
	observer, end := open(t, c, io.Discard)
	var traced []string
	service := newClinic(t, observer, upstream.Config{}, scheduling(&traced))
	ask(service.handler(t, service.book, io.Discard), invokePath, call, "Traceparent", parent)
	end()
	if strings.TrimSpace(strings.Join(traced, "")) != "" || len(traced) == 0 {
		t.Errorf("the upstream is told %q", traced)
	}
}

// The caller's trace comes in a header, or closer to the call in the meta data of a message of MCP, and is begun where there is none.
func TestParents(t *testing.T) {
	const meta = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book_appointment","_meta":{"traceparent":"00-` + otherID + `-00f067aa0ba902b7-01","tracestate":"a=1"}}}`
	fine := func(context.Context, nact.Arguments) (nact.Results, error) { return nact.Results{}, nil }
	tests := map[string]struct {
		send func(h *mcp.Handler)
		want string // the trace; empty: a new one
	}{
		"a header over N-ACT":            {func(h *mcp.Handler) { ask(h, invokePath, call, "Traceparent", parent) }, traceID},
		"none":                           {func(h *mcp.Handler) { ask(h, invokePath, call) }, ""},
		"one that is none":               {func(h *mcp.Handler) { ask(h, invokePath, call, "Traceparent", "00-"+traceID) }, ""},
		"a header over MCP":              {func(h *mcp.Handler) { ask(h, "/mcp", callMCP, "Traceparent", parent) }, traceID},
		"meta data over HTTP":            {func(h *mcp.Handler) { ask(h, "/mcp", meta) }, otherID},
		"meta data with a header":        {func(h *mcp.Handler) { ask(h, "/mcp", meta, "Traceparent", parent) }, otherID},
		"meta data over standard input":  {func(h *mcp.Handler) { h.ServeLines(context.Background(), strings.NewReader(meta+"\n"), io.Discard) }, otherID},
		"nothing of it over that either": {func(h *mcp.Handler) { h.ServeLines(context.Background(), strings.NewReader(callMCP+"\n"), io.Discard) }, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := oteltest.New(t)
			var log bytes.Buffer
			observer, end := open(t, c, io.Discard)
			service := &clinic{observer: observer}
			tt.send(service.handler(t, fine, &log))
			end()
			spans := c.Spans()
			if len(spans) != 1 {
				t.Fatalf("there are %d spans", len(spans))
			}
			got := fmt.Sprintf("%x", spans[0].TraceId)
			if tt.want != "" && got != tt.want || tt.want == "" && len(spans[0].ParentSpanId) > 0 {
				t.Errorf("the trace is %s below %x", got, spans[0].ParentSpanId)
			}
			if !strings.Contains(log.String(), `"trace_id":"`+got+`"`) {
				t.Errorf("it is not in the log: %s", &log)
			}
		})
	}
}

// What calls come to shows in their spans, over both faces, and nothing of what they are called with.
func TestEndings(t *testing.T) {
	c := oteltest.New(t)
	observer, end := open(t, c, io.Discard)
	service := &clinic{observer: observer}
	results := []error{nil, nact.Fail("FULL", "ann"), &nact.Fault{Kind: nact.Timeout, Step: "slots", Detail: "the step ran out of time"}, errors.New("ann")}
	handler := service.handler(t, func(context.Context, nact.Arguments) (nact.Results, error) {
		err := results[0]
		results = results[1:]
		return nact.Results{}, err
	}, io.Discard)
	for range 2 {
		ask(handler, invokePath, call)
	}
	for range 2 {
		ask(handler, "/mcp", callMCP, "Mcp-Session-Id", "abc")
	}
	ask(handler, invokePath, `{"name":"book_appointment","input_parameters":[{"name":"Name","value":"ann, or somebody of a long name"}]}`)
	ask(handler, invokePath, call, "Content-Type", "text/ann")
	ask(handler, "/tools", call)
	end()
	expect(t, c, "endings")
	if strings.Contains(c.Text(), "ann") {
		t.Error("a span has something of what calls are made with, or of an error that is for the log alone")
	}
}

// roundTrip is a transport without a network.
type roundTrip func(*http.Request) int

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: f(r), Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// TestBreaker: the states of a breaker are events of the attempts that bring them about.
func TestBreaker(t *testing.T) {
	c := oteltest.New(t)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "86400000") // while there is a connection, the clock of the test stands still
	synctest.Test(t, func(t *testing.T) {
		observer, end := open(t, c, io.Discard)
		status := http.StatusInternalServerError
		service := newClinic(t, observer, upstream.Config{
			Breaker:   upstream.NewBreaker(upstream.Tolerance{Failures: 2, Within: time.Minute, Open: time.Minute}),
			Transport: roundTrip(func(*http.Request) int { return status }),
		}, nil)
		handler := service.handler(t, func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
			return nact.Results{}, service.call(nact.Step(ctx, "slots"), "GET", "listSlots")
		}, io.Discard)
		invoke := func() {
			ask(handler, invokePath, call)
			time.Sleep(time.Second) // so that one begins after the other
		}
		for range 3 { // the third one is refused
			invoke()
		}
		time.Sleep(time.Minute)
		invoke()
		time.Sleep(time.Minute)
		status = http.StatusOK
		invoke()
		end()
	})
	expect(t, c, "breaker")
}

// In a program that has a span of its own around the service, that is the parent, or linked to where the caller names another trace.
func TestWithinOtherSpans(t *testing.T) {
	c := oteltest.New(t)
	observer, end := open(t, c, io.Discard)
	outer := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})
	called := nact.Called{Face: "mcp", Signature: &nact.Signature{Name: "book"}}
	for _, header := range []string{"", parent} {
		ctx := nact.NewRequest(trace.ContextWithSpanContext(t.Context(), outer), "one", nact.NewTrace(header, ""))
		_, ended := observer.Call(ctx, called)
		ended(nact.Ending{Outcome: nact.Succeeded})
	}
	end()
	expect(t, c, "within")
}
