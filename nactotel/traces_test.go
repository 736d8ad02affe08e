package nactotel

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/nactgen/nactgen/internal/oteltest"
	"github.com/nactgen/nactgen/nact/otlp"
)

// newSource returns a source of traces with values of variables, and defaults for the others; and what is wrong with those.
func newSource(given map[string]string) (*otlp.Source, *Traces, error) {
	traces := &Traces{}
	s := &otlp.Source{Service: "clinic", Signals: []otlp.Signal{traces}}
	var findings []error
	for _, setting := range s.Settings() {
		switch text, ok := given[setting.Variable]; {
		case ok:
			findings = append(findings, setting.Set(text))
		case setting.Default != "":
			findings = append(findings, setting.Set(setting.Default))
		}
	}
	return s, traces, errors.Join(findings...)
}

// opened returns one that sends to a collector.
func opened(t *testing.T, collector string, log *bytes.Buffer) (*otlp.Source, *Traces) {
	t.Helper()
	s, traces, err := newSource(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": collector})
	if err == nil {
		err = s.Open(slog.New(slog.NewTextHandler(log, nil)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, traces
}

// Each span that is lost while a collector is away is counted once, also those for which the SDK has no room.
func TestAwayForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s, traces := opened(t, "http://127.0.0.1:1", &log)
		export := func() {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if err := traces.sent.ExportSpans(ctx, make(tracetest.SpanStubs, 512).Snapshots()); err != nil {
				t.Errorf("others than the log learn of %v", err)
			}
		}
		ended := 0
		for begun := time.Now(); time.Since(begun) < 10*time.Minute; ended += 1000 {
			traces.sent.ended.Add(1000)
			export()
		}
		s.End(t.Context())
		lost := 0
		for line := range strings.Lines(log.String()) {
			_, count, _ := strings.Cut(strings.TrimSpace(line), "lost=")
			n, err := strconv.Atoi(count)
			if lost += n; err != nil {
				t.Errorf("a line: %s", line)
			}
		}
		if lines := strings.Count(log.String(), "\n"); lines > 12 || lost != ended {
			t.Errorf("%d lines say that %d of %d spans are lost", lines, lost, ended)
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
	s, traces := opened(t, hanging.URL, &log)
	spans(traces.provider, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s.End(ctx)
	if !strings.Contains(log.String(), "not all were sent before the program ends") {
		t.Errorf("the log has %s", &log)
	}
}

// Spans are of the service that the source names, and made by the SDK.
func TestResource(t *testing.T) {
	c := oteltest.New(t)
	s, traces := opened(t, c.URL, &bytes.Buffer{})
	spans(traces.provider, 1)
	s.End(t.Context())
	if got := c.Resource(); len(c.Spans()) != 1 || !strings.Contains(got, "service.name=clinic") || !strings.Contains(got, "telemetry.sdk.name=opentelemetry") {
		t.Errorf("%d spans of %s", len(c.Spans()), got)
	}
}

// What an operator says wrong is said.
func TestWrong(t *testing.T) {
	tests := []struct{ variable, value, want string }{
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://collector?secret", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT has a query or a fragment: give credentials in OTEL_EXPORTER_OTLP_HEADERS"},
		{"OTEL_TRACES_EXPORTER", "zipkin", "OTEL_TRACES_EXPORTER is not otlp or none"},
		{"OTEL_TRACES_SAMPLER_ARG", "2", "OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1"},
		{"OTEL_PROPAGATORS", "b3", "OTEL_PROPAGATORS is not tracecontext, which is all that the program does"},
		{batchSize, "4096", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be at most OTEL_BSP_MAX_QUEUE_SIZE"},
	}
	for _, tt := range tests {
		t.Run(tt.variable+"="+tt.value, func(t *testing.T) {
			s, _, wrong := newSource(map[string]string{tt.variable: tt.value})
			err := s.Open(slog.New(slog.DiscardHandler))
			if got := errors.Join(wrong, err); got == nil || got.Error() != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
			s.End(t.Context())
		})
	}
}
