package nactotel

import (
	"bytes"
	"context"
	"errors"
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

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/nactgen/nactgen/internal/oteltest"
)

// responder is a collector without a network.
type responder func(n int) (*http.Response, error)

type requests struct {
	respond responder
	n       int
}

func (r *requests) RoundTrip(*http.Request) (*http.Response, error) {
	r.n++
	return r.respond(r.n)
}

func answered(status int, body string, fields ...string) (*http.Response, error) {
	header := http.Header{}
	for i := 0; i < len(fields); i += 2 {
		header.Set(fields[i], fields[i+1])
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// newExporter returns an exporter whose collector responds.
func newExporter(respond responder, log *bytes.Buffer) (*exporter, *requests) {
	sent := &requests{respond: respond}
	return &exporter{
		url: "http://collector/v1/traces", header: http.Header{}, timeout: 10 * time.Second, client: &http.Client{Transport: sent, CheckRedirect: noRedirect},
		losses: losses{logger: slog.New(slog.NewTextHandler(log, nil))}, ending: make(chan struct{}), room: 2048 + 512,
	}, sent
}

// export has n spans sent, as the SDK does: for half a minute at most.
func export(t *testing.T, e *exporter, n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := e.ExportSpans(ctx, make(tracetest.SpanStubs, n).Snapshots()); err != nil {
		t.Errorf("others than the log learn of %v", err)
	}
}

// What the collector does decides how often a batch is sent, what is lost, and what is said of that.
func TestResponses(t *testing.T) {
	tests := map[string]struct {
		respond responder
		sent    int
		took    time.Duration // at least
		log     string        // a part of the only line; empty: there is none
	}{
		"taken":            {func(int) (*http.Response, error) { return answered(200, "") }, 1, 0, ""},
		"refused for good": {func(int) (*http.Response, error) { return answered(400, "") }, 1, 0, `cause="the collector answered 400" lost=3`},
		"sent elsewhere":   {func(int) (*http.Response, error) { return answered(302, "", "Location", "http://other") }, 1, 0, `cause="the collector answered 302" lost=3`},
		"partly refused":   {func(int) (*http.Response, error) { return answered(200, "\x0a\x07\x08\x02\x12\x03why") }, 1, 0, `cause="the collector has refused spans: why" lost=2`},
		"busy, then taken": {func(n int) (*http.Response, error) { return answered(map[int]int{1: 503, 2: 200}[n], "") }, 2, firstWait, `cause="the collector answered 503" lost=0`},
		"asked to wait": {func(n int) (*http.Response, error) {
			return answered(map[int]int{1: 429, 2: 200}[n], "", "Retry-After", "7")
		}, 2, 7 * time.Second, `answered 429" lost=0`},
		"away, then there":  {func(n int) (*http.Response, error) { return answeredOr(n > 2) }, 3, 3 * time.Second, `cause="no route" lost=0`},
		"away for all time": {func(int) (*http.Response, error) { return nil, errors.New("no route") }, 6, 25 * time.Second, `cause="no route" lost=0`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				e, sent := newExporter(tt.respond, &log)
				begun := time.Now()
				export(t, e, 3)
				if took := time.Since(begun); sent.n != tt.sent || took < tt.took {
					t.Errorf("it was sent %d times in %s, want %d in %s", sent.n, took, tt.sent, tt.took)
				}
				if lines := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), tt.log) || lines > 1 || tt.log == "" && lines > 0 {
					t.Errorf("the log has %s", &log)
				}
			})
		})
	}
}

func answeredOr(there bool) (*http.Response, error) {
	if there {
		return answered(200, "")
	}
	return nil, errors.New("no route")
}

// A collector that is away for an hour is said once a minute at most, and each span that is lost is counted once, also those for which the SDK has no room.
func TestAwayForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		e, sent := newExporter(func(int) (*http.Response, error) { return nil, errors.New("no route") }, &log)
		ended := 0
		for begun := time.Now(); time.Since(begun) < time.Hour; ended += 1000 {
			e.ended.Add(1000)
			export(t, e, 512)
		}
		close(e.ending)
		before := sent.n
		export(t, e, 512) // tries once, since the program ends
		e.overflow(0)
		e.losses.end()
		lost := 0
		for line := range strings.Lines(log.String()) {
			_, count, _ := strings.Cut(strings.TrimSpace(line), "lost=")
			lost += number(count)
		}
		if lines := strings.Count(log.String(), "\n"); lines > 62 || lost != ended || sent.n != before+1 {
			t.Errorf("%d lines say that %d of %d spans are lost; %d requests at the end", lines, lost, ended, sent.n-before)
		}
	})
}

// spans makes spans.
func spans(p *sdktrace.TracerProvider, n int) {
	for range n {
		_, span := p.Tracer("").Start(context.Background(), "a")
		span.End()
	}
}

// TestEnd: what waits is sent when the program ends, and a collector that does not answer holds it up no longer than it may.
func TestEnd(t *testing.T) {
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer hanging.Close()
	defer close(release)
	var log bytes.Buffer
	s := &Source{Service: "clinic"}
	for _, setting := range s.Settings() {
		if setting.Default != "" && setting.Set(setting.Default) != nil {
			t.Errorf("the default of %s is none", setting.Variable)
		}
	}
	s.values[otlp+"ENDPOINT"] = hanging.URL
	if _, err := s.Open(slog.New(slog.NewTextHandler(&log, nil))); err != nil {
		t.Fatal(err)
	}
	spans(s.provider, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s.End(ctx)
	if !strings.Contains(log.String(), "not all were sent before the program ends") {
		t.Errorf("the log has %s", &log)
	}
}

// Compression, header fields and what the resource is called come from the environment.
func TestSource(t *testing.T) {
	c := oteltest.New(t)
	t.Setenv(serviceName, "front desk")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=staging")
	s := &Source{Service: "clinic"}
	given := map[string]string{otlp + "ENDPOINT": "http://127.0.0.1:1", otlpTraces + "ENDPOINT": c.URL + "/v1/traces", otlp + "COMPRESSION": "gzip", otlp + "HEADERS": "api-key=a%20b, x=y"}
	for _, setting := range s.Settings() {
		if text := given[setting.Variable] + setting.Default; text != "" {
			if given[setting.Variable] != "" {
				text = given[setting.Variable]
			}
			if err := setting.Set(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.Open(slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	spans(s.provider, 1)
	s.End(t.Context())
	if got := c.Header(); len(c.Spans()) != 1 || got.Get("Api-Key") != "a b" || got.Get("X") != "y" || got.Get("Content-Encoding") != "gzip" {
		t.Errorf("the collector got %d spans with %v", len(c.Spans()), got)
	}
	if got := c.Resource(); !strings.Contains(got, "service.name=front desk") || !strings.Contains(got, "deployment.environment.name=staging") {
		t.Errorf("the resource is %s", got)
	}
}

// What an operator says wrong is said, without what may be secret.
func TestWrong(t *testing.T) {
	noPEM := filepath.Join(t.TempDir(), "none.pem")
	if err := os.WriteFile(noPEM, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ variable, value, want string }{
		{otlp + "ENDPOINT", "collector:4318", "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL such as http://collector:4318"},
		{otlp + "ENDPOINT", "http://secret@collector", "OTEL_EXPORTER_OTLP_ENDPOINT holds a user: give credentials in OTEL_EXPORTER_OTLP_HEADERS"},
		{otlpTraces + "ENDPOINT", "http://collector?secret", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT has a query or a fragment: give credentials in OTEL_EXPORTER_OTLP_HEADERS"},
		{otlp + "HEADERS", "a=b,secret", "OTEL_EXPORTER_OTLP_HEADERS is not a list name=value,name=value with percent-encoded values: look at the member 2"},
		{otlp + "HEADERS", "a=secret%0a", "OTEL_EXPORTER_OTLP_HEADERS is not a list name=value,name=value with percent-encoded values: look at the member 1"},
		{otlp + "PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_PROTOCOL is not http/protobuf, which is all that the program does"},
		{otlp + "COMPRESSION", "br", "OTEL_EXPORTER_OTLP_COMPRESSION is not gzip or none"},
		{otlp + "TIMEOUT", "10s", "OTEL_EXPORTER_OTLP_TIMEOUT is not a whole number from 1"},
		{otlp + "CERTIFICATE", "/none", "OTEL_EXPORTER_OTLP_CERTIFICATE names no file that can be read"},
		{otlp + "CERTIFICATE", noPEM, "OTEL_EXPORTER_OTLP_CERTIFICATE names a file without certificates in PEM"},
		{otlp + "CLIENT_KEY", noPEM, "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and OTEL_EXPORTER_OTLP_CLIENT_KEY go together: one of them is missing"},
		{tracesTo, "zipkin", "OTEL_TRACES_EXPORTER is not otlp or none"},
		{samplerArg, "2", "OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1"},
		{"OTEL_PROPAGATORS", "b3", "OTEL_PROPAGATORS is not tracecontext, which is all that the program does"},
		{batchSize, "4096", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE"},
		{disabled, "yes", "OTEL_SDK_DISABLED is not true or false"},
	}
	for _, tt := range tests {
		t.Run(tt.variable+"="+tt.value, func(t *testing.T) {
			s := &Source{Service: "clinic"}
			var findings []error
			for _, setting := range s.Settings() {
				switch {
				case setting.Variable == tt.variable:
					findings = append(findings, setting.Set(tt.value))
				case setting.Default != "":
					findings = append(findings, setting.Set(setting.Default))
				}
			}
			_, err := s.Open(slog.New(slog.DiscardHandler))
			if got := errors.Join(append(findings, err)...); got == nil || got.Error() != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
			s.End(t.Context())
		})
	}
}

// Names that are close to those of variables are wrong; those of other programs are not.
func TestMisspelt(t *testing.T) {
	tests := map[string]bool{
		"OTEL_EXPORTER_OTLP_ENDPIONT=x": true, "OTEL_SERVICENAME=x": true, "OTEL_TRACES_SAMPLER_ARGS=1": true, "OTEL_EXPORTER_OTLP_TRACE_ENDPOINT=x": true,
		"OTEL_SERVICE_NAME=x": false, "OTEL_METRICS_EXPORTER=none": false, "OTEL_LOGS_EXPORTER=none": false, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=x": false,
		"OTEL_EXPORTER_OTLP_INSECURE=true": false, "OTEL_PYTHON_LOG_CORRELATION=true": false, "OTEL_SERVICENAME=": false, "SERVICENAME=x": false,
	}
	for assignment, wrong := range tests {
		if err := misspelt(variables("clinic"), []string{assignment}); (err != nil) != wrong {
			t.Errorf("%s: %v", assignment, err)
		}
	}
}

// FuzzRejected: no answer of a collector breaks the program.
func FuzzRejected(f *testing.F) {
	f.Add([]byte("\x0a\x07\x08\x02\x12\x03why"))
	f.Add([]byte("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x08"))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if count, why := rejected(answer); (count != 0 || why != "") && len(answer) < 4 {
			t.Errorf("%q refuses %d: %q", answer, count, why)
		}
	})
}
