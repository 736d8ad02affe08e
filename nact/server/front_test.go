package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/metrics"
)

// Who is refused is told why, in a problem document, and the operator can read which name it was.
func TestFrontRefuses(t *testing.T) {
	var log bytes.Buffer
	served := 0
	f := &front{
		next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }),
		addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, logger: slog.New(slog.NewJSONHandler(&log, nil)),
	}
	do := func(method, path, host string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(method, path, nil)
		request.Host = host
		f.ServeHTTP(recorder, request)
		return recorder
	}
	got := do("POST", "/tools/x:invoke", "evil.example")
	if got.Code != http.StatusMisdirectedRequest || got.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(got.Body.String(), "--allow-host") {
		t.Errorf("got %d %v %s", got.Code, got.Header(), got.Body)
	}
	if line := log.String(); !strings.Contains(line, `"msg":"request","method":"POST","path":"/tools/x:invoke","status":421,`) || !strings.Contains(line, `"request_id":"`+got.Header().Get("X-Request-Id")+`","host":"evil.example"`) || served != 0 {
		t.Errorf("served %d, log: %s", served, &log)
	}
	for _, path := range []string{"/healthz", "/readyz"} { // as orchestrators call them
		if got := do("GET", path, "10.0.0.1:8080"); got.Code != http.StatusOK {
			t.Errorf("%s: got %d", path, got.Code)
		}
	}
}

// counting is a service that counts what it does.
type counting struct {
	http.Handler
	counts *metrics.Metrics
}

func (c counting) Metrics() http.Handler { return c.counts }

// Requests that the front refuses are counted by why.
func TestFrontCounts(t *testing.T) {
	counts := metrics.New()
	f := &front{
		next: counting{http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), counts},
		addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, logger: slog.New(slog.DiscardHandler),
	}
	for host, origin := range map[string]string{"evil.example": "", "127.0.0.1:8080": "https://evil.example", "localhost:8080": ""} {
		request := httptest.NewRequest("POST", "/tools/x:invoke", nil)
		request.Host = host
		if origin != "" {
			request.Header.Set("Origin", origin)
		}
		f.ServeHTTP(httptest.NewRecorder(), request)
	}
	page := httptest.NewRecorder()
	counts.ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{`nact_requests_refused_total{reason="host"} 1`, `nact_requests_refused_total{reason="origin"} 1`} {
		if !strings.Contains(page.Body.String(), want+"\n") {
			t.Errorf("the page lacks %s:\n%s", want, page.Body)
		}
	}
}

// recording is a service that cannot always record what it changes.
type recording struct {
	http.Handler
	err error
}

func (r *recording) Ready() error { return r.err }

// A service that is not ready to write says so to those who send it requests, and goes on to serve.
func TestFrontOfServiceThatIsNotReady(t *testing.T) {
	service := &recording{http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), errors.New("no space left")}
	f := &front{next: service}
	ask := func(path string) int {
		recorder := httptest.NewRecorder()
		f.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
		return recorder.Code
	}
	if ready, tools := ask("/readyz"), ask("/tools"); ready != http.StatusServiceUnavailable || tools != http.StatusOK {
		t.Errorf("got %d and %d", ready, tools)
	}
	service.err = nil
	if ready := ask("/readyz"); ready != http.StatusOK {
		t.Errorf("got %d", ready)
	}
}
