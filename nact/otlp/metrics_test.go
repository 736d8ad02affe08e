package otlp

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/internal/oteltest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/metrics"
)

// counted returns metrics of two calls and of an attempt.
func counted(t *testing.T) *metrics.Metrics {
	m := metrics.New()
	for _, outcome := range []nact.Outcome{nact.Succeeded, nact.Left} {
		_, ended := m.Call(t.Context(), nact.Called{Face: "mcp", Signature: &nact.Signature{Name: "book", Version: 2}})
		ended(nact.Ending{Outcome: outcome})
	}
	_, ended := m.Attempt(t.Context(), nact.Attempted{Requested: nact.Requested{Upstream: "weather", Operation: "weather.point"}, Number: 2})
	ended(nact.Attempt{Status: 200})
	m.Event(t.Context(), nact.Event{Kind: nact.EventOpened, Upstream: "weather", By: "breaker", Host: "https://api.example.com"})
	return m
}

// steady is what pages have in common that are made one after the other.
func steady(page string) string {
	page = regexp.MustCompile(`(?m)^go_goroutines .*$`).ReplaceAllString(page, "go_goroutines X")
	return regexp.MustCompile(`# HELP (.*)\n# TYPE .*\n(# HELP|$)`).ReplaceAllString(page, "$2")
}

// TestMetrics: a collector gets what the page of metrics has, without families of which nothing is counted.
func TestMetrics(t *testing.T) {
	c := oteltest.New(t)
	s, m, err := newSource(map[string]string{exporters + "ENDPOINT": c.URL + "/"})
	if err == nil {
		err = s.Open(slog.New(slog.DiscardHandler))
	}
	if err != nil {
		t.Fatal(err)
	}
	counts := counted(t)
	m.Send(counts)
	s.End(t.Context())
	recorder := httptest.NewRecorder()
	counts.ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	want := recorder.Body.String()
	for again := ""; again != want; { // a match ends where the next one begins
		again, want = want, steady(want)
	}
	if got := steady(c.Metrics()); got != want || !strings.Contains(got, `nact_calls_total{tool="book",version="2",face="mcp",outcome="left"} 1`) {
		t.Errorf("the collector got\n%s\nand the page has\n%s", got, want)
	}
}

// Metrics are sent at the interval that the operator says, and once more at the end, however long the collector is away in between.
func TestInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		m := &Metrics{}
		e, sent := newExporter(func(n int) (*http.Response, error) { return answeredOr(n < 3 || n > 5) }, &log)
		e.losses.items = m.Kind().Items
		m.Open(Opened{Exporter: e, Values: Values{interval: "60000", timeout: "5000"}})
		m.Send(counted(t))
		for minute, want := range []int{0, 1, 2, 5, 6} { // in the third one, at 0, 1 and 3 s
			if synctest.Wait(); sent.sent() != want {
				t.Errorf("after %d minutes it was sent %d times, want %d", minute, sent.sent(), want)
			}
			time.Sleep(time.Minute + map[bool]time.Duration{true: 10 * time.Second}[minute == 2])
		}
		before := sent.sent()
		m.End(t.Context())
		if got := log.String(); sent.sent() != before+1 || strings.Count(got, "\n") != 1 || !strings.Contains(got, `msg="metrics are not taken" cause="no route" lost=0`) {
			t.Errorf("at the end it was sent %d times, and the log has %s", sent.sent()-before, got)
		}
	})
}

// TestEnd: a collector that does not answer holds up the end of the program no longer than it may, and the log says what is lost.
func TestEnd(t *testing.T) {
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer hanging.Close()
	defer close(release)
	var log bytes.Buffer
	s, m, err := newSource(map[string]string{exporters + "ENDPOINT": hanging.URL})
	if err == nil {
		err = s.Open(slog.New(slog.NewTextHandler(&log, nil)))
	}
	if err != nil {
		t.Fatal(err)
	}
	m.Send(counted(t))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s.End(ctx)
	if !regexp.MustCompile(`msg="metrics are not taken" cause="context deadline exceeded" lost=[1-9]`).MatchString(log.String()) {
		t.Errorf("the log has %s", &log)
	}
}
